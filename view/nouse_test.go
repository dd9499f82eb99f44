package view_test

import (
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// A die is of use to the seat that raises or moves it if it can be loaded next
// (START-2 to START-4), and a moved one shows the reach that it has when loaded
// (SAIL-1).
func TestNoUse(t *testing.T) {
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			s := h.Steps[n].State
			for _, c := range view.Choices(h.Rules, h.Codec, &s) {
				if c.Do != "supply" && c.Do != "transport" {
					if c.NoUse != "" && c.Do != "coal_hauler" {
						t.Fatalf("decision %d: %s is of no use: %s", n, c.Key, c.NoUse)
					}
					continue
				}
				after := s
				h.Rules.Play(&after, rules.Action(c.Action))
				starts := view.Choices(h.Rules, h.Codec, &after)
				i := slices.IndexFunc(starts, func(s view.Choice) bool { return s.Do == "start" && s.Target == c.Target })
				require.Must(t, (i >= 0) == (c.NoUse == ""), "decision %d: %s at %s: %q, but starts there: %v", n, c.Do, c.Target.ID, c.NoUse, i >= 0)
				if i >= 0 && c.Do == "transport" && !slices.Equal(c.Effect.Reach, starts[i].Effect.Reach) {
					t.Fatalf("decision %d: the die moved to %s reaches %v, loaded %v", n, c.Target.ID, c.Effect.Reach, starts[i].Effect.Reach)
				}
				seen[c.Do+c.NoUse]++
			}
		}
	})
	for _, what := range []string{"supply", "supplybarge_there", "supplyneeds_mark", "supplyupriver_needs_haul", "supplypilot_needed", "transport", "transportupriver_needs_haul"} {
		require.True(t, seen[what] != 0, "%s did not come about", what)
	}
}

// The coal hauler helps who has the coal aboard, or may still load it (START-10).
func TestNoUseOfCoalHauler(t *testing.T) {
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			pos := h.At(n)
			for _, c := range view.Choices(h.Rules, h.Codec, &h.Steps[n].State) {
				if c.Do != "coal_hauler" {
					continue
				}
				sp := pos.Spaces[slices.IndexFunc(pos.Spaces, func(sp view.Space) bool { return sp.ID == c.Target.ID })]
				want := ""
				switch {
				case slices.Contains(sp.Barges, c.Seat):
				case len(sp.Barges) > 0:
					want = "barge_there"
				case pos.Phase == 4:
					want = "not_aboard"
				}
				require.Must(t, c.NoUse == want, "decision %d: at %s: %q, expected %q", n, c.Target.ID, c.NoUse, want)
				seen[want]++
			}
		}
	})
	require.True(t, len(seen) == 3, "came about: %v", seen)
}
