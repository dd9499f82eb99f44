package lab

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"ruhr/bot/bottest"
	"ruhr/coach/puzzle"
)

// The first games of the search that lab/coach.md names have puzzles of the file, in
// whatever order they are searched, and a search goes on where it was cut off.
func TestPuzzles(t *testing.T) {
	const games = 6
	f, err := os.Open(goesOn(t, games, func(ctx context.Context, f *os.File, workers int) error {
		return Puzzles(ctx, PuzzlesConfig{Board: bottest.DefaultBoard(t), Games: games, Seed: 36, Workers: workers, File: f})
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := ReadPuzzles(f)
	if err != nil {
		t.Fatal(err)
	}
	chosen := ChoosePuzzles(list, 10)
	if len(chosen) != 3 {
		t.Errorf("%d puzzles in %d games", len(chosen), games)
	}
	for _, p := range chosen {
		if !slices.Contains(puzzle.All(), p) {
			t.Errorf("not a puzzle of the file: %+v", p)
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
