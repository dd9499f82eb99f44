// Package sqlstore is the part of a [store.Store] common to all SQL databases:
// statements, transactions and migrations. A database's own package (such as
// package sqlite) opens the connections.
//
// Statements use numbered placeholders (?1, ?2 …), which are rewritten for
// databases with another syntax ($1, $2 …), and only the SQL that SQLite and
// PostgreSQL share. Appends to one table are serialized by its row: the guarded
// UPDATE comes first in the transaction, so with several writers the second
// waits and then sees the new number.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ruhr/internal/store"
)

// Config describes a database.
type Config struct {
	// Write is for transactions, Read for everything else. They may be the same.
	Write, Read *sql.DB
	// Rebind rewrites placeholders like ?1 for the database; nil leaves them.
	Rebind func(query string) string
	// Explain translates a driver's errors into those of package store (such as
	// damaged data); nil leaves them unchanged.
	Explain func(error) error
	// Check is called before and after each write and before the connections are
	// closed, and fails if writes would be lost; nil means they never are.
	Check func() error
	// Scrub is called after somebody's data was deleted, and removes what the
	// database would keep of it for a while; nil does nothing.
	Scrub func(context.Context)
	// Timeout bounds each read and write; 0 is no limit. A connection to a
	// remote database may break silently.
	Timeout time.Duration
	// Long is executed in a transaction that may take long, "" for none.
	Long string
	// Release is called once after the connections are closed; may be nil.
	Release func() error
}

// DB is a store in an SQL database.
type DB struct {
	cfg   Config
	close sync.Once
	ended error

	// trouble is why the last write could not be stored, nil if it was; errUntried
	// at first.
	trouble atomic.Pointer[error]
	probing sync.Mutex
}

var errUntried = errors.New("no write has been tried yet")

var _ store.Store = (*DB)(nil)

// New returns a store on open connections to a database that has been migrated
// (see [Migrate]). The store closes them.
func New(cfg Config) *DB {
	if cfg.Rebind == nil {
		cfg.Rebind = func(q string) string { return q }
	}
	if cfg.Check == nil {
		cfg.Check = func() error { return nil }
	}
	if cfg.Explain == nil {
		cfg.Explain = func(err error) error { return err }
	}
	d := &DB{cfg: cfg}
	d.trouble.Store(&errUntried)
	return d
}

// Close closes the connections and calls Release.
func (d *DB) Close() error {
	d.close.Do(func() {
		errs := []error{d.cfg.Read.Close()}
		d.cfg.Check() // it may save what would be lost
		if d.cfg.Write != d.cfg.Read {
			// Close the writer last: the last connection cleans up the file.
			errs = append(errs, d.cfg.Write.Close())
		}
		if d.cfg.Release != nil {
			errs = append(errs, d.cfg.Release())
		}
		d.ended = errors.Join(errs...)
	})
	return d.ended
}

// Ready implements [store.Tables].
func (d *DB) Ready(ctx context.Context) error {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	err := d.cfg.Check()
	if err == nil {
		err = d.row(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM tables LIMIT 1) AS first`).Scan(new(int))
	}
	if err == nil && d.trouble.Load() != nil {
		err = d.probe(ctx)
	}
	if err != nil {
		return d.explain("reach the store", err)
	}
	return nil
}

// probe writes as much as a new table takes, and deletes it. One caller does so at
// a time; the others get the last error.
func (d *DB) probe(ctx context.Context) error {
	if !d.probing.TryLock() {
		if last := d.trouble.Load(); last != nil {
			return *last
		}
		return nil
	}
	defer d.probing.Unlock()
	const what, name = "try to write", "probe"
	err := d.write(ctx, what, func(tx tx) error {
		return tx.do(`INSERT INTO secrets (name, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, name, strings.Repeat("-", 16<<10))
	})
	if err != nil {
		return err
	}
	return d.write(ctx, what, func(tx tx) error {
		return tx.do(`DELETE FROM secrets WHERE name = ?1`, name)
	})
}

// tx is a write transaction with the database's placeholders.
type tx struct {
	context.Context
	*sql.Tx
	rebind func(string) string
}

func (t tx) exec(query string, args ...any) (sql.Result, error) {
	return t.ExecContext(t, t.rebind(query), args...)
}

// do is exec for what returns nothing.
func (t tx) do(query string, args ...any) error {
	_, err := t.exec(query, args...)
	return err
}

// each runs several statements with the same arguments.
func (t tx) each(statements []string, args ...any) error {
	for _, statement := range statements {
		if err := t.do(statement, args...); err != nil {
			return err
		}
	}
	return nil
}

func (t tx) row(query string, args ...any) *sql.Row {
	return t.QueryRowContext(t, t.rebind(query), args...)
}

