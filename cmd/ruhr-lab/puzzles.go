package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"ruhr/board"
	"ruhr/coach/puzzle"
	"ruhr/lab"
)

// puzzlesCmd finds puzzles.
type puzzlesCmd struct {
	resumeFlags
	Games  int    `default:"3000" placeholder:"N" help:"How many games (default 3000)."`
	Choose string `xor:"file" required:"" placeholder:"FILE" help:"Print puzzles for coach/puzzle/puzzles.jsonl from what this file has."`
	Most   int    `default:"120" placeholder:"N" help:"How many at most (default 120)."`
}

// Help says what a puzzle is.
func (puzzlesCmd) Help() string {
	return `Plays games of weak and medium computer players and looks at every turn of round 12. It is a puzzle if one plan
guarantees at least 2 VP more than every other, whatever the others do, and not all levels find it.
With --choose, puzzles of all themes and difficulties are taken in turn, one of a game at most.`
}

// Run finds puzzles, or chooses some.
func (c *puzzlesCmd) Run(ctx context.Context) error {
	if c.Choose != "" {
		return c.choose(os.Stdout, os.Stderr)
	}
	return c.measure(ctx, func(ctx context.Context, b *board.Board, file *os.File) error {
		return lab.Puzzles(ctx, lab.PuzzlesConfig{Board: b, Games: c.Games, Seed: c.Seed, Workers: c.Workers, File: file})
	})
}

// choose prints puzzles, and how many there are of each kind.
func (c *puzzlesCmd) choose(out, counts io.Writer) error {
	var all []*lab.PuzzlesLine
	err := readMeasured(c.Choose, func(r io.Reader) (err error) {
		all, err = lab.ReadPuzzles(r)
		return err
	})
	if err != nil {
		return err
	}
	found, chosen := map[string][4]int{}, map[string][4]int{}
	add := func(to map[string][4]int, p *puzzle.Puzzle) {
		n := to[p.Theme]
		n[p.Hard()]++
		to[p.Theme] = n
	}
	for _, l := range all {
		for i := range l.Found {
			add(found, &l.Found[i])
		}
	}
	lines := json.NewEncoder(out)
	for _, p := range lab.ChoosePuzzles(all, c.Most) {
		add(chosen, &p)
		if err := lines.Encode(p); err != nil {
			return err
		}
	}
	w := tabwriter.NewWriter(counts, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d games\tfound: easy\tmedium\thard\tchosen: easy\tmedium\thard\t\n", len(all))
	for _, theme := range puzzle.Themes {
		f, c := found[theme], chosen[theme]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", theme, f[1], f[2], f[3], c[1], c[2], c[3])
	}
	return w.Flush()
}
