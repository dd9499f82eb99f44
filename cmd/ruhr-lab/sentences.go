package main

import (
	"context"
	"os"

	"ruhr/lab"
)

// sentencesCmd prints reasons for a reader to judge.
type sentencesCmd struct {
	boardFlag
	Sentences int    `default:"50" placeholder:"N" help:"How many sentences, at least (default 50)."`
	Playouts  int    `default:"2000" placeholder:"N" help:"Playouts of the reviews for a decision (default 2000)."`
	Seed      uint64 `default:"1" placeholder:"N" help:"The same seed gives the same games (default 1)."`
}

// Run prints.
func (c *sentencesCmd) Run(ctx context.Context) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	return lab.Sentences(ctx, lab.LossesConfig{Board: b, Playouts: c.Playouts, Seed: c.Seed}, c.Sentences, os.Stdout)
}
