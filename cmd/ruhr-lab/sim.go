package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"ruhr/bot"
	"ruhr/lab"
	"ruhr/lab/entrant"
	"ruhr/record"
)

// simCmd plays games between computer players.
type simCmd struct {
	boardFlag
	variantFlags
	Seats   int      `default:"4" placeholder:"N" help:"Seats at each table, 2 to 4 (default 4)."`
	Games   int      `default:"1000" placeholder:"N" help:"How many games (default 1000)."`
	Seed    uint64   `default:"1" placeholder:"N" help:"The same seed gives the same games (default 1)."`
	Bots    []string `default:"random" sep:"," placeholder:"NAME,…" help:"Computer players by seat; a single name fills all seats (default random)."`
	Out     string   `placeholder:"DIR" help:"Write one record per game into this folder."`
	JSON    bool     `help:"Print JSON."`
	Workers int      `placeholder:"N" help:"Games at a time (default: one per processor)."`
}

// Help explains names and figures.
func (simCmd) Help() string {
	return "Computer players: " + strings.Join(entrant.Names(), ", ") + `. NAME@500 gives a player 500 playouts per decision.
Seats that share the first place share the win.`
}

// Run plays and prints the result.
func (c *simCmd) Run(ctx context.Context) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	config := lab.SimConfig{Board: b, Variant: c.variant(), Seats: c.Seats, Games: c.Games, Seed: c.Seed, Bots: c.Bots, Workers: c.Workers}
	if c.Out != "" {
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return err
		}
		config.OnGame = func(n int, r *record.Record) error { return c.write(n, r) }
	}
	bar := progress(c.Games)
	if bar != nil {
		config.Progress = seldom(func(done int) { _ = bar.Set(done) })
	}
	result, err := lab.Sim(ctx, config)
	return finish(bar, err, result.Games, func() error { return c.print(os.Stdout, result) })
}

// finish removes the bar and prints what was played, even if the user ended
// it. The error is that of the games, or of printing.
func finish(bar *progressbar.ProgressBar, err error, games int, show func() error) error {
	if bar != nil {
		_ = bar.Clear()
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if games > 0 {
		if err := show(); err != nil {
			return err
		}
	}
	return err
}

// write writes the record of game n to its file.
func (c *simCmd) write(n int, r *record.Record) error {
	data, err := r.Write()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Out, fmt.Sprintf("game-%06d.json", n)), data, 0o644)
}

func (c *simCmd) print(out io.Writer, r lab.SimResult) error {
	if c.JSON {
		return json.NewEncoder(out).Encode(r)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "%d games in %.2f s, %.0f games a second, the winner's VP %.1f on average\n\n", r.Games, r.Seconds, r.GamesPerSecond, r.WinnerVP)
	fmt.Fprintln(w, "seat\tplayer\twins\twin share\tmean VP\tmean rank")
	for k, s := range r.Seats {
		fmt.Fprintf(w, "%d\t%s\t%.1f\t%.1f %%\t%.2f\t%.2f\n", k, s.Bot, s.Wins, 100*s.Wins/float64(r.Games), s.MeanVP, s.MeanRank)
	}
	fmt.Fprintln(w, "\nplace from the start seat\twins\twin share\tmean VP")
	for k, p := range r.Places {
		fmt.Fprintf(w, "%d\t%.1f\t%.1f %%\t%.2f\n", k, p.Wins, 100*p.Wins/float64(r.Games), p.MeanVP)
	}
	for k, s := range r.Seats {
		printFailures(w, fmt.Sprintf("seat %d, %s", k, s.Bot), s.Failures)
	}
	return w.Flush()
}

// printFailures warns that a stand-in took some of a program's decisions.
func printFailures(out io.Writer, who string, f bot.Failures) {
	if f.StoodIn > 0 {
		fmt.Fprintf(out, "\n%s failed; Schiffsjunge took %d of its decisions. Last failure: %s\n", who, f.StoodIn, f.Why)
	}
}

// seldom passes on at most ten calls a second: fast games end at tens of
// thousands a second.
func seldom(show func(done int)) func(done int) {
	var next atomic.Int64
	return func(done int) {
		if now := time.Now().UnixNano(); now >= next.Load() {
			next.Store(now + int64(time.Second/10))
			show(done)
		}
	}
}

// progress is a bar on a terminal, nothing elsewhere.
func progress(games int) *progressbar.ProgressBar {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil
	}
	return progressbar.NewOptions(games, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionShowCount(),
		progressbar.OptionShowIts(), progressbar.OptionSetItsString("games"), progressbar.OptionThrottle(100e6))
}
