package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"ruhr/coach"
	"ruhr/lab"
)

// lossesCmd measures what reviews say that decisions lost.
type lossesCmd struct {
	boardFlag
	Decisions int           `default:"300" placeholder:"N" help:"How many decisions (default 300)."`
	Pairs     int           `default:"60" placeholder:"N" help:"Pairs of games that play a decision out (default 60)."`
	Further   int           `default:"48" placeholder:"N" help:"Pairs of games of the second witness (default 48)."`
	Playouts  int           `default:"2000" placeholder:"N" help:"Playouts of the reviews for a decision (default 2000)."`
	Seed      uint64        `default:"1" placeholder:"N" help:"The same seed gives the same decisions (default 1)."`
	Out       string        `xor:"file" required:"" placeholder:"FILE" help:"Append JSON lines to this file; what it has is not measured again."`
	Fit       string        `xor:"file" required:"" placeholder:"FILE" help:"Fit the losses in this file, and compare each half of the games with the fit of the other."`
	Time      time.Duration `placeholder:"9m" help:"End after this time; the same call goes on."`
	Workers   int           `placeholder:"N" help:"Games at a time (default: one per processor)."`
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
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Time)
		defer cancel()
	}
	f, err := os.OpenFile(c.Out, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	return lab.Losses(ctx, lab.LossesConfig{Board: b, Decisions: c.Decisions, Pairs: c.Pairs, Further: c.Further, Playouts: c.Playouts,
		Seed: c.Seed, Workers: c.Workers, File: f})
}

// fit prints the calibration that fits all games, how well the fit of each half of the
// games describes the other half, and how well the program's describes all.
func (c *lossesCmd) fit(out io.Writer) error {
	f, err := os.Open(c.Fit)
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(c.Fit, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	list, games, err := lab.ReadLosses(in)
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
	fmt.Fprintln(w, "\nseats\tnot foreseen\tall of what the search says counts\t")
	for seats := 2; seats <= 4; seats++ {
		fmt.Fprintf(w, "%d\t%.1f\t%.1f\t\n", seats, lab.NotForeseen(games, seats, lab.PartAlone), lab.NotForeseen(games, seats, 1))
	}
	return w.Flush()
}

func printProof(w io.Writer, of, with string, p lab.LossProof) {
	fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.0f %%\t%.1f\t%d\t%d\t%.0f %%\t%.1f\t%.1f\t%.1f\t%d\t%d\t\n", of, with, p.N, p.Slope, p.Low, p.High,
		100*p.Held, p.Deviation, p.Sure, p.Positive, 100*p.Right, p.Said, p.Became.Mean, p.Became.Error, p.Marked, p.Marks)
}