// write runs do in a transaction: committed if do returns nil, else rolled back.
func (d *DB) write(ctx context.Context, what string, do func(tx) error) (err error) {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	defer func() {
		switch {
		case err == nil:
			d.trouble.Store(nil)
		case store.Unwritable(err), errors.Is(err, store.ErrDamaged):
			d.trouble.Store(&err)
		}
	}()
	if err := d.cfg.Check(); err != nil {
		return d.explain(what, err)
	}
	t, err := d.cfg.Write.BeginTx(ctx, nil)
	if err != nil {
		return d.explain(what, err)
	}
	if err := do(tx{ctx, t, d.cfg.Rebind}); err != nil {
		t.Rollback() // the transaction is over either way
		return d.explain(what, err)
	}
	if err := t.Commit(); err != nil {
		return d.explain(what, err)
	}
	if err := d.cfg.Check(); err != nil {
		return d.explain(what, err)
	}
	return nil
}

// long lifts the database's own limits of time from a transaction.
func (d *DB) long(ctx context.Context, tx *sql.Tx) error {
	if d.cfg.Long == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, d.cfg.Long)
	return err
}

// checked is write for what must have passed a check, whose error it returns if not.
func (d *DB) checked(ctx context.Context, what string, err error, do func(tx) error) error {
	if err != nil {
		return d.explain(what, err)
	}
	return d.write(ctx, what, do)
}

// writeAndScrub is write for what deletes somebody's data.
func (d *DB) writeAndScrub(ctx context.Context, what string, do func(tx) error) error {
	err := d.write(ctx, what, do)
	if err == nil && d.cfg.Scrub != nil {
		ctx, cancel := d.bound(ctx)
		defer cancel()
		d.cfg.Scrub(ctx)
	}
	return err
}

// rows runs a query and passes each row to scan.
func (d *DB) rows(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	rows, err := d.cfg.Read.QueryContext(ctx, d.cfg.Rebind(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// list returns what the rows of a query hold; into are the places of the columns of one.
func list[T any](ctx context.Context, d *DB, what string, into func(*T) []any, query string, args ...any) (all []T, err error) {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	rows, err := d.cfg.Read.QueryContext(ctx, d.cfg.Rebind(query), args...)
	if err == nil {
		all, err = read(rows, into)
	}
	if err != nil {
		return nil, d.explain(what, err)
	}
	return all, nil
}

// listIn is list in a transaction.
func listIn[T any](tx tx, into func(*T) []any, query string, args ...any) ([]T, error) {
	rows, err := tx.QueryContext(tx, tx.rebind(query), args...)
	if err != nil {
		return nil, err
	}
	return read(rows, into)
}

func read[T any](rows *sql.Rows, into func(*T) []any) (all []T, err error) {
	defer rows.Close()
	for rows.Next() {
		var one T
		if err := rows.Scan(into(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// only are the places of a row of one column.
func only[T any](v *T) []any { return []any{v} }

// hashed is the place of a column with a hash.
type hashed store.Hash

// Scan implements [sql.Scanner].
func (h *hashed) Scan(src any) error {
	b, ok := src.([]byte)
	if !ok || len(b) != len(h) {
		return fmt.Errorf("%T of %d bytes is no hash", src, len(b))
	}
	copy(h[:], b)
	return nil
}

// row runs a query for one row.
func (d *DB) row(ctx context.Context, query string, args ...any) row {
	ctx, cancel := d.bound(ctx)
	return row{d.cfg.Read.QueryRowContext(ctx, d.cfg.Rebind(query), args...), cancel}
}

// row is a single row, to be scanned once.
type row struct {
	row    *sql.Row
	cancel context.CancelFunc
}

// Scan works like [sql.Row.Scan].
func (r row) Scan(dest ...any) error {
	defer r.cancel()
	return r.row.Scan(dest...)
}

// bound returns the context for one call.
func (d *DB) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.cfg.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d.cfg.Timeout)
}

func (d *DB) explain(what string, err error) error {
	return fmt.Errorf("%s: %w", what, d.cfg.Explain(err))
}

// orNone is the error of a row that could not be read, none where there is no such row.
func orNone(err, none error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return none
	}
	return err
}

// changed reports whether a statement changed a row.
func changed(r sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := r.RowsAffected()
	return n > 0, err
}

// known, open, valid and signed check that a statement changed a row, of an account, a
// session, an access token, or what shows that somebody is signed in.
var (
	known  = orElse(store.ErrNoAccount)
	open   = orElse(store.ErrNoSession)
	valid  = orElse(store.ErrNoAccess)
	signed = orElse(store.ErrSignedOut)
)

// fresh returns a check that a statement stored something that was not there.
func fresh(what string) func(sql.Result, error) error {
	return orElse(fmt.Errorf("%w: %s", store.ErrExists, what))
}

// orElse returns a check that fails with none if a statement changed no row.
func orElse(none error) func(sql.Result, error) error {
	return func(r sql.Result, err error) error {
		some, err := changed(r, err)
		if err == nil && !some {
			err = none
		}
		return err
	}
}
