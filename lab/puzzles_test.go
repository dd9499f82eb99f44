package lab

import (
	"context"
	"os"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/coach/puzzle"
	"ruhr/internal/require"
)

// What is chosen has the leads that it names, in whatever order games are searched, and a
// search goes on where it was cut off.
func TestPuzzles(t *testing.T) {
	const games = 18
	f, err := os.Open(goesOn(t, games, func(ctx context.Context, f *os.File, workers int) error {
		return Puzzles(ctx, PuzzlesConfig{Board: board.Default(), Games: games, Seed: 36, Workers: workers, File: f})
	}))
	require.NoError(t, err)
	defer f.Close()
	list, err := ReadPuzzles(f)
	require.NoError(t, err)
	chosen := ChoosePuzzles(list, 10)
	if len(chosen) == 0 {
		t.Errorf("no puzzles in %d games", games)
	}
	for _, p := range chosen {
		g, err := p.Read(board.Default())
		require.NoError(t, err)
		s := g.After(p.After)
		plans := puzzle.NewSolver(g.Rules, s.ToDecide(), puzzle.MostPositions).Plans(s)
		if len(plans) < puzzle.LeastPlans || plans[0].Lead != p.Lead || plans[1].Lead != p.Next {
			t.Errorf("%d plans, expected leads %d and %d: %+v", len(plans), p.Lead, p.Next, plans[:min(2, len(plans))])
		}
	}
}

// A line that is not of a game is refused.
func TestReadGames(t *testing.T) {
	for _, line := range []string{"something else", "null", `{"game":1}`} {
		if _, err := ReadPuzzles(strings.NewReader("{\"game\":0,\"seats\":2}\n" + line + "\n")); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: %v", line, err)
		}
	}
}
