package templates

import (
	"html/template"
	"strings"
)

// compact removes the layout from a template's source. A line break with the
// white space around it renders nothing between elements and text, and one
// space within a tag, so that a template can be broken into lines anywhere; a
// space that the page needs at the end of a line is written {{" "}}. A break
// leaves a comment with as many lines, so that errors name the right line.
//
// It also writes the texts without arguments, in one language, since to ask for them
// again and again took a twelfth of the time of an action. One with markup is left to
// the template, which knows how to write it in an attribute.
func compact(src string, say text) string {
	var out strings.Builder
	tag, quoted := false, false
	for i := 0; i < len(src); {
		rest := src[i:]
		n := 1
		switch {
		case strings.HasPrefix(rest, `{{" "}}`):
			n = len(`{{" "}}`)
			out.WriteByte(' ')
			i += n
			continue
		case strings.HasPrefix(rest, "{{"):
			n = len(rest)
			if end := strings.Index(rest, "}}"); end >= 0 {
				n = end + len("}}")
			}
			if key, ok := constant(rest[:n]); ok && say != nil {
				if said := string(say(key)); !strings.ContainsAny(said, "<{") {
					out.WriteString(said)
					i += n
					continue
				}
			}
		case !quoted && isBlank(rest[0]):
			n = len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
			if breaks := strings.Count(rest[:n], "\n"); breaks > 0 {
				if tag {
					out.WriteByte(' ')
				}
				out.WriteString("{{/*" + strings.Repeat("\n", breaks) + "*/}}")
				i += n
				continue
			}
		case tag && rest[0] == '"':
			quoted = !quoted
		case !quoted && rest[0] == '<':
			tag = true
		case !quoted && rest[0] == '>':
			tag = false
		}
		out.WriteString(rest[:n])
		i += n
	}
	return out.String()
}

// text is the text of a key, in one language.
type text func(key string, args ...any) template.HTML

// constant is the key of a text that an action writes without arguments.
func constant(action string) (key string, ok bool) {
	of, key, ok := strings.Cut(strings.Trim(action, "{}"), `.T "`)
	key, ends := strings.CutSuffix(key, `"`)
	return key, ok && ends && !strings.ContainsAny(of+key, "\" ")
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
