package view_test

import (
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// What is said to follow a choice is what followed it: the seat's next decisions with
// nothing to choose, up to its next choice or the end of its turn, as far as neither
// chance nor another seat comes first.
func TestThenIsWhatFollows(t *testing.T) {
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			took := h.Steps[n+1]
			choices := view.Choices(h.Rules, h.Codec, h.After(n))
			c := choices[slices.IndexFunc(choices, func(c view.Choice) bool { return c.Action == int(took.Action) })]
			at := n + 2
			for _, next := range c.Then {
				m := h.Steps[at]
				alone := view.ChoiceOf(h.Rules, h.Codec, h.After(at-1), m.Action) // which may be another one alike
				if next.Do == "done" || m.Seat != c.Seat || !m.Forced || alone.Key != next.Key || alone.Effect.Thaler != next.Effect.Thaler {
					t.Fatalf("decision %d: %s is to be followed by %s, but was by %s of seat %d", n, c.Key, next.Key, alone.Key, m.Seat)
				}
				seen[c.Do+" "+next.Do]++
				at++
			}
			if at > h.Len() {
				continue
			}
			m := h.Steps[at]
			done := h.Rules.Move(m.Action).Do == rules.DoDone
			chance := h.Steps[at-1].Reveals() || h.Steps[at-1].RoundsBegun() > 0
			if m.Seat == c.Seat && m.Forced && !done && !chance {
				t.Fatalf("decision %d: %s is not said to be followed by action %d", n, c.Key, m.Action)
			}
		}
	})
	for _, what := range []string{"option start", "transport start", "transport sell", "start sell", "sell place"} {
		require.True(t, seen[what] != 0, "%s did not come about: %v", what, seen)
	}
}
