package cli

import (
	"fmt"
	"slices"

	"ruhr/board"
	"ruhr/record"
)

// verifyCmd checks the shuffles of records.
type verifyCmd struct {
	boardFlag
	Files []string `arg:"" name:"file" help:"cli.replay_file"`
}

// Run checks every file and fails if in any of them something does not follow
// from its shuffle, or nothing can be checked.
func (c *verifyCmd) Run(w *env) error {
	right := true
	err := c.each(w, c.Files, func(b *board.Board, name string) error {
		ok, err := verify(w, b, name)
		right = right && ok
		return err
	})
	if err == nil && !right {
		return failure{exitFailed}
	}
	return err
}

// verify checks one record and says what it found.
func verify(w *env, b *board.Board, name string) (right bool, err error) {
	r, played, err := readGame(w.in, b, name)
	if err != nil {
		return false, err
	}
	switch {
	case r.Shuffle == nil:
		fmt.Fprintln(w.errors, w.words.T("cli.verify_none", "file", name))
		return false, nil
	case r.Result == nil:
		fmt.Fprintln(w.errors, w.words.T("cli.verify_later", "file", name))
		return false, nil
	}
	checks, err := r.Shuffle.Check(played)
	if err != nil {
		return false, err
	}
	right = true
	for _, check := range checks {
		what := w.words.T("fair.check." + check.What)
		if check.OK {
			fmt.Fprintln(w.out, w.words.T("cli.verify_right", "file", name, "what", what))
			continue
		}
		right = false
		fmt.Fprintln(w.errors, w.words.T("cli.verify_wrong", "file", name, "what", what, "n", check.At+1, "got", orDash(check.Got), "want", orDash(check.Want)))
	}
	contributors(w, name, r)
	return right, nil
}

// contributors says who besides the server had a part in the shuffle.
func contributors(w *env, name string, r *record.Record) {
	for k, who := range seatNames(r.Players) {
		if who == "" {
			who = w.words.Seat(k)
		}
		if what := r.Shuffle.Contributions[k]; what != "" {
			fmt.Fprintln(w.out, w.words.T("cli.verify_added", "file", name, "who", who, "what", what))
		}
	}
	some := func(c string) bool { return c != "" }
	switch {
	case !slices.ContainsFunc(r.Shuffle.Contributions, some):
		fmt.Fprintln(w.out, w.words.T("cli.verify_all_alone", "file", name))
	case !slices.ContainsFunc(r.Shuffle.Start, some):
		fmt.Fprintln(w.out, w.words.T("cli.verify_alone", "file", name))
	}
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
