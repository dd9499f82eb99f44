package cli

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"ruhr/board"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// replayCmd checks records against the rules.
type replayCmd struct {
	boardFlag
	Files []string `arg:"" name:"file" help:"cli.replay_file"`
	Legal bool     `help:"cli.replay_legal"`
	Show  int      `placeholder:"N" default:"-1" help:"cli.replay_show"`
	// Rules has no effect yet: there is only one version of the rules.
	Rules string `placeholder:"current" enum:"recorded,current" default:"recorded" help:"cli.replay_rules"`
}

// Run checks every file and fails if any of them breaks the rules.
func (c *replayCmd) Run(w *env) error {
	return c.each(w, c.Files, func(b *board.Board, name string) error { return c.file(w, b, name) })
}

// each does something with every record and fails if that fails for any of them.
func (f boardFlag) each(w *env, names []string, do func(b *board.Board, name string) error) error {
	if first := slices.Index(names, "-"); first >= 0 && slices.Contains(names[first+1:], "-") {
		return w.failing(nil, "cli.stdin_once")
	}
	b, err := f.load()
	if err != nil {
		return err
	}
	wrong := false
	for _, name := range names {
		err := w.await(func() error { return do(b, name) })
		if errors.Is(err, errStopped) {
			return err
		}
		if err != nil {
			wrong = true
			w.blame(name, err)
		}
	}
	if wrong {
		return failure{exitFailed}
	}
	return nil
}

// blame prints what is wrong with a record.
func (w *env) blame(name string, err error) {
	var f *record.Fault
	if !errors.As(err, &f) {
		fmt.Fprintf(w.errors, "%s: %s\n", oneLine(name), oneLine(w.explain(err)))
		return
	}
	why := f.Why
	if f.Refused != nil {
		why = w.words.Refusal(view.RefusalOf(f.Game, f.Refused)).Why.Plain
	}
	fmt.Fprintln(w.errors, w.words.T("cli.replay_fault", "file", name, "n", f.Action, "rule", string(f.Rule), "why", why))
}

// readGame reads a record from a file, from standard input, or out of a link, and
// plays its game. It returns what [record.Referee] does, without a record where
// there is none.
func readGame(in io.Reader, b *board.Board, name string) (*record.Record, *record.Game, error) {
	if record.IsLink(name) {
		p, err := record.ReadLink(name, b)
		if err != nil {
			return nil, nil, err
		}
		return p.Record(), p, nil
	}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, record.MaxSize+1))
	if err != nil {
		return nil, nil, err
	}
	r, err := record.Read(data)
	if err != nil {
		return nil, nil, err
	}
	p, err := record.Referee(r, b)
	return r, p, err
}

func (c *replayCmd) file(w *env, b *board.Board, name string) error {
	r, p, err := readGame(w.in, b, name)
	if r != nil && r.Rules < rules.Version {
		fmt.Fprintln(w.errors, olderRules(w.words, name, r.Rules, rules.Version))
	}
	switch {
	case p == nil:
		return err
	case c.Show > len(r.Actions):
		return w.failing(nil, "cli.replay_short", "n", c.Show, "of", len(r.Actions))
	case c.Show > p.Len():
		return err
	case c.Show >= 0:
		return drawTable(w.out, w.words, p, c.Show, len(r.Actions))
	case c.Legal:
		return cmp.Or(printLegal(w.out, p, len(r.Actions)), err)
	case err != nil:
		return err
	}
	fmt.Fprintln(w.out, outcome(w.words, name, p, r))
	if len(r.Corrections) > 0 {
		fmt.Fprintln(w.out, w.words.T("cli.replay_corrected", "file", name, "n", r.Corrections[0].After))
	}
	return nil
}

// olderRules is the note on a record made under an older version of the rules
// than the one it is checked against.
func olderRules(words *lang.Printer, name string, played, current int) string {
	return words.T("cli.replay_older", "file", name, "played", played, "current", current)
}

// outcome describes the final state of a checked game in one line.
func outcome(words *lang.Printer, name string, p *record.Game, r *record.Record) string {
	if !p.Over() {
		return words.T("cli.replay_so_far", "file", name, "n", p.Len(), "round", p.After(p.Len()).Round())
	}
	var ends []string
	for k, who := range seatNames(r.Players) {
		if who == "" {
			who = words.Seat(k)
		}
		ends = append(ends, words.T("cli.replay_end", "who", who, "n", r.Result.VP[k], "rank", r.Result.Rank[k]))
	}
	return words.T("cli.replay_right", "file", name, "n", p.Len(), "ends", ends)
}

// printLegal prints the legal actions before each of a record's actions, up to the
// first wrong one.
func printLegal(w io.Writer, p *record.Game, actions int) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for n := range min(p.Len()+1, actions) {
		if err := enc.Encode(p.Legal(n)); err != nil {
			return err
		}
	}
	return out.Flush()
}
