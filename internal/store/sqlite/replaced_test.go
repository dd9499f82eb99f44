package sqlite_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// A backup that is put in the place of the game file without "ruhr restore" is
// what the program starts with afterwards, whole: the write-ahead log of the file
// before is not played into it. What that file had stays with it.
func TestBackupInPlaceOfTheFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced there")
	}
	rename := func(t *testing.T, from, to string) {
		t.Helper()
		require.NoError(t, os.Rename(from, to))
	}
	copied := func(t *testing.T, from, to string) {
		t.Helper()
		data, err := os.ReadFile(from)
		require.NoError(t, err)
		write(t, to, data)
	}
	for _, c := range []struct {
		name    string
		killed  bool // the program has not closed the file
		replace func(t *testing.T, path, backup string)
		use     func(t *testing.T, st store.Store, id string) // before the program ends
		old     bool                                          // the old file is still there, as path + ".old"
	}{
		{name: "renamed over it, and used", replace: func(t *testing.T, path, backup string) { rename(t, backup, path) },
			use: func(t *testing.T, st store.Store, id string) { st.Append(t.Context(), id, 31, "", entries(1)) }},
		{name: "renamed over it", replace: func(t *testing.T, path, backup string) { rename(t, backup, path) }},
		{name: "copied to its name", old: true, replace: func(t *testing.T, path, backup string) {
			rename(t, path, path+".old")
			copied(t, backup, path)
		}},
		{name: "copied over it after a kill", killed: true, replace: func(t *testing.T, path, backup string) { copied(t, backup, path) }},
		{name: "renamed over it after a kill", killed: true, replace: func(t *testing.T, path, backup string) { rename(t, backup, path) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, path, id, st := games(t)
			add(t, st, id, 0)
			backup := filepath.Join(dir, "copy.db")
			require.NoError(t, sqlite.Backup(t.Context(), path, backup))
			for n := range int64(30) {
				add(t, st, id, n+1)
			}
			create(t, st, 500)
			if c.killed {
				killed := filepath.Join(dir, "killed.db")
				for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
					copied(t, path+suffix, killed+suffix)
				}
				path = killed
			}
			c.replace(t, path, backup)
			if c.use != nil {
				c.use(t, st, id)
			}
			require.NoError(t, st.Close())
			require.Equal(t, logLength(t, path, id), 1, "entries, as in the backup")
			require.NoError(t, sqlite.Verify(t.Context(), path))
			if c.old {
				require.Equal(t, logLength(t, path+".old", id), 31, "entries of the old file")
			}
			aside, err := filepath.Glob(path + ".before-*-wal")
			require.True(t, err == nil && len(aside) == 1 == c.killed, "set aside: %v, %v", aside, err)
		})
	}
}

// A program that was killed finds what it wrote last, also if a version wrote it
// that does not label files.
func TestLogOfAKilledProgramIsKept(t *testing.T) {
	for _, lock := range []string{"", "17\n"} {
		dir, path, id, st := games(t)
		add(t, st, id, 0)
		killed := filepath.Join(dir, "killed.db")
		for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
			data, err := os.ReadFile(path + suffix)
			require.NoError(t, err)
			write(t, killed+suffix, data)
		}
		if lock != "" {
			write(t, killed+".lock", []byte(lock))
		}
		require.Equal(t, logLength(t, killed, id), 1, "lock file %q: entries, with the write-ahead log", lock)
	}
}
