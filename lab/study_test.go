package lab

import (
	"context"
	"os"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/coach"
	"ruhr/internal/require"
)

// Games are the same in whatever order they are played, go on where they were cut off, and
// have all that each seat chose.
func TestStudy(t *testing.T) {
	f, err := os.Open(goesOn(t, 6, func(ctx context.Context, f *os.File, workers int) error {
		return Study(ctx, StudyConfig{Board: board.Default(), Games: 6, Playouts: 4, Seed: 36, Workers: workers, File: f})
	}))
	require.NoError(t, err)
	defer f.Close()
	all, err := ReadStudy(f)
	require.NoError(t, err)
	for _, l := range all {
		won := 0.0
		for k, s := range l.Seat {
			won += l.Won[k]
			if s.Storage == "" || slices.Contains(s.Options[:3], "") {
				t.Errorf("game %d, seat %d: %+v", l.Game, k, s)
			}
		}
		if won < 0.999 || won > 1.001 || len(l.Won) != l.Seats {
			t.Errorf("game %d: won %v", l.Game, l.Won)
		}
	}
}

// What came of a choice is counted from what its place wins, with one result for a game, and
// what too few seats chose is left out.
func TestSumStudy(t *testing.T) {
	var all []*StudyLine
	for k := range 200 {
		l := &StudyLine{Game: k, Seats: 2, Playouts: 9, Start: k % 2, Won: []float64{0, 0}, Seat: make([]StudySeat, 2)}
		first, last := &l.Seat[l.Start], &l.Seat[1-l.Start]
		for _, s := range []*StudySeat{first, last} {
			s.Storage = "storage-horst"
		}
		switch { // the start player wins 3 of 4 games, and all of those with a pilot
		case k%4 < 2:
			l.Won[l.Start], first.Options[0], first.Options[1] = 1, "pilot", "pilot"
		case k%8 < 6:
			l.Won[l.Start], first.Options[0] = 1, "wage"
		default:
			l.Won[1-l.Start], first.Options[0], last.Marker = 1, "wage", "inn"
		}
		all = append(all, l)
	}
	all = append(all, &StudyLine{Game: 200, Seats: 3})
	got := SumStudy(all, 2)
	want := []coach.StudyRow{
		{Choice: coach.Choice{Of: "storage", ID: "storage-horst"}, Seats: 400, Turns: 400},
		{Choice: coach.Choice{Of: "option", From: 1, ID: "pilot"}, Seats: 100, Turns: 200, Above: 250},
		{Choice: coach.Choice{Of: "option", From: 1, ID: "wage"}, Seats: 100, Turns: 100, Above: -250, Wide: 129},
	}
	if got.Games != 200 || got.Playouts != 9 || !slices.Equal(got.Places, []int{750, 250}) || !slices.Equal(got.Rows, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
