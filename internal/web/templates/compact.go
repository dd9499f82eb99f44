package templates

import "strings"

// compact removes the layout from a template's source. A line break with the
// white space around it renders nothing between elements and text, and one
// space within a tag, so that a template can be broken into lines anywhere; a
// space that the page needs at the end of a line is written {{" "}}. A break
// leaves a comment with as many lines, so that errors name the right line.
func compact(src string) string {
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

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
