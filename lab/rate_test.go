package lab

import (
	"math"
	"os"
	"testing"

	"ruhr/coach/puzzle"
	"ruhr/internal/require"
)

// The puzzles have the ratings that the measured tries give, and those foretell what levels
// that they do not come from solve.
func TestPuzzleRatings(t *testing.T) {
	f, err := os.Open("tries.jsonl")
	require.NoError(t, err)
	defer f.Close()
	list, err := ReadTries(f)
	require.NoError(t, err)
	puzzles, levels := RatePuzzles(list, -1)
	for k, p := range puzzle.All() {
		if int(math.Round(puzzles[k])) != p.Rating {
			t.Fatalf("puzzle %d has %d points, measured %.1f", k+1, p.Rating, puzzles[k])
		}
	}
	for i, level := range puzzle.Raters {
		if int(math.Round(levels[i])) != level.Rating {
			t.Errorf("%s has %d points, measured %.1f", level.Name, level.Rating, levels[i])
		}
	}
	for _, b := range ForetellPuzzles(list) {
		n := float64(b.Of)
		if off := math.Abs(b.Chance-b.Right) / n; off > 0.1 {
			t.Errorf("of %d puzzles %.3f are foretold to be solved, %.3f are", b.Of, b.Chance/n, b.Right/n)
		}
	}
}
