package page

import (
	"testing"

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
		if got := plain(p.Mine()); got != want {
			t.Errorf("seat %d of rank %d is told %q, want %q", k, seat.Rank, got, want)
		}
	}
	for _, own := range [][]int{nil, {0, 1, 2}} {
		if got := e.page(e.snapshot(e.Len(), own...)).Mine(); got != "" {
			t.Errorf("who has the seats %v is told %q", own, got)
		}
	}
}
