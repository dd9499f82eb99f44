package coach

import (
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// What is told of strong players is of 2, 3 and 4 seats and of things that exist, and only
// of what enough seats chose.
func TestStudies(t *testing.T) {
	b := board.Default()
	known := map[string][]string{"option": rules.OptionIDs[:], "marker": board.ProgressIDs[:]}
	for i := range b.River {
		known["storage"] = append(known["storage"], b.River[i].ID)
	}
	list := Studies()
	for i := range list {
		s, won := &list[i], 0
		for _, n := range s.Places {
			won += n
		}
		if s.Seats != i+2 || len(s.Places) != s.Seats || won < 998 || won > 1002 || s.Playouts == 0 || len(s.Rows) < 30 {
			t.Errorf("%d seats: places %v, %d rows", s.Seats, s.Places, len(s.Rows))
		}
		for _, r := range s.Rows {
			if !slices.Contains(known[r.Of], r.ID) || r.Seats < LeastStudied || r.Turns < r.Seats || r.Turns > s.Turns(r.Of) || r.Wide <= 0 {
				t.Errorf("%d seats: %+v", s.Seats, r)
			}
		}
	}
	require.Equal(t, len(list), 3, "studies")
}
