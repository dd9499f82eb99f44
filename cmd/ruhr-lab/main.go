// Command ruhr-lab is the laboratory for those who develop Ruhr: it measures the
// engine, computer players and servers, and trains computer players. It is not
// part of a release.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"ruhr/board"
	"ruhr/lab/faults"
	"ruhr/lab/growth"
	"ruhr/lab/handovers"
	"ruhr/lab/teaching"
	"ruhr/lab/waiting"
	"ruhr/rules"
)

// grammar is the command line; kong reads it from the struct.
type grammar struct {
	Sim       simCmd            `cmd:"" help:"Let computer players play each other and count the results."`
	Arena     arenaCmd          `cmd:"" help:"Measure how strong computer players are."`
	Train     trainCmd          `cmd:"" help:"Train the learning computer players by self-play."`
	Calibrate calibrateCmd      `cmd:"" help:"Compare what searches expect with what comes of it."`
	Losses    lossesCmd         `cmd:"" help:"Compare what reviews say that decisions lost with what comes of them."`
	Marks     marksCmd          `cmd:"" help:"Count what reviews mark, and whether they find planted blunders."`
	Sentences sentencesCmd      `cmd:"" help:"Print the reasons that reviews give, with their positions."`
	Puzzles   puzzlesCmd        `cmd:"" help:"Find puzzles in games of computer players, and choose those of the product."`
	Study     studyCmd          `cmd:"" help:"Find out what strong computer players choose, and what comes of it."`
	Perft     perftCmd          `cmd:"" help:"Count the sequences of actions from a position of a record."`
	Loadgen   loadgenCmd        `cmd:"" help:"Measure a server on this machine: many people play whole games."`
	Faults    faults.Command    `cmd:"" help:"Break servers and their services while many people play, and look for what was lost."`
	Growth    growth.Command    `cmd:"" help:"Measure the pages of a server on which a million games were played."`
	Waiting   waiting.Command   `cmd:"" help:"Measure how long a person waits while the strongest computer players think."`
	Handovers handovers.Command `cmd:"" help:"Measure how often a table waits for another person, and what standing orders save."`
	Teaching  teaching.Command  `cmd:"" help:"Print lab/teaching.md: how soon the lesson explains what."`
}

// errFailed ends a command that has printed what is wrong.
var errFailed = errors.New("failed")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	parsed := kong.Parse(&grammar{}, kong.Name("ruhr-lab"), kong.Description("The laboratory of Ruhr: measure and train."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.BindTo(ctx, (*context.Context)(nil)))
	switch err := parsed.Run(); {
	case err == nil:
	case errors.Is(err, context.Canceled):
		os.Exit(130)
	case errors.Is(err, errFailed):
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "ruhr-lab:", err)
		os.Exit(1)
	}
}

// boardFlag lets a command use another board file.
type boardFlag struct {
	Board string `placeholder:"FILE" help:"Use this board file instead of the built-in one."`
}

func (f boardFlag) load() (*board.Board, error) {
	if f.Board == "" {
		return board.Default(), nil
	}
	data, err := os.ReadFile(f.Board)
	if err != nil {
		return nil, err
	}
	return board.Load(data)
}

// variantFlags are the two options of a table.
type variantFlags struct {
	CalmWater bool `help:"Leave the two starred markers out (SET-4)."`
	EveryShip bool `help:"Every ship in Ruhrort moves the export marker (SAIL-5)."`
}

func (v variantFlags) variant() rules.Variant {
	return rules.Variant{CalmWater: v.CalmWater, EveryShip: v.EveryShip}
}
