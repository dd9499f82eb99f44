package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/table"
)

// doctorCmd checks a game file, or the tables of a database, also while programs
// have it open.
type doctorCmd struct {
	File string `arg:"" name:"file" help:"cli.doctor_file"`
}

// Run reports and fails if anything is wrong.
func (c *doctorCmd) Run(w *env) error {
	sound := true
	fault := func(what, why string) {
		sound = false
		fmt.Fprintf(w.out, "%s: %s\n", what, why)
	}
	if !postgres.Is(c.File) {
		if err := sqlite.Verify(w.ctx, c.File); err != nil {
			fault(c.File, w.explain(err))
		}
	}
	st, err := openExisting(w, c.File)
	if err != nil {
		return err
	}
	defer st.Close()
	running, over, bad := 0, 0, 0
	x := table.NewExaminer(st)
	err = store.EachID(w.ctx, st, func(id string) error {
		if w.ctx.Err() != nil {
			return errStopped
		}
		ended, err := x.Table(w.ctx, id)
		switch {
		case err != nil:
			bad++
			fault(id, w.explainTable(err))
		case ended:
			over++
		default:
			running++
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(w.out, w.words.T("cli.doctor_found", "running", strconv.Itoa(running), "over", strconv.Itoa(over), "bad", strconv.Itoa(bad)))
	if !sound {
		return failure{exitFailed}
	}
	fmt.Fprintln(w.out, w.words.T("cli.doctor_sound"))
	return nil
}

// explainTable says in the user's language what is wrong with a table.
func (w *env) explainTable(err error) string {
	var fault *table.Fault
	if !errors.As(err, &fault) {
		return w.explain(err)
	}
	key := "cli.doctor_record"
	if fault.Key != "" {
		key = "page.refused." + strings.TrimPrefix(fault.Key, "table.")
	}
	return fmt.Sprintf("%s (%v)", w.words.T(key, "n", int(fault.N)), fault.Why)
}
