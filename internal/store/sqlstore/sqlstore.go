// Package sqlstore is the part of a [store.Store] that every SQL database
// shares: the statements, the transactions and the migrations. A database's own
// package (package sqlite) opens the connections and hands them in.
//
// Statements are written with numbered places (?1, ?2 …), which one replacement
// turns into another database's ($1, $2 …), and use only what SQLite and
// PostgreSQL have in common. Appends to one table are put in order by the row
// of that table: its guarded UPDATE comes first in the transaction, so on a
// database with several writers the second waits, then sees the new number.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"ruhr/internal/store"
)

// Config is what a database brings along.
type Config struct {
	// Write runs the transactions, Read everything else. They may be the same.
	Write, Read *sql.DB
	// Rebind turns places ?1 into the database's own; nil leaves them.
	Rebind func(query string) string
	// Explain turns a driver's error into one of package store's where it can
	// (damaged data); nil leaves errors as they are.
	Explain func(error) error
	// Check is asked before and after each write whether it lasts; nil is yes.
	Check func() error
	// Timeout ends each reading and each write; 0 is no end. A database elsewhere
	// may be cut off without a word.
	Timeout time.Duration
	// Release is called once after the connections are closed; nil is nothing.
	Release func() error
}

// DB is a store in an SQL database.
type DB struct {
	cfg   Config
	close sync.Once
	ended error
}

var _ store.Store = (*DB)(nil)

// New makes a store out of open connections to a database on which [Migrate]
// has run. The store closes them.
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
	return &DB{cfg: cfg}
}

// Close closes the connections and calls Release.
func (d *DB) Close() error {
	d.close.Do(func() {
		errs := []error{d.cfg.Read.Close()}
		if d.cfg.Write != d.cfg.Read {
			// The writer goes last: the last connection of all tidies the file.
			errs = append(errs, d.cfg.Write.Close())
		}
		if d.cfg.Release != nil {
			errs = append(errs, d.cfg.Release())
		}
		d.ended = errors.Join(errs...)
	})
	return d.ended
}

// Ready implements [store.Store].
func (d *DB) Ready(ctx context.Context) error {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	err := d.cfg.Check()
	for _, db := range []*sql.DB{d.cfg.Read, d.cfg.Write} {
		if err == nil {
			err = db.PingContext(ctx)
		}
	}
	if err != nil {
		return d.explain("reach the store", err)
	}
	return nil
}

// tx is a running write with the database's manner of placeholders.
type tx struct {
	context.Context
	*sql.Tx
	rebind func(string) string
}

func (t tx) exec(query string, args ...any) (sql.Result, error) {
	return t.ExecContext(t, t.rebind(query), args...)
}

func (t tx) row(query string, args ...any) *sql.Row {
	return t.QueryRowContext(t, t.rebind(query), args...)
}

// write runs do in one transaction: done whole when do returns nil, not at all
// otherwise.
func (d *DB) write(ctx context.Context, what string, do func(tx) error) error {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	if err := d.cfg.Check(); err != nil {
		return d.explain(what, err)
	}
	t, err := d.cfg.Write.BeginTx(ctx, nil)
	if err != nil {
		return d.explain(what, err)
	}
	if err := do(tx{ctx, t, d.cfg.Rebind}); err != nil {
		t.Rollback() // its own error adds nothing: the transaction is over either way
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

// rows runs a reading statement and hands each row to scan.
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

// row runs a reading statement for one row.
func (d *DB) row(ctx context.Context, query string, args ...any) row {
	ctx, cancel := d.bound(ctx)
	return row{d.cfg.Read.QueryRowContext(ctx, d.cfg.Rebind(query), args...), cancel}
}

// row is a row to be scanned once.
type row struct {
	row    *sql.Row
	cancel context.CancelFunc
}

// Scan is that of [sql.Row].
func (r row) Scan(dest ...any) error {
	defer r.cancel()
	return r.row.Scan(dest...)
}

// bound is a context for one call.
func (d *DB) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.cfg.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d.cfg.Timeout)
}

func (d *DB) explain(what string, err error) error {
	return fmt.Errorf("%s: %w", what, d.cfg.Explain(err))
}

// short names a table in an error without giving away its whole ID, which is
// the key to looking at it and may end up in a log file.
func short(id string) string {
	if len(id) <= 6 {
		return fmt.Sprintf("%q", id)
	}
	return fmt.Sprintf("%q…", id[:6])
}

func noTable(id string) error { return fmt.Errorf("%w: %s", store.ErrNoTable, short(id)) }

// changed reports whether a statement touched a row.
func changed(r sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := r.RowsAffected()
	return n > 0, err
}
