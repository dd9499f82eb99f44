package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"text/tabwriter"

	"ruhr/lab"
)

// calibrateCmd compares what searches expect with what comes of it.
type calibrateCmd struct {
	boardFlag
	Seats    int    `default:"2" placeholder:"N" help:"Seats at each table, 2 to 4 (default 2)."`
	Games    int    `default:"20" placeholder:"N" help:"How many games (default 20)."`
	Seed     uint64 `default:"1" placeholder:"N" help:"Of the first deal (default 1)."`
	Playouts int    `default:"400" placeholder:"N" help:"Playouts per decision (default 400)."`
	Workers  int    `placeholder:"N" help:"Games at a time (default: one per processor)."`
	Fit      bool   `help:"Print the correction for bot/shown.go that fits these games."`
}

// Help says what is compared.
func (calibrateCmd) Help() string {
	return `Shows both what the search expects and what players are shown, which bot/shown.go corrects.`
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
	result, err := lab.Calibrate(ctx, lab.CalibrateConfig{Board: b, Seats: c.Seats, Games: c.Games, Seed: c.Seed, Playouts: c.Playouts, Workers: c.Workers})
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
	fmt.Fprintln(w, "% expected\tdecisions\texpected\twon\tshown: decisions\texpected\twon\t")
	for n := range c.Raw.Shares {
		fmt.Fprintf(w, "%d–%d\t", 10*n, 10*n+10)
		for _, s := range []lab.Share{c.Raw.Shares[n], c.Shown.Shares[n]} {
			all := max(1, float64(s.Decisions))
			fmt.Fprintf(w, "%d\t%.1f %%\t%.1f %%\t", s.Decisions, 100*s.Expected/all, 100*s.Won/all)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nrounds\tdecisions\tVP too few\twithin\tbelow\tshown: VP too few\twithin\tbelow\t")
	for _, of := range stages {
		var raw, shown lab.VPExpected
		for round := of[0]; round <= of[1]; round++ {
			raw.Add(c.Raw.Rounds[round])
			shown.Add(c.Shown.Rounds[round])
		}
		fmt.Fprintf(w, "%d–%d\t%d\t", of[0], of[1], raw.Decisions)
		for _, v := range []lab.VPExpected{raw, shown} {
			all := max(1, float64(v.Decisions))
			fmt.Fprintf(w, "%+.2f\t%.1f %%\t%.1f %%\t", v.Missing/all, 100*float64(v.Within)/all, 100*float64(v.Below)/all)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func printFit(out io.Writer, seats int, f *lab.ShownFit) error {
	_, err := fmt.Fprintf(out, "%d: {win: %s, late: %d, early: %d, spread: %d},\n", seats, knots(&f.Win), f.Late, f.Early, f.Spread)
	return err
}

func knots(win *[2][11]int) string {
	text := "[2][11]int{"
	for i, row := range win {
		if i > 0 {
			text += ", "
		}
		text += "{"
		for k, n := range row {
			if k > 0 {
				text += ", "
			}
			text += fmt.Sprint(n)
		}
		text += "}"
	}
	return text + "}"
}
