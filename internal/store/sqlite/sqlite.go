// Package sqlite keeps a [store.Store] in one SQLite file, without cgo.
//
// One connection writes and several read; readers see the last commit and never
// wait for the writer (write-ahead log). Writes are fully synchronous: an
// acknowledged append survives a killed program and a power cut. The cheaper
// NORMAL survives only the former, and saves too little for a player to notice
// (BenchmarkAppend).
//
// Only one process may have the file open, because processes would miss each
// other's writes. A lock on FILE.lock ensures that; the system drops it however
// the process ends, and the empty lock file may stay. A file with hard links,
// which would have one lock for each name, is refused.
//
// Opening does not search the whole file for damage: a corrupt page should
// stop the one table on it (store.ErrDamaged from its methods), not all.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"ruhr/internal/store"
	"ruhr/internal/store/sqlstore"
)

const (
	readers  = 4                // connections that read at the same time
	callTime = 15 * time.Second // for a call of the store, waiting for its turn to write included
)

// LockWait is how long a call waits for a lock that another program has; tests
// shorten it.
var LockWait = 5 * time.Second

// ScrubAgain is the time until what could not be removed for good is tried again; tests
// shorten it.
var ScrubAgain = time.Minute

// Open opens the store in a file and creates it if there is none; its directory
// must exist. Only the owner can read a new file, because the deals in it are
// secret. Errors: store.ErrInUse, store.ErrDamaged,
// store.ErrForeign, store.ErrNewer, or what the system says.
func Open(ctx context.Context, path string) (store.Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open the game file %s: %w", path, explain(err))
	}
	return s, nil
}

func open(ctx context.Context, path string) (_ store.Store, err error) {
	path, err = resolve(path)
	if err != nil {
		return nil, err
	}
	lock, err := acquire(path + ".lock")
	if err != nil {
		return nil, err
	}
	// On an error, close everything opened so far.
	opened := []func() error{lock.release}
	defer func() {
		if err != nil {
			for i := len(opened) - 1; i >= 0; i-- {
				opened[i]() // the first error is the one to report
			}
		}
	}()
	if err := onlyName(path); err != nil {
		return nil, err
	}
	if err := prepare(ctx, path, lock.before); err != nil {
		return nil, err
	}
	write, err := connect(ctx, path, 1, writing...)
	if err != nil {
		return nil, err
	}
	opened = append(opened, write.Close)
	if err := sqlstore.Migrate(ctx, write, schema()); err != nil {
		return nil, err
	}
	label(ctx, write, lock)
	read, err := connect(ctx, path, readers, "_pragma=query_only(1)")
	if err != nil {
		return nil, err
	}
	opened = append(opened, read.Close)
	files, err := watch(path, write)
	if err != nil {
		return nil, err
	}
	release := func() error { return errors.Join(files.leave(), lock.release()) }
	return sqlstore.New(sqlstore.Config{Write: write, Read: read, Explain: explain, Check: files.check, Timeout: callTime, Scrub: scrub(write), Release: release}), nil
}

// scrub empties the write-ahead log, which still has what was deleted. It waits for no
// reader, because all writes would wait with it; while somebody reads for long, as a
// backup does, it tries again later.
func scrub(write *sql.DB) func(context.Context) {
	var later atomic.Bool
	wait, again := LockWait, ScrubAgain
	var try func(context.Context)
	try = func(ctx context.Context) {
		if err := emptyLogAtOnce(ctx, write, wait); errors.Is(err, store.ErrUnreachable) && !later.Swap(true) {
			time.AfterFunc(again, func() {
				later.Store(false)
				try(context.Background())
			})
		}
	}
	return try
}

// emptyLogAtOnce is emptyLog without waiting for readers; other statements wait for locks again.
func emptyLogAtOnce(ctx context.Context, db *sql.DB, wait time.Duration) error {
	c, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	defer c.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, wait.Milliseconds()))
	if _, err := c.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return err
	}
	return emptyLog(ctx, c)
}

// writing are the parameters of a connection that writes. What is deleted is
// overwritten, so that nobody finds it in the file.
var writing = []string{"_pragma=synchronous(FULL)", "_pragma=secure_delete(1)", "_txlock=immediate"}

// schema is the migrations in SQLite's spelling.
func schema() []sqlstore.Migration {
	return sqlstore.Schema(sqlstore.Spelling{Text: "TEXT", Bytes: "BLOB", Int: "INTEGER", Suffix: "STRICT", Row: "rowid"})
}

// resolve returns the canonical name of the file, so that two names for it (a
// link, a relative path) share one lock.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("directory %s: %w", filepath.Dir(path), os.ErrNotExist)
	}
	return filepath.Join(dir, filepath.Base(path)), err
}

// connect opens up to n connections with these parameters. The busy timeout
// comes first, because switching to the write-ahead log needs it.
func connect(ctx context.Context, path string, n int, params ...string) (*sql.DB, error) {
	params = append([]string{
		busyTimeout(),
		"_pragma=journal_mode(WAL)",
		"_pragma=foreign_keys(1)",
		"_defensive=1",
	}, params...)
	c, err := newConnector(uri(path, params...))
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// busyTimeout is the parameter for LockWait.
func busyTimeout() string { return fmt.Sprintf("_pragma=busy_timeout(%d)", LockWait.Milliseconds()) }

// uri escapes the path so that no character in it reads as a parameter.
func uri(path string, params ...string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: strings.Join(params, "&")}
	return u.String()
}

// explain translates the driver's errors for damage, a full disk, and what may
// pass: a lock of another program, a call that took too long, a disk that fails or
// can only be read.
func explain(err error) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
		}
		return err
	}
	switch e.Code() & 0xff { // the low byte is the kind, the rest the detail
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_PROTOCOL:
		return fmt.Errorf("%w: %w; another program has locked the game file", store.ErrUnreachable, err)
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_INTERRUPT:
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	case lib.SQLITE_CONSTRAINT:
		if code := e.Code(); code == lib.SQLITE_CONSTRAINT_UNIQUE || code == lib.SQLITE_CONSTRAINT_PRIMARYKEY {
			return fmt.Errorf("%w: %w", store.ErrExists, err)
		}
	case lib.SQLITE_FULL:
		return fmt.Errorf("%w: %w; make room on the disk of the game file", store.ErrFull, err)
	}
	return err
}
