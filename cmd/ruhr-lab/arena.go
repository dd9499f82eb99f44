package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/schollz/progressbar/v3"

	"ruhr/bot"
	"ruhr/lab"
)

// arenaCmd measures how strong computer players are.
type arenaCmd struct {
	boardFlag
	variantFlags
	Levels  bool          `help:"Print the levels of computer players, the weakest first, and play nothing."`
	Bots    []string      `sep:"," placeholder:"NAME,…" help:"Computer players: one per seat, or two, the first against the second in all other seats."`
	Seats   int           `default:"4" placeholder:"N" help:"Seats at each table, 2 to 4 (default 4)."`
	Games   int           `default:"400" placeholder:"N" help:"How many games at most, rounded up to whole blocks of one per seat (default 400)."`
	Seed    uint64        `default:"1" placeholder:"N" help:"The same seed plays the same match (default 1)."`
	Workers int           `placeholder:"N" help:"Games at a time (default: one per processor)."`
	Divide  int           `default:"1" placeholder:"N" help:"Divide every player's own playouts by N."`
	Each    int           `name:"playouts" placeholder:"N" help:"Playouts per decision for all that search, instead of their own."`
	Time    time.Duration `placeholder:"DURATION" help:"Time per decision for all that search, instead of playouts; such a match cannot be repeated."`
	SPRT    string        `name:"sprt" placeholder:"H0,H1" help:"Stop once a difference in rating points is proven, as in 0,15 or -10,5."`
	Resume  string        `placeholder:"FILE" help:"Record what is played in this file, and continue where it ends."`
	JSON    bool          `help:"Print JSON."`
}

// Help explains the measures.
func (arenaCmd) Help() string {
	return `Every deal is played with every player in every seat. Intervals are 95 % intervals from the means of such blocks.
cmd:PROGRAM seats a program of your own (docs/bots/README.md); NAME@500 gives a player 500 playouts per decision.
lotse and the levels above it accept other settings, as in reeder@500:explore=0.25:weights=FILE: weights, sharp
(of lotse), nets, explore, first, prior, play, horizon and best (of the others).`
}

// Run plays the match and prints it.
func (c *arenaCmd) Run(ctx context.Context) error {
	if c.Levels {
		_, err := fmt.Println(strings.Join(bot.Levels(), "\n"))
		return err
	}
	if len(c.Bots) == 0 {
		return errors.New("no players: --bots names one per seat, or two; --levels lists the levels")
	}
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	config := lab.ArenaConfig{Board: b, Variant: c.variant(), Seats: c.Seats, Games: c.Games, Seed: c.Seed, Bots: c.Bots,
		Workers: c.Workers, Divide: c.Divide, Budget: bot.Budget{Playouts: c.Each, Time: c.Time}, Resume: c.Resume}
	if c.SPRT != "" {
		config.SPRT = &lab.SPRT{}
		if _, err := fmt.Sscanf(c.SPRT, "%g,%g", &config.SPRT.H0, &config.SPRT.H1); err != nil {
			return fmt.Errorf("--sprt %q: expected two numbers as in 0,15", c.SPRT)
		}
	}
	bar := progress(c.Games)
	if bar != nil {
		config.Progress = func(r lab.ArenaResult) { showMatch(bar, r) }
	}
	result, err := lab.Arena(ctx, config)
	return finish(bar, err, result.Games, func() error { return c.print(os.Stdout, result) })
}

// showMatch keeps the bar at the share of wins so far.
func showMatch(bar *progressbar.ProgressBar, r lab.ArenaResult) {
	if r.Blocks > 1 {
		e := r.Entrants[0]
		bar.Describe(fmt.Sprintf("%s %.1f %% (%.1f to %.1f)", e.Bot, 100*e.Win.Mean, 100*e.Win.Low, 100*e.Win.High))
	}
	_ = bar.Set(min(r.Games, bar.GetMax()))
}

func (c *arenaCmd) print(out io.Writer, r lab.ArenaResult) error {
	if c.JSON {
		return json.NewEncoder(out).Encode(r)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "%d games of %d seats in %d blocks, seed %d, budgets divided by %d, %.0f s; equals win %.1f %% a seat\n\n",
		r.Games, r.Seats, r.Blocks, r.Seed, r.Divide, r.Seconds, 100*r.Fair)
	fmt.Fprintln(w, "player\tplayouts\twin share\t95 %\tVP\tmargin\t95 %\trank\trating\tms, median\tms, p99")
	for _, e := range r.Entrants {
		win, margin := "–", "–" // one block gives no interval
		if r.Blocks > 1 {
			win = fmt.Sprintf("%.1f–%.1f", 100*e.Win.Low, 100*e.Win.High)
			margin = fmt.Sprintf("%+.1f–%+.1f", e.Margin.Low, e.Margin.High)
		}
		fmt.Fprintf(w, "%s\t%d\t%.1f %%\t%s\t%.1f\t%+.1f\t%s\t%.2f\t%+.0f\t%.3f\t%.3f\n", e.Bot, e.Playouts,
			100*e.Win.Mean, win, e.VP.Mean, e.Margin.Mean, margin, e.Rank.Mean, e.Rating, e.Median, e.P99)
	}
	for _, e := range r.Entrants {
		printFailures(w, e.Bot, e.Failures)
	}
	if s := r.SPRT; s != nil {
		fmt.Fprintf(w, "\nsequential test: %s after %d blocks (log-likelihood ratio %.2f within %.2f to %.2f)\n", s.Verdict, s.Blocks, s.LLR, s.Low, s.High)
	}
	return w.Flush()
}
