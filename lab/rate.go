package lab

import (
	"context"
	"io"
	"math"
	"os"
	"slices"

	"ruhr/board"
	"ruhr/coach/puzzle"
)

// TriesConfig describes tries of computer players at the puzzles. The seed and a puzzle's
// number determine its line.
type TriesConfig struct {
	Board   *board.Board
	Tries   int // of a level at a puzzle, twice
	Seed    uint64
	Workers int
	File    *os.File // JSON lines; puzzles in it are not tried again
}

// TriesLine is how often levels solved a puzzle.
type TriesLine struct {
	Game  int      `json:"game"` // the puzzle's number, less 1
	Seats int      `json:"seats"`
	Tries int      `json:"tries"` // of each level, twice
	Right [][2]int `json:"right"` // by puzzle.Raters: to fit, and to compare
}

func (l TriesLine) of() (game, seats int) { return l.Game, l.Seats }

// TryPuzzles has computer players try all puzzles and appends a line for each to the file.
// If the time of ctx is over, it ends without an error; the same call goes on.
func TryPuzzles(ctx context.Context, c TriesConfig) error {
	return measureGames(ctx, c.File, c.Workers, len(puzzle.All()), func(ctx context.Context, k int) (*TriesLine, error) {
		p := &puzzle.All()[k]
		played, err := p.Read(c.Board)
		if err != nil {
			return nil, err
		}
		s := played.After(p.After)
		out := &TriesLine{Game: k, Seats: p.Seats, Tries: c.Tries, Right: make([][2]int, len(puzzle.Raters))}
		for i, level := range puzzle.Raters {
			for n := range 2 * c.Tries {
				v := puzzle.NewSolver(played.Rules, s.ToDecide(), 10*puzzle.MostPositions)
				end, _ := tries(ctx, played.Rules, *s, level.Name, c.Seed+uint64(1000*k+n))
				if v.Lead(&end) == p.Lead && !v.GaveUp() {
					out.Right[i][n/c.Tries]++
				}
			}
		}
		return out, ctx.Err()
	})
}

// ReadTries reads what was tried.
func ReadTries(r io.Reader) ([]*TriesLine, error) { return readGames[TriesLine](r) }

// RatePuzzles returns the ratings of the puzzles that were tried, in points by their place
// in the list, and those of puzzle.Raters: those under which the first half of the tries is
// most probable. without is a level that is left out, -1 for none.
func RatePuzzles(list []*TriesLine, without int) (puzzles, levels []float64) {
	slices.SortFunc(list, func(a, b *TriesLine) int { return a.Game - b.Game })
	puzzles, levels = make([]float64, len(list)), make([]float64, len(puzzle.Raters))
	for i := range levels {
		levels[i], _ = puzzle.Rate(nil)
	}
	for moved := 1.0; moved > 0.001; { // points
		moved = 0
		for k, l := range list {
			var seen []puzzle.Tries
			for i, right := range l.Right {
				if i != without {
					seen = append(seen, puzzle.Tries{Against: levels[i], Of: l.Tries, Right: l.Tries - right[0]})
				}
			}
			puzzles[k], _ = puzzle.Rate(seen)
		}
		for i := range levels {
			was := levels[i]
			levels[i], _ = puzzle.Rate(seenBy(list, puzzles, i, func(int) bool { return true }))
			moved = max(moved, math.Abs(levels[i]-was))
		}
	}
	return puzzles, levels
}

// seenBy are the first half of a level's tries at some of the puzzles.
func seenBy(list []*TriesLine, puzzles []float64, level int, of func(k int) bool) (out []puzzle.Tries) {
	for k, l := range list {
		if of(k) {
			out = append(out, puzzle.Tries{Against: puzzles[k], Of: l.Tries, Right: l.Right[level][0]})
		}
	}
	return out
}

// Foretold compares chances with what came of them.
type Foretold struct {
	Chance, Right float64 // sums
	Of            int     // a level at a puzzle counts once
}

// ForetellPuzzles compares, by tenths of the chance: each level in turn is rated by every
// other puzzle, with ratings that leave it out, and the chances that it then has at the
// rest are compared with the second half of its tries there.
func ForetellPuzzles(list []*TriesLine) (bins [10]Foretold) {
	for i := range puzzle.Raters {
		puzzles, _ := RatePuzzles(list, i)
		for half := range 2 {
			mine, _ := puzzle.Rate(seenBy(list, puzzles, i, func(k int) bool { return k%2 == half }))
			for k, l := range list {
				if k%2 == half {
					continue
				}
				p := puzzle.Chance(mine, puzzles[k])
				b := &bins[min(int(10*p), 9)]
				b.Chance, b.Right, b.Of = b.Chance+p, b.Right+float64(l.Right[i][1])/float64(l.Tries), b.Of+1
			}
		}
	}
	return bins
}
