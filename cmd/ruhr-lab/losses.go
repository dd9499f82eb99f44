package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"ruhr/board"
	"ruhr/coach"
	"ruhr/lab"
)

// lossesCmd measures what reviews say that decisions lost.
type lossesCmd struct {
	measureFlags
	Decisions int    `default:"300" placeholder:"N" help:"How many decisions (default 300)."`
	Further   int    `default:"48" placeholder:"N" help:"Pairs of games of the second estimate (default 48)."`
	Fit       string `xor:"file" required:"" placeholder:"FILE" help:"Fit the losses in this file, and compare each half of the games with the fit of the other."`
}

// Help says what is measured.
func (lossesCmd) Help() string {
	return `Reviews games of mixed levels and plays some of their decisions out: Reeder with 180 playouts in all
seats, from the best action and from what was played, with the same chance.`
}

// Run measures.
func (c *lossesCmd) Run(ctx context.Context) error {
	if c.Fit != "" {
		return c.fit(os.Stdout)
	}
	return c.measure(ctx, func(ctx context.Context, b *board.Board, file *os.File) error {
		return lab.Losses(ctx, lab.LossesConfig{Board: b, Decisions: c.Decisions, Pairs: c.Pairs, Further: c.Further, Playouts: c.Playouts,
			Seed: c.Seed, Workers: c.Workers, File: file})
	})
}

// fit prints the calibration that fits all games, how well the fit of each half of the
// games describes the other half, and how well the program's describes all.
func (c *lossesCmd) fit(out io.Writer) error {
	var list []*lab.LossLine
	var games []*lab.GameLine
	err := readMeasured(c.Fit, func(r io.Reader) (err error) {
		list, games, err = lab.ReadLosses(r)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d decisions of %d games: %+v\n\n", len(list), len(games), lab.FitLosses(list))
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "fit of\tcompared with\tdecisions\tslope\tfrom\tto\theld\tdeviation\testablished\tpositive\tright\tsaid\tbecame\t±\tmarked\tpositive\t")
	halves := [2][]*lab.LossLine{lab.HalfOfGames(list, false), lab.HalfOfGames(list, true)}
	names := [2]string{"even games", "odd games"}
	for i := range halves {
		c := lab.FitLosses(halves[i])
		printProof(w, names[i], names[1-i], lab.ProveLosses(&c, halves[1-i]))
	}
	for seats := 2; seats <= 4; seats++ {
		all := lab.FitLosses(list)
		printProof(w, "all", fmt.Sprint(seats, " seats"), lab.ProveLosses(&all, lab.OfSeats(list, seats)))
	}
	printProof(w, "the program", "all", lab.ProveLosses(&coach.Calibrated, list))
	fmt.Fprintf(w, "\nseats\tnot foreseen\tif decisions count %.2f of it\t\n", coach.Calibrated.Alone)
	for seats := 2; seats <= 4; seats++ {
		fmt.Fprintf(w, "%d\t%.1f\t%.1f\t\n", seats, lab.NotForeseen(games, seats, 1), lab.NotForeseen(games, seats, coach.Calibrated.Alone))
	}
	return w.Flush()
}

func printProof(w io.Writer, of, with string, p lab.LossProof) {
	fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.0f %%\t%.1f\t%d\t%d\t%.0f %%\t%.1f\t%.1f\t%.1f\t%d\t%d\t\n", of, with, p.N, p.Slope, p.Low, p.High,
		100*p.Held, p.Deviation, p.Sure, p.Positive, 100*p.Right, p.Said, p.Became.Mean, p.Became.Error, p.Marked, p.Marks)
}
