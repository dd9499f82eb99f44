package main

import (
	"context"
	"encoding/json"
	"io"
	"os"

	"ruhr/board"
	"ruhr/lab"
)

// studyCmd finds out what strong players do.
type studyCmd struct {
	resumeFlags
	Games    int    `default:"3000" placeholder:"N" help:"How many games (default 3000)."`
	Playouts int    `default:"200" placeholder:"N" help:"Playouts for a decision (default 200)."`
	Sum      string `xor:"file" required:"" placeholder:"FILE" help:"Print coach/study.jsonl from what this file has."`
}

// Help says what is played.
func (studyCmd) Help() string {
	return `Plays games of Reeder in all seats, of 2, 3 and 4 seats in turn, and notes which options, storages and
progress markers each seat chooses. With --sum, how often each was chosen and what came of it.`
}

// Run plays, or sums up.
func (c *studyCmd) Run(ctx context.Context) error {
	if c.Sum != "" {
		return c.sum(os.Stdout)
	}
	return c.measure(ctx, func(ctx context.Context, b *board.Board, file *os.File) error {
		return lab.Study(ctx, lab.StudyConfig{Board: b, Games: c.Games, Playouts: c.Playouts, Seed: c.Seed, Workers: c.Workers, File: file})
	})
}

func (c *studyCmd) sum(out io.Writer) error {
	var all []*lab.StudyLine
	err := readMeasured(c.Sum, func(r io.Reader) (err error) {
		all, err = lab.ReadStudy(r)
		return err
	})
	lines := json.NewEncoder(out)
	for seats := 2; err == nil && seats <= 4; seats++ {
		err = lines.Encode(lab.SumStudy(all, seats))
	}
	return err
}
