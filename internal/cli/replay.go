package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// replayCmd referees records.
type replayCmd struct {
	boardFlag
	Files []string `arg:"" name:"file" help:"Game records; - is standard input."`
	Legal bool     `help:"Print one line of JSON per decision with every legal action."`
	Show  int      `placeholder:"N" default:"-1" help:"Draw the table after action N as text."`
	// Rules is not read yet: as long as there is one version of the rules, what
	// was recorded is current.
	Rules string `placeholder:"current" enum:"recorded,current" default:"recorded" help:"Rules to referee by: as recorded, or current to show the first difference."`
}

// Help explains the output.
func (replayCmd) Help() string {
	return `Exit status 0 means that every record is a whole game, or the beginning of one, by the rules.
Otherwise a line names the file, the action (counted from 0), the rule and why.`
}

// Run referees every file and fails if one of them is not right.
func (c *replayCmd) Run(w *world) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	wrong := false
	for _, name := range c.Files {
		err := w.await(func() error { return c.file(w, b, name) })
		if errors.Is(err, errStopped) {
			return err
		}
		if err != nil {
			wrong = true
			var f *record.Fault
			if errors.As(err, &f) {
				fmt.Fprintf(w.errors, "%s: action %d: %s: %s\n", name, f.Action, f.Rule, f.Why)
				if f.Refused != nil {
					fmt.Fprintf(w.errors, "  %s\n", w.words.Refusal(view.RefusalOf(f.Game, f.Refused)).Why)
				}
			} else {
				fmt.Fprintf(w.errors, "%s: %v\n", name, err)
			}
		}
	}
	if wrong {
		return failure{exitFailed}
	}
	return nil
}

// readRecord reads a record from a file or standard input.
func readRecord(in io.Reader, name string) (*record.Record, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, record.MaxSize+1))
	if err != nil {
		return nil, err
	}
	return record.Read(data)
}

func (c *replayCmd) file(w *world, b *board.Board, name string) error {
	r, err := readRecord(w.in, name)
	if err != nil {
		return err
	}
	if note := olderRules(name, r.Rules, rules.Version); note != "" {
		fmt.Fprintln(w.errors, note)
	}
	switch {
	case c.Show >= 0:
		return c.show(w, r, b)
	case c.Legal:
		return c.legal(w, r, b)
	}
	p, err := record.Referee(r, b)
	if err != nil {
		return err
	}
	fmt.Fprintf(w.out, "%s: %s\n", name, outcome(p, r))
	return nil
}

// olderRules is the note on a record that was played by an older version of the
// rules than it is refereed by, "" for none.
func olderRules(name string, played, current int) string {
	if played >= current {
		return ""
	}
	return fmt.Sprintf("%s: played by rules version %d, refereed by version %d", name, played, current)
}

// outcome describes in one line how a refereed game stands.
func outcome(p *record.Replay, r *record.Record) string {
	if p.State.Decision() != rules.Over {
		return fmt.Sprintf("by the rules so far: %d actions, round %d", p.At(), p.State.Round())
	}
	return fmt.Sprintf("by the rules: %d actions, VP %v, rank %v", p.At(), r.Result.VP, r.Result.Rank)
}

func (c *replayCmd) legal(w *world, r *record.Record, b *board.Board) error {
	p, err := record.NewReplay(r, b)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w.out)
	defer out.Flush()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for p.At() < p.Len() {
		if err := enc.Encode(p.Legal()); err != nil {
			return err
		}
		if _, err := p.Step(); err != nil {
			return err
		}
	}
	return p.Finish()
}

func (c *replayCmd) show(w *world, r *record.Record, b *board.Board) error {
	if c.Show > len(r.Actions) {
		return fmt.Errorf("--show %d: the record has %d actions", c.Show, len(r.Actions))
	}
	p, err := record.NewReplay(r, b)
	if err != nil {
		return err
	}
	for p.At() < c.Show {
		if _, err := p.Step(); err != nil {
			return err
		}
	}
	return drawTable(w.out, p, r)
}
