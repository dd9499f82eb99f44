// Command calibrate compares what searches expect with what comes of it, without
// the correction of what is shown and with it. With -fit it prints the correction
// for bot/shown.go that fits the games. The figures are in lab/strength.md.
//
//	go run ./internal/tool/calibrate -seats 2 -games 600 -seed 89400000
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"text/tabwriter"

	"ruhr/board"
	"ruhr/lab"
	"ruhr/spec"
)

func main() {
	seats := flag.Int("seats", 2, "seats, 2 to 4")
	games := flag.Int("games", 20, "how many games")
	seed := flag.Uint64("seed", 1, "of the first deal")
	playouts := flag.Int("playouts", 400, "playouts for each decision")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "games at a time")
	fit := flag.Bool("fit", false, "print the correction that fits these games")
	flag.Parse()
	b, err := board.Load(spec.Board)
	if err != nil {
		log.Fatal(err)
	}
	c, err := lab.Calibrate(context.Background(), lab.CalibrateConfig{Board: b, Seats: *seats, Games: *games, Seed: *seed, Playouts: *playouts, Workers: *workers})
	if err != nil {
		log.Fatal(err)
	}
	if *fit {
		err = printFit(os.Stdout, *seats, &c.Fit)
	} else {
		err = printCalibration(os.Stdout, &c)
	}
	if err != nil {
		log.Fatal(err)
	}
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
