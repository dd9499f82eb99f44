package schemata

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// edits modify a text at byte offsets. Insertions around the same text nest, the
// first one added outermost.
type edits []edit

type edit struct {
	from, to int // equal for an insertion
	text     string
	order    int // among edits at the same offset
}

// replace applies after insertions at the same offset.
func (e *edits) replace(from, to int, text string) {
	*e = append(*e, edit{from, to, text, math.MaxInt})
}

// around inserts text before and after a part. At the same offset closing texts
// precede opening ones, innermost first.
func (e *edits) around(from, to int, before, after string) {
	n := len(*e) + 1
	*e = append(*e, edit{from, from, before, n}, edit{to, to, after, -n})
}

func (e edits) apply(text []byte) []byte {
	slices.SortStableFunc(e, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.order, b.order))
	})
	var out strings.Builder
	at := 0
	for _, edit := range e {
		out.Write(text[at:edit.from])
		out.WriteString(edit.text)
		at = max(at, edit.to)
	}
	out.Write(text[at:])
	return []byte(out.String())
}
