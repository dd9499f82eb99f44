package page

import (
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
)

// The pad scores as the rules of the end do.
func TestPad(t *testing.T) {
	b := board.Default()
	l := NewLocalizer(lang.For("en"))
	pad := NewPad(l, b, []PadSeat{
		// END-1: the Essen cities 1, all depots 2, two majorities. END-2: 3 cities, Ruhrort 4. END-3: 10 of 12 Thaler.
		{Name: "A", VP: 20, Thaler: 12, Cities: []string{"city-kettwig", "city-werden", "city-steele"}, Depots: [4]int{1, 1, 2, 2}, Ruhrort: true,
			Markers: []string{"mayor", "ruhrtalbahn", "ruhraake"}},
		// END-5: two debts. END-4: the inn 2. Broich and Werden are ties.
		{Name: "B", VP: 30, Thaler: 3, Debt: 2, Depots: [4]int{1, 1, 0, 0}, Markers: []string{"inn"}},
	})
	if len(pad.Players) != 2 || pad.Players[0].VP != 20+1+2+2+3+4+10 || pad.Players[1].VP != 30+2-4 || pad.Players[0].Rank != 1 {
		t.Errorf("the pad has %+v", pad.Players)
	}
	require.True(t, len(pad.Cities) == board.Cities && len(pad.Depots) == 4, "%d cities, %d depots", len(pad.Cities), len(pad.Depots))
	full := NewPad(l, b, []PadSeat{{Name: "A", Depots: [4]int{3}}, {Name: "B", Depots: [4]int{3}}})
	require.True(t, full.Lines == nil, "six warehouses are in a depot of four")
}
