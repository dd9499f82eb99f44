package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"ruhr/bot/analysis"
	"ruhr/lab"
)

// calibrateCmd compares what searches expect with what comes of it.
type calibrateCmd struct {
	boardFlag
	Seats    int    `default:"2" placeholder:"N" help:"Seats at each table, 2 to 4 (default 2)."`
	Games    int    `default:"20" placeholder:"N" help:"How many games (default 20)."`
	Seed     uint64 `default:"1" placeholder:"N" help:"Of the first deal (default 1)."`
	Playouts int    `default:"400" placeholder:"N" help:"Playouts per search; Reeder plays with a quarter (default 400)."`
	Every    int    `default:"8" placeholder:"N" help:"Search one decision in so many (default 8)."`
	Workers  int    `placeholder:"N" help:"Games at a time (default: one per processor)."`
	Fit      bool   `help:"Print the correction for bot/analysis/show.go that fits these games."`
}

// Help says what is compared.
func (calibrateCmd) Help() string {
	return `Plays games, half of Reeder alone and half between levels that are drawn, and has a search
say what it expects of some positions. Shows both that and what players are shown, which
bot/analysis/show.go corrects.`
}

// Run plays the games and prints the comparison.
func (c *calibrateCmd) Run(ctx context.Context) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	result, err := lab.Calibrate(ctx, lab.CalibrateConfig{Board: b, Seats: c.Seats, Games: c.Games, Seed: c.Seed, Playouts: c.Playouts, Every: max(1, c.Every), Workers: c.Workers})
	if err != nil {
		return err
	}
	if c.Fit {
		return printFit(os.Stdout, c.Seats, &result.Fit)
	}
	return printCalibration(os.Stdout, &result)
}

// stages are rounds that are told together.
var stages = [...][2]int{{1, 3}, {4, 6}, {7, 9}, {10, 12}, {1, 12}}

func printCalibration(out io.Writer, c *lab.Calibration) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "% expected\tseats\texpected\twon\tshown: seats\texpected\twon\t")
	for n := range c.Raw.Shares {
		fmt.Fprintf(w, "%d–%d\t", 10*n, 10*n+10)
		for _, s := range []lab.Share{c.Raw.Shares[n], c.Shown.Shares[n]} {
			all := max(1, float64(s.Seats))
			fmt.Fprintf(w, "%d\t%.1f %%\t%.1f %%\t", s.Seats, 100*s.Expected/all, 100*s.Won/all)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nplace in rounds 1–3\tReeder alone: seats\texpected\tshown\twon\tmixed: seats\texpected\tshown\twon\t")
	for place := range c.Places[0] {
		fmt.Fprintf(w, "%d\t", place+1)
		for _, of := range c.Places {
			p := of[place]
			all := max(1, float64(p.Seats))
			fmt.Fprintf(w, "%d\t%.1f %%\t%.1f %%\t%.1f %%\t", p.Seats, 100*p.Raw/all, 100*p.Shown/all, 100*p.Wins/all)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nrounds\tseats\tVP too few\twithin\tbelow\tshown: VP too few\twithin\tbelow\t")
	for _, of := range stages {
		var raw, shown lab.VPExpected
		for round := of[0]; round <= of[1]; round++ {
			raw.Add(c.Raw.Rounds[round])
			shown.Add(c.Shown.Rounds[round])
		}
		fmt.Fprintf(w, "%d–%d\t%d\t", of[0], of[1], raw.Seats)
		for _, v := range []lab.VPExpected{raw, shown} {
			all := max(1, float64(v.Seats))
			fmt.Fprintf(w, "%+.2f\t%.1f %%\t%.1f %%\t", v.Missing/all, 100*float64(v.Within)/all, 100*float64(v.Below)/all)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "\nBrier score: expected %.4f ± %.4f, shown %.4f ± %.4f (mean of games and its standard error)\n",
		c.Raw.Brier.Mean, c.Raw.Brier.Error, c.Shown.Brier.Mean, c.Shown.Brier.Error)
	fmt.Fprintf(w, "another action is the best as shown in %.1f %% of searches\n", 100*c.Changed)
	return w.Flush()
}

func printFit(out io.Writer, seats int, f *analysis.Correction) error {
	_, err := fmt.Fprintf(out, "%d: %s,\n", seats, strings.TrimPrefix(fmt.Sprintf("%#v", *f), "analysis.Correction"))
	return err
}
