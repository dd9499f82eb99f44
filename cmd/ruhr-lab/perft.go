package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"ruhr/record"
)

// perftCmd counts action sequences.
type perftCmd struct {
	boardFlag
	File  string `arg:"" help:"A game record."`
	At    int    `required:"" placeholder:"N" help:"Count from the position before action N."`
	Depth int    `required:"" placeholder:"D" help:"Length of the sequences."`
	JSON  bool   `help:"Print JSON."`
}

// Help explains what is counted.
func (perftCmd) Help() string {
	return `Prints a count for each first action and the sum. A sequence that ends the round or the game
counts once; forced actions count as actions.`
}

// perftLine is the count of one first action.
type perftLine struct {
	Action record.Action `json:"action"`
	Count  uint64        `json:"count"`
}

// Run counts until it is done or the user ends it.
func (c *perftCmd) Run(ctx context.Context) error {
	context.AfterFunc(ctx, func() { os.Exit(130) }) // counting does not watch it
	b, err := c.load()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	r, err := record.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.At < 0 || c.At > len(r.Actions) {
		return fmt.Errorf("--at %d: the record has %d actions", c.At, len(r.Actions))
	}
	if c.Depth < 1 {
		return fmt.Errorf("--depth %d: at least 1", c.Depth)
	}
	p, err := record.Referee(r, b)
	if p == nil || p.Len() < c.At {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	actions, counts := p.Rules.PerftDivide(p.After(c.At), c.Depth)
	sum := uint64(0)
	lines := make([]perftLine, len(actions))
	for i, a := range actions {
		lines[i] = perftLine{p.Codec.Encode(a), counts[i]}
		sum += counts[i]
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"at": c.At, "depth": c.Depth, "count": sum, "first": lines})
	}
	for _, l := range lines {
		fmt.Printf("%s: %d\n", l.Action, l.Count)
	}
	fmt.Printf("total: %d\n", sum)
	return nil
}
