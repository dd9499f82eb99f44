package draw

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/spec"
	"ruhr/view"
)

// Throughout recorded games, every choice of an element of the board has its
// place on the map, no two pieces share an id, and everything lies within the
// picture.
func TestEveryChoiceHasItsPlaceOnTheMap(t *testing.T) {
	b := board.Default()
	places := map[string]bool{}
	for _, s := range Shapes {
		m := New(b, s)
		m.boxes(func(class string, b Box) { places[s.Name+" "+class] = b.Inside(m.page()) && b.W >= Slot && b.H >= Slot })
		m.points(func(class string, at Point) { places[s.Name+" "+class] = m.page().Contains(at) })
	}
	placed := func(class string) bool {
		return !slices.ContainsFunc(Shapes, func(s *Shape) bool { return !places[s.Name+" "+class] })
	}
	at := regexp.MustCompile(`(at-[a-z0-9-]+)"`)
	ids := regexp.MustCompile(` id="([^"]*)"`)
	for _, name := range []string{"2-seats-thrifty", "3-seats-uniform", "4-seats-thrifty"} {
		data, err := spec.Examples.ReadFile("examples/" + name + ".json")
		require.NoError(t, err)
		rec, err := record.Read(data)
		require.NoError(t, err)
		played, err := record.Referee(rec, b)
		require.NoError(t, err)
		h := view.NewHistory(played)
		for n := range h.Steps {
			pos := h.At(n)
			v := &MapView{Pos: &pos, Signs: []int{0, 1, 2, 3}}
			seen := map[string]bool{}
			for _, id := range ids.FindAllStringSubmatch(string(v.Pieces()), -1) {
				require.Must(t, !seen[id[1]], "%s at %d: two pieces are called %s", name, n, id[1])
				seen[id[1]] = true
			}
			choices := view.Choices(h.Rules, h.Codec, &h.Steps[n].State)
			for _, x := range at.FindAllStringSubmatch(string(v.Pieces()), -1) {
				require.Must(t, placed(x[1]), "%s at %d: a piece is at %s, which is no place within the picture of every shape", name, n, x[1])
			}
			targets := string(v.Targets(choices))
			for _, c := range choices {
				// No tile stands for "no option", none for a marker of one's own board.
				if c.Target.Kind == "" || c.Target.Kind == "progress" || c.Target.ID == "none" {
					continue
				}
				if at := v.place(c); !placed(at) {
					t.Fatalf("%s at %d: %s at %s %s has no place on the map of every shape that is large enough to press (%q)", name, n, c.Do, c.Target.Kind, c.Target.ID, at)
				}
				if !strings.Contains(targets, fmt.Sprintf(` %d"`, c.Action)) && !strings.Contains(targets, fmt.Sprintf(`"%d`, c.Action)) &&
					!strings.Contains(targets, fmt.Sprintf(` %d `, c.Action)) {
					t.Fatalf("%s at %d: action %d is in no target", name, n, c.Action)
				}
			}
		}
	}
}
