package page

import (
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// A sale is ordered where there is a choice of places; which one is ordered shows.
func TestSaleToOrder(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	offered, alone := 0, 0
	for n := range e.Len() {
		snap := e.snapshot(n, 0)
		list := snap.SalesAhead(0)
		got := e.page(snap).Ahead
		switch {
		case len(list) < 2:
			alone += len(list)
			require.Must(t, got == nil, "decision %d: %d places are offered", n, len(list))
			continue
		case got == nil || got.Seat != 0 || len(got.Choices) != len(list) || !got.Waits:
			t.Fatalf("decision %d: %+v of %d places", n, got, len(list))
		}
		offered++
		snap.You.Orders = map[int][]game.Order{0: {{Round: snap.State.Round(), Phase: rules.Sale, Action: rules.Action(list[1].Action)}}}
		got = e.page(snap).Ahead
		if at := slices.IndexFunc(got.Choices, func(c AheadSale) bool { return c.Ordered }); at != 1 || got.Waits {
			t.Fatalf("decision %d: the order for place 1 shows at %d; the table waits: %v", n, at, got.Waits)
		}
	}
	require.True(t, offered != 0 && alone != 0, "%d sales could be ordered, %d had no alternative", offered, alone)
}
