package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/store/sqlstore"
)

// copyCmd copies everything from one place for tables to another.
type copyCmd struct {
	From string `arg:"" name:"from" help:"cli.copy_from"`
	To   string `arg:"" name:"to" help:"cli.copy_to"`
}

// Run copies, checks the copy, and says how much it is.
func (c *copyCmd) Run(w *env) error {
	from, err := openExisting(w, c.From)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openNew(w, c.To)
	if err != nil {
		return err
	}
	copied, err := sqlstore.Copy(w.ctx, from, to)
	if err = errors.Join(err, to.Close()); err != nil {
		if !postgres.Is(c.To) {
			err = errors.Join(err, os.Remove(c.To)) // nothing is in it
		}
		return err
	}
	rows := int64(0)
	for _, t := range copied {
		rows += t.Rows
		fmt.Fprintf(w.out, "%-16s %8d\n", t.Table, t.Rows)
	}
	fmt.Fprintln(w.out, w.words.T("cli.copied", "rows", strconv.FormatInt(rows, 10), "to", shownPlace(c.To)))
	return nil
}

// openExisting opens a game file or a database to read it, also while servers
// use it.
func openExisting(w *env, place string) (store.Store, error) {
	if postgres.Is(place) {
		return postgres.OpenReader(w.ctx, place)
	}
	return sqlite.OpenReader(w.ctx, place)
}

// openNew makes a game file, or opens a database that should be empty; another one is
// not upgraded.
func openNew(w *env, place string) (store.Store, error) {
	if postgres.Is(place) {
		to, err := postgres.OpenBeside(w.ctx, place)
		if errors.Is(err, store.ErrForeign) {
			return postgres.Open(w.ctx, place)
		}
		return to, err
	}
	if _, err := os.Lstat(place); err == nil {
		return nil, fmt.Errorf("%s: %w", place, fs.ErrExist)
	}
	return sqlite.Open(w.ctx, place)
}

// shownPlace is a place without its password.
func shownPlace(place string) string {
	if postgres.Is(place) {
		return withoutSecrets(place)
	}
	return place
}
