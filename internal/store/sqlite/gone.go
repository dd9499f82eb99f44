package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ruhr/internal/store"
	"ruhr/internal/store/sqlstore"
)

// files are the game file and its write-ahead log as they were opened. What is
// written to an open file that has been removed or replaced is lost.
type files struct {
	path   string
	opened map[string]os.FileInfo
	write  *sql.DB
	saving sync.Mutex
	saved  atomic.Bool // nothing is in the write-ahead log alone
}

// watch notes the files at a path, which write has open.
func watch(path string, write *sql.DB) (*files, error) {
	out := &files{path: path, opened: map[string]os.FileInfo{}, write: write}
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) && name != path {
			continue // there is no write-ahead log on some file systems
		}
		if err != nil {
			return nil, err
		}
		out.opened[name] = info
	}
	return out, nil
}

// same reports whether a name still leads to the file that was opened.
func (f *files) same(name string) bool {
	now, err := os.Stat(name)
	return err == nil && os.SameFile(f.opened[name], now)
}

// check returns store.ErrGone if the names lead to other files, or nowhere.
func (f *files) check() error {
	for name := range f.opened {
		if !f.same(name) {
			f.save()
			return fmt.Errorf("%w: %s is not the file that was opened; end the program, put the file back and start again", store.ErrGone, name)
		}
	}
	f.saved.Store(false)
	return nil
}

// save moves what is only in the write-ahead log into the game file as it was
// opened, wherever that is now, and empties the log: SQLite would play it into
// whatever file has the name when the program starts again.
func (f *files) save() {
	if !f.saving.TryLock() {
		return
	}
	defer f.saving.Unlock()
	if !f.saved.Load() {
		f.saved.Store(emptyLog(context.Background(), f.write) == nil)
	}
}

// leave removes the write-ahead log of a game file that was replaced. The writing
// connection is closed.
func (f *files) leave() error {
	wal := f.path + "-wal"
	if f.same(f.path) || f.opened[wal] == nil || !f.same(wal) {
		return nil
	}
	if !f.saved.Load() {
		_, err := setAside(f.path, "-wal", "-shm")
		return err
	}
	return errors.Join(os.Remove(wal), os.Remove(f.path+"-shm"))
}

// emptyLog moves the write-ahead log into the game file.
func emptyLog(ctx context.Context, db sqlstore.Migrated) error {
	var busy, frames, moved int
	err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
	if err == nil && busy != 0 {
		err = store.ErrUnreachable
	}
	return err
}

// label marks a game file with a number of this run, which is in the lock file as
// well, so that the next run knows whether a write-ahead log that was left behind
// is this file's: SQLite itself does not, and would destroy a backup that was put
// in the file's place. Backups have no label. Where another program reads the
// file, or the disk is full, there is none either.
func label(ctx context.Context, db *sql.DB, lock *fileLock) {
	run := 1 + rand.Int32N(1<<31-1)
	_, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, run))
	if err == nil && emptyLog(ctx, db) == nil {
		lock.note(strconv.Itoa(int(run)))
	}
}

// disown sets a write-ahead log aside that another file with the label before has
// left at the path.
func disown(path, before string, labelled uint32) error {
	if info, err := os.Stat(path + "-wal"); before == "" || before == strconv.FormatUint(uint64(labelled), 10) || err != nil || info.Size() == 0 {
		return nil
	}
	kept, err := setAside(path, "-wal", "-shm")
	if err == nil {
		slog.Warn("the write-ahead log beside the game file belonged to another file and was set aside", "to", kept+"-wal")
	}
	return err
}

// setAside renames files that begin with a path, as far as they exist, to say when
// that was, and returns what they begin with now. If one fails, it renames none.
func setAside(path string, suffixes ...string) (kept string, err error) {
	kept = path + time.Now().UTC().Format(".before-20060102T150405.000Z")
	for i, suffix := range suffixes {
		if err := rename(path+suffix, kept+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", errors.Join(err, putBack(path, kept, suffixes[:i]...))
		}
	}
	return kept, nil
}

// putBack undoes setAside, in the opposite order. Its errors name the files.
func putBack(path, kept string, suffixes ...string) error {
	for _, suffix := range slices.Backward(suffixes) {
		if e := rename(kept+suffix, path+suffix); e != nil && !errors.Is(e, fs.ErrNotExist) {
			return e
		}
	}
	return nil
}

var rename = os.Rename // fails in tests
