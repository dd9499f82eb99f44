package page

import (
	"testing"

	"ruhr/coach/puzzle"
)

// The puzzle of the day is ticked once it counts for the streak, not because it was solved before.
func TestPuzzleOfTheDayIsTickedAsItCounts(t *testing.T) {
	const today = 20_000
	p := puzzle.ReadProgress("")
	p.Solve(puzzle.OfDay(today), today-3) // from the list
	for _, want := range []int{0, 1} {
		list := NewPuzzles(in("en"), p, puzzle.ReadFirstTries(""), today)
		if list.DaySolved != (want > 0) || list.Streak != want {
			t.Errorf("ticked: %v, with a streak of %d, expected %d", list.DaySolved, list.Streak, want)
		}
		p.Solve(puzzle.OfDay(today), today)
	}
}
