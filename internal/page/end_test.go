package page

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/view"
)

// Who has one seat and has not won is told where they came.
func TestWhereAViewerCame(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	sheet := view.SheetOf(e.Rules, e.After(e.Len()))
	most := sheet.Seats[sheet.Winners[0]].VP
	for k, seat := range sheet.Seats {
		p := e.page(e.snapshot(e.Len(), k))
		want := ""
		switch seat.Rank {
		case 2:
			want = plain(p.T("page.over.mine.2", "n", most-seat.VP))
		case 3:
			want = plain(p.T("page.over.mine.3", "n", most-seat.VP))
		}
		require.Equal(t, plain(p.Mine()), want, "what seat %d of rank %d is told", k, seat.Rank)
	}
	for _, own := range [][]int{nil, {0, 1, 2}} {
		require.Equal(t, e.page(e.snapshot(e.Len(), own...)).Mine(), "", "what the holder of the seats %v is told", own)
	}
}
