// Package postgres keeps a [store.Store] in a PostgreSQL database, which any
// number of processes may use at the same time.
//
// Statements, waits for locks and idle transactions time out after some seconds,
// so a process that is stopped or cut off in the middle of a transaction holds
// up the others no longer than that.
package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"ruhr/internal/store"
	"ruhr/internal/store/sqlstore"
)

const (
	connections = 16               // of a process at most
	callTime    = 15 * time.Second // for a call of the store
	idleLife    = 5 * time.Minute  // of a connection
)

// limits are the session's settings that a URL may override.
var limits = map[string]string{
	"application_name":                    "ruhr",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "8s",
	"idle_in_transaction_session_timeout": "10s",
}

// Open opens the store in the database of a URL, postgres://USER@HOST:PORT/NAME,
// and brings its schema up to date; several programs may do so at once. The
// database must exist and be empty or this program's. Errors: store.ErrNewer,
// store.ErrUnreachable, or what the database says. They do not repeat the URL,
// which may have a password.
func Open(ctx context.Context, address string) (store.Store, error) {
	return open(ctx, address, false, migrate)
}

// OpenReader opens the store in the database of a URL read-only and as it is, even
// while other programs use it, or on a standby server; writes fail. Errors: store.ErrForeign if the
// database has no schema, store.ErrNewer, store.ErrUnreachable, or what the database says.
func OpenReader(ctx context.Context, address string) (store.Store, error) {
	return open(ctx, address, true, check)
}

// OpenBeside is [OpenReader] for a program that writes as well.
func OpenBeside(ctx context.Context, address string) (store.Store, error) {
	return open(ctx, address, false, check)
}

func open(ctx context.Context, address string, readOnly bool, prepare func(context.Context, *sql.DB) error) (_ store.Store, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("open the database: %w", explain(err))
		}
	}()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	for name, value := range limits {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	if readOnly {
		config.RuntimeParams["default_transaction_read_only"] = "on"
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	db.SetConnMaxIdleTime(idleLife)
	if err := prepare(ctx, db); err != nil {
		db.Close()
		return nil, err
	}
	return sqlstore.New(sqlstore.Config{Write: db, Read: db, Rebind: rebind, Explain: explain, Timeout: callTime,
		Long: `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`}), nil
}

// Is reports whether an address is the URL of a PostgreSQL database.
func Is(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
}

// migrating is the number of the advisory lock held while migrating: "ruhr".
const migrating = 0x72756872

// migrate brings the schema up to date, one program after the other.
func migrate(ctx context.Context, db *sql.DB) (err error) {
	lock, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	// A migration, and waiting for that of another program, may take longer than a statement may.
	if _, err := lock.ExecContext(ctx, `SET statement_timeout = 0; SET lock_timeout = 0`); err != nil {
		return err
	}
	defer lock.ExecContext(context.WithoutCancel(ctx), `RESET statement_timeout; RESET lock_timeout`)
	if _, err := lock.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, migrating); err != nil {
		return err
	}
	defer func() {
		_, e := lock.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrating)
		err = errors.Join(err, e)
	}()
	err = sqlstore.Migrate(ctx, lock, schema())
	if err == nil {
		_, err = lock.ExecContext(ctx, sqlstore.Unordered)
	}
	return err
}

// check refuses a database that this program does not know, and changes nothing.
func check(ctx context.Context, db *sql.DB) error {
	err := sqlstore.CheckVersion(ctx, db, schema())
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == "42P01" { // undefined_table
		err = fmt.Errorf("%w: %w", store.ErrForeign, err)
	}
	return err
}

// schema is the migrations in PostgreSQL's spelling.
func schema() []sqlstore.Migration {
	return sqlstore.Schema(sqlstore.Spelling{Text: `TEXT COLLATE "C"`, Bytes: "BYTEA", Int: "BIGINT", Row: "ctid"})
}

var place = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\?(\d+)`) })

// rebind turns placeholders like ?1 into PostgreSQL's $1. The statements have no
// other question marks.
func rebind(query string) string { return place().ReplaceAllString(query, `$$$1`) }

// explain recognizes a full disk, damage, and a database that cannot be reached
// or does not answer in time.
func explain(err error) error {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok { // whatever the database said then
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case e.Code == "53100": // disk_full
			return fmt.Errorf("%w: %w; make room on the disk of the database", store.ErrFull, err)
		case e.Code == "XX001", e.Code == "XX002": // data_corrupted, index_corrupted
			return fmt.Errorf("%w: %w", store.ErrDamaged, err)
		case e.Code == "23505": // unique_violation
			return fmt.Errorf("%w: %w", store.ErrExists, err)
		case unreachable[e.Code], unreachable[e.Code[:2]]:
			return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
		}
		return err
	}
	var network net.Error
	if errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) ||
		strings.HasSuffix(err.Error(), "conn closed") { // pgx has no value for it
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	}
	return err
}

// unreachable are codes, and classes of codes, of errors that are temporary.
var unreachable = map[string]bool{
	"08": true, "57": true, "53": true, "58": true, // connection, operator's intervention, resources, the system
	"40": true, "55P03": true, // deadlock, lock_not_available
	"25006": true, "25P03": true, "25P04": true, // read_only_sql_transaction, timeouts of sessions and transactions
}
