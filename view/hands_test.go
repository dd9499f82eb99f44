package view_test

import (
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/view"
)

// What hands are told to pay, take and score is what the rules changed, and each barge
// goes to where it lies.
func TestHandsDoWhatTheRulesDid(t *testing.T) {
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h, err := record.Referee(p.rec, p.g.Board())
		require.NoError(t, err)
		for n := 1; n <= h.Len(); n++ {
			before, after := h.After(n-1), h.After(n)
			var thaler, vp [4]int
			for _, e := range view.Hands(h.Rules, h.Steps[n].Facts) {
				seen[e.Key]++
				amount, _ := e.Args["n"].(int)
				switch e.Key {
				case "pay":
					thaler[e.Seat] -= amount
				case "take", "pick_up":
					thaler[e.Seat] += amount
				case "vp":
					vp[e.Seat] += amount
				case "start", "sail":
					if at := after.BargeAt(e.Seat); e.Args["place"] != view.SpaceThing(h.Rules, at) && at >= 0 {
						t.Fatalf("decision %d: the barge of seat %d lies at %d, hands put it to %v", n, e.Seat, at, e.Args["place"])
					}
				}
			}
			for k := range p.g.Seats() {
				if d := after.Thaler(k) - before.Thaler(k); thaler[k] != d || vp[k] != after.VP(k)-before.VP(k) {
					t.Fatalf("decision %d, seat %d: hands move %d Thaler and %d VP, the rules %d and %d", n, k, thaler[k], vp[k], d, after.VP(k)-before.VP(k))
				}
			}
		}
	})
	for key := range seen {
		require.True(t, slices.Contains(view.HandKeys[:], key), "hands do %q, which is not among HandKeys", key)
	}
	require.True(t, len(seen) >= len(view.HandKeys)-2, "only %d of %d things are ever done: %v", len(seen), len(view.HandKeys), seen)
}
