package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// terminal writes text to where a person may read it: what would command a
// terminal or change the direction of text is escaped, since records, boards and
// names are strangers'. In JSON it means the same.
type terminal struct {
	mu   sync.Mutex
	to   io.Writer
	part []byte // the beginning of a character whose rest is still to come
}

func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rest := append(t.part, p...)
	out := make([]byte, 0, len(rest))
	for utf8.FullRune(rest) {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			out = fmt.Appendf(out, `\x%02x`, rest[0])
		case r != '\n' && r != '\t' && commands(r):
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	t.part = rest
	if _, err := t.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// commands reports whether a character does something else than to be shown.
func commands(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// oneLine is a text of a stranger that forges no lines and columns.
func oneLine(s string) string { return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(s) }
