package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// games is a folder with a game file that has one table.
func games(t *testing.T) (dir, path, id string, st store.Store) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "tables.db")
	st = open(t, path)
	id = store.NewID()
	board := []byte(`{}`)
	err := st.CreateTable(t.Context(), store.Table{ID: id, Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}, board, nil)
	require.NoError(t, err)
	return dir, path, id, st
}

// add appends one entry after number n.
func add(t *testing.T, st store.Store, id string, n int64) {
	t.Helper()
	require.Succeeds(t)(st.Append(t.Context(), id, n, "", []store.Entry{{Kind: "act", Body: []byte(`{}`)}}))
}

// logLength is the length of a table's log in a file that nobody has open.
func logLength(t *testing.T, path, id string) int {
	t.Helper()
	st := open(t, path)
	defer st.Close()
	log, err := st.Log(t.Context(), id, 1)
	require.NoError(t, err)
	return len(log)
}

// leftOvers fails where an unfinished copy lies about.
func leftOvers(t *testing.T, dir string) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.part-*"))
	require.True(t, err == nil && len(list) <= 0, "unfinished copies are left: %v, %v", list, err)
}

func TestBackupOfRunningStore(t *testing.T) {
	dir, path, id, st := games(t)
	done := make(chan int64)
	stop := make(chan struct{})
	go func() { // the program goes on writing
		n := int64(0)
		for {
			select {
			case <-stop:
				close(done)
				return
			case done <- n:
			default:
				add(t, st, id, n)
				n++
			}
		}
	}()
	for _, name := range []string{"one.db", "two.db"} {
		acknowledged := <-done
		to := filepath.Join(dir, name)
		require.NoError(t, sqlite.Backup(t.Context(), path, to))
		if n := logLength(t, to, id); int64(n) < acknowledged {
			t.Errorf("%s has %d entries of %d acknowledged before it was made", name, n, acknowledged)
		}
		if info, err := os.Stat(to); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v, %v; want it for its owner alone", name, info.Mode(), err)
		}
	}
	close(stop)
	for range done {
	}
	leftOvers(t, dir)
}

func TestBackupRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, from, to string)
		want error
	}{
		{"no game file", func(t *testing.T, from, _ string) { os.Remove(from) }, fs.ErrNotExist},
		{"an empty file", func(t *testing.T, from, _ string) { write(t, from, nil) }, store.ErrDamaged},
		{"another program's database", func(t *testing.T, from, _ string) {
			os.Remove(from)
			run(t, from, "CREATE TABLE theirs (a)")
		}, store.ErrForeign},
		{"a file cut short", func(t *testing.T, from, _ string) {
			require.NoError(t, os.Truncate(from, 8192))
		}, store.ErrDamaged},
		{"a name that is taken", func(t *testing.T, _, to string) { write(t, to, []byte("mine")) }, fs.ErrExist},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, from, _, st := games(t)
			st.Close()
			to := filepath.Join(dir, "copy.db")
			c.make(t, from, to)
			before, _ := os.ReadFile(from) // nothing to read where there is no file
			err := sqlite.Backup(t.Context(), from, to)
			require.Must(t, errors.Is(err, c.want) && strings.Contains(err.Error(), from), "Backup: %v; want %v and the file's name", err, c.want)
			if after, _ := os.ReadFile(from); string(after) != string(before) {
				t.Error("the game file has changed")
			}
			if left, err := os.ReadFile(to); err == nil && string(left) != "mine" {
				t.Errorf("a refused backup left %d bytes", len(left))
			}
			leftOvers(t, dir)
		})
	}
}

func TestRestore(t *testing.T) {
	dir, path, id, st := games(t)
	add(t, st, id, 0)
	backup := filepath.Join(dir, "copy.db")
	require.NoError(t, sqlite.Backup(t.Context(), path, backup))
	add(t, st, id, 1)
	require.Fails(t, store.ErrInUse, "Restore over a file in use")(sqlite.Restore(t.Context(), backup, path))
	st.Close()
	kept, err := sqlite.Restore(t.Context(), backup, path)
	require.NoError(t, err)
	for _, c := range []struct {
		name, path string
		want       int
	}{{"restored", path, 1}, {"kept", kept, 2}, {"backup", backup, 1}} {
		require.Equal(t, logLength(t, c.path, id), c.want, "entries of the %s file", c.name)
	}
	fresh := filepath.Join(dir, "fresh.db")
	require.Returns(t, "", "what is kept where there is no file")(sqlite.Restore(t.Context(), backup, fresh))
	leftOvers(t, dir)
}

// A killed program leaves what it wrote last in the write-ahead log alone.
func TestRestoreKeepsWriteAheadLog(t *testing.T) {
	dir, path, id, st := games(t)
	backup := filepath.Join(dir, "copy.db")
	require.NoError(t, sqlite.Backup(t.Context(), path, backup))
	add(t, st, id, 0)
	killed := filepath.Join(dir, "killed.db")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(path + suffix)
		require.NoError(t, err)
		write(t, killed+suffix, data)
	}
	kept, err := sqlite.Restore(t.Context(), backup, killed)
	require.NoError(t, err)
	require.Equal(t, logLength(t, kept, id), 1, "entries of the file kept, with its write-ahead log")
	require.Equal(t, logLength(t, killed, id), 0, "entries of the restored file")
}

func TestRestoreRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, backup string)
		want error
	}{
		{"no backup", func(t *testing.T, backup string) { os.Remove(backup) }, fs.ErrNotExist},
		{"a text file", func(t *testing.T, backup string) { write(t, backup, []byte(strings.Repeat("text ", 2000))) }, store.ErrDamaged},
		{"a backup cut short", func(t *testing.T, backup string) {
			require.NoError(t, os.Truncate(backup, 8192))
		}, store.ErrDamaged},
		{"a log without its table", func(t *testing.T, backup string) {
			run(t, backup, "PRAGMA foreign_keys = 0", `INSERT INTO entries (table_id, n, time, kind, seat, body) VALUES ('none', 1, 0, 'act', 0, x'00')`)
		}, store.ErrDamaged},
		{"a newer version's backup", func(t *testing.T, backup string) {
			run(t, backup, "INSERT INTO migrations (version) VALUES (1000)")
		}, store.ErrNewer},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, path, id, st := games(t)
			backup := filepath.Join(dir, "copy.db")
			require.NoError(t, sqlite.Backup(t.Context(), path, backup))
			add(t, st, id, 0)
			st.Close()
			c.make(t, backup)
			require.Fails(t, c.want, "Restore")(sqlite.Restore(t.Context(), backup, path))
			require.Equal(t, logLength(t, path, id), 1, "entries after a refused restore")
			leftOvers(t, dir)
		})
	}
}
