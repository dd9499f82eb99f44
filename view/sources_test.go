package view_test

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/view"
)

// The points of the game itself are those of their sources: locks (BUY-2),
// warehouses in cities, depots and the port (BUY-4, BUY-5, BUY-6), export (EXP-1),
// the inn (BUY-11), events (EVENT-3), towing (START-12) and early warehouses (DEBT-4).
func TestSourcesAddUp(t *testing.T) {
	seen := map[string]bool{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		sheet := view.SheetOf(h.Rules, &h.Steps[h.Len()].State)
		for seat, list := range h.Sources() {
			sum := 0
			for k, vp := range list {
				sum += vp
				seen[view.SourceIDs[k]] = seen[view.SourceIDs[k]] || vp != 0
			}
			require.Equal(t, sum, sheet.Seats[seat].Game, "seat %d: the sum of the sources %v", seat, list)
		}
	})
	for _, id := range view.SourceIDs {
		if !seen[id] && id != "early" { // no cheap player takes a debt so late
			t.Errorf("no game had points from %s", id)
		}
	}
}

// Locks and what each kind of warehouse scored are counted apart: every own lock
// and warehouse on the board stands behind its points (BUY-2, BUY-4, BUY-5, BUY-6, BUY-8).
func TestSourcesTellBuildingsApart(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		pos := h.At(h.Len())
		for seat, list := range h.Sources() {
			built := map[string]int{}
			for _, row := range pos.Cities {
				for _, slot := range row.Slots {
					if slot.Owner == seat {
						built["cities"]++
					}
				}
			}
			for _, row := range pos.Depots {
				for _, slot := range row.Slots {
					if slot.Owner == seat {
						built["depots"]++
					}
				}
			}
			for k, id := range view.SourceIDs {
				if n, ok := built[id]; ok && list[k] != 2*n {
					t.Errorf("seat %d has %d warehouses in %s and %d VP from them", seat, n, id, list[k])
				}
			}
		}
	})
}
