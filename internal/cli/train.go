package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"ruhr/bot/lab"
)

// trainCmd makes the weights of the computer players that learned.
type trainCmd struct {
	boardFlag
	Out      string `required:"" placeholder:"FILE" help:"The file of weights, written after every round."`
	Seats    []int  `sep:"," placeholder:"N,…" help:"Numbers of seats to train (default 4,2,3)."`
	Seed     uint64 `default:"1" placeholder:"N" help:"The same seed learns the same (default 1)."`
	Steps    int    `default:"300" placeholder:"N" help:"Steps of tuning the evaluator (default 300)."`
	Rounds   int    `default:"2" placeholder:"N" help:"Rounds of expert iteration (default 2)."`
	Games    int    `default:"200" placeholder:"N" help:"Games of self-play per round (default 200)."`
	Playouts int    `default:"100" placeholder:"N" help:"Playouts per decision of the labelling search (default 100)."`
	Workers  int    `placeholder:"N" help:"Games at a time (default: one per processor)."`
	Resume   bool   `help:"Continue from what the file already has."`
}

// Help explains the result.
func (trainCmd) Help() string {
	return `The same numbers make the same file, however often training was interrupted and resumed. To play with it, put the file
at bot/policy/weights.json and rebuild the program.`
}

// Run trains until it is done or the user ends it.
func (c *trainCmd) Run(w *world) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	last := ""
	err = lab.Train(w.ctx, lab.TrainConfig{Board: b, Seats: c.Seats, Seed: c.Seed, Steps: c.Steps, Rounds: c.Rounds,
		Games: c.Games, Playouts: c.Playouts, Workers: c.Workers, Out: c.Out, Resume: c.Resume,
		Command: "ruhr " + strings.Join(os.Args[1:], " "),
		Progress: func(p lab.TrainProgress) {
			line := fmt.Sprintf("%d seats, round %d, %s", p.Seats, p.Round, p.Stage)
			if p.Done < p.Of && line == last {
				return
			}
			last = line
			fmt.Fprintf(w.errors, "%s: %d of %d", line, p.Done, p.Of)
			if p.After > 0 {
				fmt.Fprintf(w.errors, ", loss %.4f before and %.4f after", p.Before, p.After)
			}
			fmt.Fprintln(w.errors)
		}})
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(w.errors, "stopped; --resume goes on from here")
	}
	return err
}
