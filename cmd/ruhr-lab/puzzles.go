package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
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
	Tries  int    `placeholder:"N" help:"Have each level try the puzzles that there are twice so often, instead of finding others."`
	Rate   string `xor:"file" required:"" placeholder:"FILE" help:"Print the puzzles with the ratings that the tries in this file give."`
}

// Help says what a puzzle is.
func (puzzlesCmd) Help() string {
	return `Plays games of weak and medium computer players and looks at every turn of round 12. It is a puzzle if one plan
guarantees more VP than every other, whatever the others do, and not all levels find it.
With --choose, puzzles of all themes and difficulties are taken in turn, one of a game at most. With --tries and then
--rate, puzzles are rated by the first half of the tries; the second half says how well such ratings foretell.`
}

// Run finds puzzles, or chooses some.
func (c *puzzlesCmd) Run(ctx context.Context) error {
	switch {
	case c.Choose != "":
		return c.choose(os.Stdout, os.Stderr)
	case c.Rate != "":
		return c.rate(os.Stdout, os.Stderr)
	}
	return c.measure(ctx, func(ctx context.Context, b *board.Board, file *os.File) error {
		if c.Tries > 0 {
			return lab.TryPuzzles(ctx, lab.TriesConfig{Board: b, Tries: c.Tries, Seed: c.Seed, Workers: c.Workers, File: file})
		}
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

// rate prints the puzzles with their ratings, the ratings of the levels, and how well such
// ratings foretell.
func (c *puzzlesCmd) rate(out, counts io.Writer) error {
	var tried []*lab.TriesLine
	err := readMeasured(c.Rate, func(r io.Reader) (err error) {
		tried, err = lab.ReadTries(r)
		return err
	})
	if err != nil {
		return err
	}
	if len(tried) != len(puzzle.All()) {
		return fmt.Errorf("%s has %d puzzles, there are %d", c.Rate, len(tried), len(puzzle.All()))
	}
	ratings, levels := lab.RatePuzzles(tried, -1)
	lines := json.NewEncoder(out)
	for k, p := range puzzle.All() {
		p.Rating = int(math.Round(ratings[k]))
		if err := lines.Encode(p); err != nil {
			return err
		}
	}
	w := tabwriter.NewWriter(counts, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\trating\t")
	for i, level := range puzzle.Raters {
		fmt.Fprintf(w, "%s\t%.0f\t\n", level.Name, levels[i])
	}
	fmt.Fprintln(w, "foretold %\tsolved %\tpuzzles\t")
	for _, b := range lab.ForetellPuzzles(tried) {
		fmt.Fprintf(w, "%.1f\t%.1f\t%d\t\n", 100*b.Chance/float64(b.Of), 100*b.Right/float64(b.Of), b.Of)
	}
	return w.Flush()
}
