package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"ruhr/lab"
	"ruhr/lab/entrant"
)

// trainCmd makes the weights of the learned computer players.
type trainCmd struct {
	boardFlag
	Out      string `required:"" placeholder:"FILE" help:"The file of weights, written after every round."`
	Seats    []int  `sep:"," placeholder:"N,…" help:"Numbers of seats to train (default 4,2,3)."`
	Seed     uint64 `default:"1" placeholder:"N" help:"The same seed learns the same (default 1)."`
	Steps    int    `default:"300" placeholder:"N" help:"Steps of tuning the evaluator (default 300)."`
	Rounds   int    `default:"2" placeholder:"N" help:"Rounds of expert iteration (default 2)."`
	Games    int    `default:"200" placeholder:"N" help:"Games of self-play per round (default 200)."`
	Playouts int    `default:"100" placeholder:"N" help:"Playouts per decision of the searches (default 100)."`
	Value    bool   `help:"Train the nets that estimate the final VP instead of the policy."`
	From     string `placeholder:"FILE" help:"Weights to start from (the policy) or to play with (--value)."`
	Nets     string `placeholder:"FILE" help:"Nets for the labelling searches, which else play to the end; with --value, searches with these nets play the games."`
	Epochs   int    `default:"6" placeholder:"N" help:"Passes over the games, with --value (default 6)."`
	Workers  int    `placeholder:"N" help:"Games at a time (default: one per processor)."`
	Resume   bool   `help:"Continue from what the file already has; with --value, go on learning from its nets and keep those for other numbers of seats."`
}

// Help explains the result.
func (trainCmd) Help() string {
	return `The same numbers make the same file, however often training was interrupted and resumed. To play with it, put the file
at bot/policy/weights.json (Lotse) or at bot/policy/search.json (Reeder and Bergrat), or at bot/value/nets.json if made with --value, and
rebuild the program.`
}

// Run trains until it is done or the user ends it.
func (c *trainCmd) Run(ctx context.Context) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	config := lab.TrainConfig{Board: b, Seats: c.Seats, Seed: c.Seed, Steps: c.Steps, Rounds: c.Rounds,
		Games: c.Games, Playouts: c.Playouts, Epochs: c.Epochs, Workers: c.Workers, Out: c.Out, Resume: c.Resume,
		Command: "ruhr-lab " + strings.Join(os.Args[1:], " "), Progress: trainProgress()}
	if c.From != "" {
		if config.From, err = entrant.ReadModels(c.From); err != nil {
			return err
		}
	}
	if c.Nets != "" {
		if config.Nets, err = entrant.ReadNets(c.Nets); err != nil {
			return err
		}
	}
	train := lab.Train
	if c.Value {
		train = lab.TrainValue
	}
	err = train(ctx, config)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "stopped; --resume goes on from here")
	}
	return err
}

// trainProgress writes a line for each stage.
func trainProgress() func(p lab.TrainProgress) {
	last := ""
	return func(p lab.TrainProgress) {
		line := fmt.Sprintf("%d seats, round %d, %s", p.Seats, p.Round, p.Stage)
		if p.Done < p.Of && line == last {
			return
		}
		last = line
		fmt.Fprintf(os.Stderr, "%s: %d of %d", line, p.Done, p.Of)
		switch {
		case p.Before > 0:
			fmt.Fprintf(os.Stderr, ", loss %.4f before and %.4f after", p.Before, p.After)
		case p.After > 0:
			fmt.Fprintf(os.Stderr, ", off by %.3f VP", p.After)
		}
		fmt.Fprintln(os.Stderr)
	}
}
