package main

import (
	"context"
	"os"
	"runtime"
	"time"

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
	Out       string        `required:"" placeholder:"FILE" help:"Append JSON lines to this file; what it has is not measured again."`
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
