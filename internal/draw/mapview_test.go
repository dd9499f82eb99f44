package draw

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/record"
	"ruhr/spec"
	"ruhr/view"
)

// Through whole recorded games, every choice that belongs to an element of the
// board has its place on the map, no two pieces share a name, and all lies
// within the picture.
func TestEveryChoiceHasItsPlaceOnTheMap(t *testing.T) {
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
	m := New(b)
	ids := regexp.MustCompile(` id="([^"]*)"`)
	for _, name := range []string{"2-seats-thrifty", "3-seats-uniform", "4-seats-thrifty"} {
		data, err := spec.Examples.ReadFile("examples/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		h, err := view.HistoryOf(rec, b)
		if err != nil {
			t.Fatal(err)
		}
		for n := range h.Steps {
			pos := h.At(n)
			v := &MapView{Map: m, Pos: &pos, Signs: []int{0, 1, 2, 3}}
			seen := map[string]bool{}
			for _, id := range ids.FindAllStringSubmatch(string(v.Pieces()), -1) {
				if seen[id[1]] {
					t.Fatalf("%s at %d: two pieces are called %s", name, n, id[1])
				}
				seen[id[1]] = true
			}
			choices := view.Choices(h.Game, h.Codec, &h.Steps[n].State)
			targets := string(v.Targets(choices))
			for _, c := range choices {
				// No tile stands for "no option", none for a marker of one's own board.
				if c.Target.Kind == "" || c.Target.Kind == "progress" || c.Target.ID == "none" {
					continue
				}
				if at, ok := v.place(c); !ok || !at.Box.Inside(Box{W: Width, H: Height}) {
					t.Fatalf("%s at %d: %s at %s %s has no place on the map (%v)", name, n, c.Do, c.Target.Kind, c.Target.ID, at.Box)
				}
				if !strings.Contains(targets, fmt.Sprintf(` %d"`, c.Action)) && !strings.Contains(targets, fmt.Sprintf(`"%d`, c.Action)) &&
					!strings.Contains(targets, fmt.Sprintf(` %d `, c.Action)) {
					t.Fatalf("%s at %d: action %d is in no target", name, n, c.Action)
				}
			}
		}
	}
}
