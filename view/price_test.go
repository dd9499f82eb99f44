package view_test

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/view"
)

// The price shown at each of a seat's markers is that of the cheapest of its
// choices (BUY-2 to BUY-6, BUY-8, BUY-12), those that need debts too (DEBT-2).
func TestCheapestIsTheCheapestChoice(t *testing.T) {
	compared, pledged := map[string]int{}, 0
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			s := &h.Steps[n].State
			pos := h.At(n)
			if pos.Decision != "buy" || pos.Duty {
				continue
			}
			seat := &pos.Seats[pos.Decider]
			least := map[string]int{}
			for _, c := range view.Choices(p.g, h.Codec, s) {
				marker, ok := c.Args["marker"].(view.Thing)
				if c.Do == "lock" {
					marker.ID = "lock_building"
				} else if !ok || c.Do != "warehouse" {
					continue
				}
				if was, ok := least[marker.ID]; !ok || c.Effect.Price < was {
					least[marker.ID] = c.Effect.Price
				}
			}
			for _, m := range seat.Progress {
				want, offered := least[m.ID]
				price, ok := m.Price, m.Price >= 0
				if offered && (!ok || price != want) {
					t.Fatalf("decision %d: %s costs %d at least, shown %d (%v)", n, m.ID, want, price, ok)
				}
				ready := m.State == "held" && !m.Bought || m.ID == "lock_building" && seat.FreeLock
				if pays := max(seat.Thaler, m.Means); ok && ready && price <= pays && !offered {
					t.Fatalf("decision %d: %s is shown to cost %d, of %d Thaler with debts, but is no choice (DEBT-2)", n, m.ID, price, pays)
				}
				if ready && offered && price > seat.Thaler {
					pledged++
				}
				if offered {
					compared[m.ID]++
				}
			}
		}
	})
	for _, id := range []string{"lock_building", "essen_warehouse", "mark_warehouse", "coal_depot", "port_ruhrort"} {
		require.True(t, compared[id] != 0, "%s was never compared", id)
	}
	require.True(t, pledged != 0, "nothing was ever paid with debts")
}
