package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"ruhr/bot"
	"ruhr/coach"
	"ruhr/record"
)

// reviewCmd reviews games.
type reviewCmd struct {
	boardFlag
	Files    []string `arg:"" name:"file" help:"Records of games that are over."`
	Playouts int      `default:"2000" placeholder:"N" help:"Playouts for a decision; an eighth for an outcome of chance (default 2000)."`
}

// Help explains the figures.
func (reviewCmd) Help() string {
	return `Prints where each seat's result came from, in hundredths of a win: the equal share of every seat,
its place at the start, the draws, its own decisions, the others' decisions, and what the search
only saw later. They add up to what the seat won.`
}

// Run reviews one game after the other.
func (c *reviewCmd) Run(ctx context.Context) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Playouts < 1 {
		return fmt.Errorf("--playouts %d: at least 1", c.Playouts)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	defer w.Flush()
	fmt.Fprintln(w, "game\tseat\tequal\tstart\tdraws\town\tothers\tunforeseen\twon\t")
	for _, file := range c.Files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		r, err := record.Read(data)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		g, err := record.Referee(r, b)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if !g.Over() {
			return fmt.Errorf("%s: the game is not over", file)
		}
		review, err := coach.Of(ctx, g, bot.NewAnalyst(g.Rules, c.Playouts))
		if err != nil {
			return err
		}
		for k, a := range review.Seats {
			fmt.Fprintf(w, "%s\t%d\t", file, k)
			for _, x := range []int{a.Fair, a.Start, a.Draws, a.Own, a.Others, a.Unforeseen, a.Won} {
				fmt.Fprintf(w, "%.1f\t", 100*float64(x)/coach.Whole)
			}
			fmt.Fprintln(w)
		}
	}
	return nil
}
