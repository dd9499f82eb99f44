package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"ruhr/board"
	"ruhr/lab"
)

// marksCmd counts what reviews mark.
type marksCmd struct {
	measureFlags
	Games  int    `default:"36" placeholder:"N" help:"How many games (default 36)."`
	Level  string `default:"bergrat" placeholder:"NAME" help:"Who plays in all seats (default bergrat)."`
	Budget int    `default:"40000" placeholder:"N" help:"Its playouts for a decision (default 40000)."`
	Plant  bool   `help:"Let Schiffsjunge play one turn of every game."`
	Count  string `xor:"file" required:"" placeholder:"FILE" help:"Count what this file has."`
}

// Help says what is measured.
func (marksCmd) Help() string {
	return `Reviews games between equal computer players and lists what is marked: where the strongest play, few
decisions should be. Every mark is played out: Reeder with 180 playouts in all seats, from the best action
and from what was played, with the same chance. With --plant, Schiffsjunge plays one turn of every game,
the worst of some by games that Lotse plays out, and what it loses is played out; a review should find it.`
}

// Run measures, or counts.
func (c *marksCmd) Run(ctx context.Context) error {
	if c.Count != "" {
		return c.count(os.Stdout)
	}
	return c.measure(ctx, func(ctx context.Context, b *board.Board, file *os.File) error {
		return lab.Marks(ctx, lab.MarksConfig{Board: b, Games: c.Games, Level: c.Level, Budget: c.Budget, Plant: c.Plant, Pairs: c.Pairs,
			Playouts: c.Playouts, Seed: c.Seed, Workers: c.Workers, File: file})
	})
}

// count prints how much is marked and found, by number of seats.
func (c *marksCmd) count(out io.Writer) error {
	var all []*lab.MarksLine
	err := readMeasured(c.Count, func(r io.Reader) (err error) {
		all, err = lab.ReadMarks(r)
		return err
	})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "seats\tgames\tmarks a game\t±\tthe better won more\tless than 5 lost\tlost when played out\t±\tplanted\tamong the worst three\treally lost\tamong the worst three\tmarked\t")
	for _, seats := range []int{2, 3, 4, 0} {
		var list []*lab.MarksLine
		for _, l := range all {
			if seats == 0 || l.Seats == seats {
				list = append(list, l)
			}
		}
		p, name := lab.ProveMarks(list), fmt.Sprint(seats)
		if seats == 0 {
			name = "all"
		}
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%.2f\t%d\t%d\t%.1f\t%.1f\t%d\t%d\t%d\t%d\t%d\t\n", name, p.Games, p.Marks.Mean, p.Marks.Error, p.Lost, p.Little,
			p.Truth.Mean, p.Truth.Error, p.Plants, p.Worst, p.Real, p.RealWorst, p.RealMarks)
	}
	return w.Flush()
}
