package lang

import (
	"fmt"
	"html"
	"strings"
)

// message is a parsed text.
type message []part

// part is a piece of a message: a literal, an argument, or the start or end of a
// German passage.
type part struct {
	kind   partKind
	text   string    // of a literal
	markup string    // the same as HTML
	arg    string    // name of an argument
	form   string    // of a thing, "+" for a signed number
	forms  [2]string // of a choice
}

type partKind uint8

const (
	literal partKind = iota
	argument
	choose // by number, or by whether a text speaks to a seat
	beginGerman
	endGerman
)

// parse parses a text. The error says what is malformed.
func parse(text string) (message, error) {
	var m message
	german := false
	lit := func(s string) {
		if s != "" {
			m = append(m, part{kind: literal, text: s, markup: html.EscapeString(s)})
		}
	}
	for text != "" {
		i := strings.IndexAny(text, "{}[]")
		if i < 0 {
			lit(text)
			break
		}
		lit(text[:i])
		switch text[i] {
		case '{':
			end := strings.IndexByte(text, '}')
			if end < i {
				return nil, fmt.Errorf("%q: a { without its }", text)
			}
			p, err := parseArgument(text[i+1 : end])
			if err != nil {
				return nil, err
			}
			m = append(m, p)
			i = end
		case '[', ']':
			if german != (text[i] == ']') {
				return nil, fmt.Errorf("%q: [ and ] do not match", text)
			}
			german = !german
			kind := beginGerman
			if !german {
				kind = endGerman
			}
			m = append(m, part{kind: kind})
		default:
			return nil, fmt.Errorf("%q: a } without its {", text)
		}
		text = text[i+1:]
	}
	if german {
		return nil, fmt.Errorf("a [ without its ]")
	}
	return m, nil
}

func parseArgument(s string) (part, error) {
	if name, rest, ok := strings.Cut(s, "|"); ok {
		one, many, ok := strings.Cut(rest, "|")
		if !ok || strings.Contains(many, "|") || !isName(name) {
			return part{}, fmt.Errorf("{%s}: expected {name|one|many}", s)
		}
		return part{kind: choose, arg: name, forms: [2]string{one, many}}, nil
	}
	name, form, _ := strings.Cut(s, ":")
	if !isName(name) || form != "" && form != "+" && !isName(form) {
		return part{}, fmt.Errorf("{%s}: expected {name} or {name:form}", s)
	}
	return part{kind: argument, arg: name, form: form}, nil
}

func isName(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && r != '_' {
			return false
		}
	}
	return s != ""
}

// arguments lists the names of a message's arguments.
func (m message) arguments() map[string]bool {
	names := map[string]bool{}
	for _, p := range m {
		if p.kind == argument || p.kind == choose {
			names[p.arg] = true
		}
	}
	return names
}
