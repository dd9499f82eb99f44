package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"ruhr/internal/store"
	"ruhr/internal/store/sqlstore"
)

// Backup writes a consistent copy of the game file at from to a new file at to,
// with everything acknowledged so far; a program that has the file open is not
// disturbed. The copy is verified before it gets its name, so a file of that
// name is always complete. Errors: fs.ErrExist if to exists, store.ErrForeign
// and store.ErrDamaged for the game file, or the system's.
func Backup(ctx context.Context, from, to string) error {
	if err := backup(ctx, from, to); err != nil {
		return fmt.Errorf("back up %s to %s: %w", from, to, explain(err))
	}
	return nil
}

func backup(ctx context.Context, from, to string) error {
	if err := vacant(to); err != nil {
		return err
	}
	part, err := reserve(to)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	if err := copyInto(ctx, from, part); err != nil {
		return err
	}
	return settle(part, to)
}

// copyInto fills an empty file with a verified copy of a game file. A single
// statement makes it, write-ahead log included, so it is consistent.
func copyInto(ctx context.Context, from, part string) error {
	db, err := connectReader(ctx, from)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return err
	}
	if err := mark(ctx, part, "user_version", 0); err != nil { // see label
		return err
	}
	return Verify(ctx, part)
}

// Restore replaces the game file at to with a copy made by [Backup], which it
// verifies first. It keeps the replaced file beside it and returns its name, ""
// if there was none, or if it was put back. Errors: store.ErrInUse while a program has the game file
// open; store.ErrForeign, store.ErrDamaged, store.ErrNewer for the copy.
func Restore(ctx context.Context, from, to string) (kept string, err error) {
	if kept, err = restore(ctx, from, to); err != nil {
		return kept, fmt.Errorf("restore %s from %s: %w", to, from, explain(err))
	}
	return kept, nil
}

func restore(ctx context.Context, from, to string) (kept string, err error) {
	if to, err = resolve(to); err != nil {
		return "", err
	}
	lock, err := acquire(to + ".lock")
	if err != nil {
		return "", err
	}
	defer lock.release()
	part, err := reserve(to)
	if err != nil {
		return "", err
	}
	defer os.Remove(part)
	if err := copyInto(ctx, from, part); err != nil {
		return "", err
	}
	if err := syncFile(part); err != nil {
		return "", err
	}
	if kept, err = moveAside(to); err != nil {
		return "", err
	}
	if err = rename(part, to); err != nil && kept != "" {
		return "", errors.Join(err, putBack(to, kept, game...))
	}
	return kept, errors.Join(err, syncDir(filepath.Dir(to)))
}

// Verify reads a whole game file and checks its integrity, its foreign keys, and
// that this program knows its schema. A program that has it open is not
// disturbed. Errors: store.ErrDamaged, store.ErrForeign, store.ErrNewer, or the
// system's.
func Verify(ctx context.Context, path string) error {
	db, err := connectReader(ctx, path)
	if err != nil {
		return explain(err)
	}
	defer db.Close()
	if err := sound(ctx, db); err != nil {
		return explain(err)
	}
	return explain(sqlstore.CheckVersion(ctx, db, schema()))
}

// OpenReader opens the store in a file read-only, even while another program
// has it open; writes fail. Errors: store.ErrForeign, store.ErrDamaged,
// store.ErrNewer, or the system's.
func OpenReader(ctx context.Context, path string) (store.Store, error) {
	db, err := connectReader(ctx, path)
	if err != nil {
		return nil, explain(err)
	}
	if err := sqlstore.CheckVersion(ctx, db, schema()); err != nil {
		db.Close()
		return nil, explain(err)
	}
	return sqlstore.New(sqlstore.Config{Write: db, Read: db, Explain: explain}), nil
}

// OpenBeside opens the store in a file even while another program has it open.
// Only what that program does not cache may be changed: accounts, messages, and
// names at tables, which it reads again (store.Accounts.Redact). Errors: store.ErrForeign, store.ErrDamaged, store.ErrNewer, or the
// system's.
func OpenBeside(ctx context.Context, path string) (store.Store, error) {
	reader, err := connectReader(ctx, path)
	if err != nil {
		return nil, explain(err)
	}
	defer reader.Close() // the file is this program's
	if path, err = resolve(path); err != nil {
		return nil, err
	}
	db, err := connect(ctx, path, 1, writing...)
	if err != nil {
		return nil, explain(err)
	}
	if err := sqlstore.CheckVersion(ctx, db, schema()); err != nil {
		db.Close()
		return nil, explain(err)
	}
	return sqlstore.New(sqlstore.Config{Write: db, Read: db, Explain: explain, Scrub: scrub(db)}), nil
}

// connectReader opens one read-only connection to a game file, even while this or
// another program has it open. SQLite alone opens the file: if this process opened
// and closed it besides, the system would drop the locks of the process, and the
// next program to close the file would remove the write-ahead log. Errors:
// store.ErrForeign, store.ErrDamaged, or SQLite's and the system's.
func connectReader(ctx context.Context, path string) (*sql.DB, error) {
	path, err := resolve(path)
	if err != nil {
		return nil, err
	}
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: it is not a regular file", store.ErrForeign)
	case info.Size() == 0:
		return nil, fmt.Errorf("%w: it is empty", store.ErrDamaged)
	}
	db, err := sql.Open("sqlite", uri(path, "mode=ro", busyTimeout()))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	var id uint32
	if err = db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err == nil {
		err = ours(id)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// sound runs all of SQLite's checks.
func sound(ctx context.Context, db *sql.DB) error {
	var found []string
	for _, check := range []struct{ ask, fine string }{
		{`PRAGMA integrity_check(10)`, "ok"},
		{`SELECT "table" || ' row ' || rowid || ' refers to a missing ' || parent FROM pragma_foreign_key_check LIMIT 10`, ""},
	} {
		rows, err := db.QueryContext(ctx, check.ask)
		if err != nil {
			return err
		}
		for rows.Next() {
			var line sql.NullString
			if err := rows.Scan(&line); err != nil {
				rows.Close()
				return err
			}
			if line.String != check.fine {
				found = append(found, line.String)
			}
		}
		if err := rows.Close(); err != nil {
			return err
		}
	}
	if len(found) > 0 {
		return fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(found, "; "))
	}
	return nil
}

// vacant refuses a path that exists.
func vacant(path string) error {
	_, err := os.Lstat(path)
	if err == nil {
		return fs.ErrExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// reserve creates an empty file beside path that only its owner can read,
// because the deals in it are secret.
func reserve(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// settle syncs a finished copy to disk and gives it its name.
func settle(part, path string) error {
	if err := syncFile(part); err != nil {
		return err
	}
	if err := rename(part, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncDir makes a rename durable; Windows does not need it.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// game are the ends of a game file's names. The write-ahead log that a killed program
// may have left is part of it, because part of the data may be only there; without it the
// file must never be at its place, so it comes last.
var game = []string{"", "-wal", "-shm"}

// moveAside renames a game file, if there is one, to say when it was replaced.
func moveAside(path string) (kept string, err error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return setAside(path, game...)
}
