package handbook

import (
	"fmt"
	"html/template"
	"regexp"
	"strings"
)

// mark finds what inline turns into markup: a German name, a mark of bold or
// italic, and a rule id.
var mark = regexp.MustCompile(`\{de:[^{}]*\}|\*\*|\*|\b[A-Z]+-(?:[0-9]+|[A-Z])\b`)

// inline renders one line: **bold**, *italic*, {de:German} and rule ids, which
// become links. Everything else is escaped, so no markup can be written by
// hand. It fails where a mark is not closed or a text is empty.
func inline(src string) (Text, error) {
	var html, plain strings.Builder
	write := func(s string) {
		html.WriteString(template.HTMLEscapeString(s))
		plain.WriteString(s)
	}
	var open []string // elements not closed yet, innermost last
	at := 0
	for _, m := range mark.FindAllStringIndex(src, -1) {
		write(src[at:m[0]])
		at = m[1]
		switch tok := src[m[0]:m[1]]; {
		case tok == "*" || tok == "**":
			name := map[string]string{"*": "em", "**": "strong"}[tok]
			if n := len(open); n > 0 && open[n-1] == name {
				open = open[:n-1]
				html.WriteString("</" + name + ">")
			} else {
				open = append(open, name)
				html.WriteString("<" + name + ">")
			}
		case tok[0] == '{':
			html.WriteString(`<span lang="de">`)
			write(tok[len("{de:") : len(tok)-1])
			html.WriteString("</span>")
		default:
			html.WriteString(`<a href="` + Path + "#" + tok + `">` + tok + "</a>")
			plain.WriteString(tok)
		}
	}
	write(src[at:])
	if len(open) > 0 {
		return Text{}, fmt.Errorf("a mark of <%s> is not closed in %q", open[len(open)-1], src)
	}
	if strings.ContainsAny(plain.String(), "{}") {
		return Text{}, fmt.Errorf("a brace that marks nothing, expected {de:…} round German words: %q", src)
	}
	if strings.TrimSpace(plain.String()) == "" {
		return Text{}, fmt.Errorf("an empty text")
	}
	return Text{template.HTML(html.String()), plain.String()}, nil
}
