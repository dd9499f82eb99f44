package main

import (
	"context"
	"os"
	"time"

	"ruhr/lab/load"
)

// loadgenCmd measures a running server.
type loadgenCmd struct {
	boardFlag
	URL      string        `arg:"" name:"url" help:"The server, on this machine: http://127.0.0.1:1769."`
	Tables   int           `default:"20" placeholder:"N" help:"Tables that play at the same time (default 20)."`
	Seats    int           `default:"2" placeholder:"N" help:"Seats of each table, 2 to 4 (default 2)."`
	Bot      string        `placeholder:"LEVEL" help:"A computer player of this level in the last seat."`
	Watchers int           `placeholder:"N" help:"Open pages of people who watch, evenly over the tables."`
	Parts    load.Parts    `default:"answer" placeholder:"HOW" help:"How those who act learn what came of it: answer (page parts in the answer), stream (by their page's stream), none (rules and store alone)."`
	For      time.Duration `default:"20s" placeholder:"20s" help:"How long to play (default 20s)."`
	Think    time.Duration `placeholder:"0s" help:"How long everybody thinks before an action (default not at all)."`
	Patience time.Duration `default:"10s" placeholder:"10s" help:"How long a request that fails is made again (default 10s)."`
	Seed     uint64        `default:"1" placeholder:"N" help:"Of what is decided (default 1)."`
	Metrics  string        `placeholder:"URL" help:"The server's figures, for its memory: http://127.0.0.1:9100/metrics."`
}

// Help says what is compared.
func (loadgenCmd) Help() string {
	return `Simulated people play whole games by random legal actions and repeat what is not answered. Afterwards
every acknowledged action is looked for in the records, and all games are refereed; the exit status is 1 if
anything is wrong.`
}

// Run plays and prints what was measured.
func (c *loadgenCmd) Run(ctx context.Context) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	report, err := load.Run(ctx, load.Config{
		URL: c.URL, Tables: c.Tables, Seats: c.Seats, Bot: c.Bot, Watchers: c.Watchers, Parts: c.Parts,
		For: c.For, Think: c.Think, Patience: c.Patience, Seed: c.Seed, Metrics: c.Metrics, Board: b,
	})
	if err != nil {
		return err
	}
	report.Write(os.Stdout)
	if report.Err() != nil {
		return errFailed
	}
	return nil
}
