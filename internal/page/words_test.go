package page

import (
	"fmt"
	"strings"
	"testing"
)

// Somebody who reads the table in words knows all that the map shows: where the
// words of two positions are alike, so are the pieces on the map.
func TestWordsTellWhatTheMapShows(t *testing.T) {
	for _, name := range []string{"2-seats-thrifty", "4-seats-thrifty"} {
		e := exampleOf(t, name)
		shown := map[string]string{} // pieces by words
		told := map[string]bool{}
		for n := range e.Len() {
			p := e.page(e.snapshot(n, 0))
			words := fmt.Sprint(p.River, p.Words, p.Years)
			pieces := string(p.Map.Pieces)
			if other, ok := shown[words]; ok && other != pieces {
				t.Errorf("%s, decision %d: the map differs from another, and the words do not:\n%s\n%s", name, n, difference(other, pieces), difference(pieces, other))
			}
			if strings.Contains(words, "‹") {
				t.Fatalf("%s, decision %d: a text is missing: %s", name, n, words)
			}
			shown[words] = pieces
			told[pieces] = true
		}
		if len(told) < 20 {
			t.Errorf("%s has only %d different maps", name, len(told))
		}
	}
}

// difference is what of a is not in b, tag by tag.
func difference(a, b string) string {
	var out []string
	for _, tag := range strings.SplitAfter(a, ">") {
		if !strings.Contains(b, tag) {
			out = append(out, tag)
		}
	}
	return strings.Join(out[:min(len(out), 5)], " ")
}
