//go:build linux

package sqlite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// lockedFile tells a second process of this test which file to look at.
const lockedFile = "RUHR_TEST_LOCKED"

// The system drops all POSIX locks of a process on a file when the process closes
// any descriptor of it. A server that has lost them so loses its write-ahead log as
// soon as sqlite3 (3.40, say) closes the file.
func TestLooksKeepTheLocks(t *testing.T) {
	if path := os.Getenv(lockedFile); path != "" {
		f, err := os.Open(path)
		require.NoError(t, err)
		defer f.Close()
		// These 510 bytes are those that SQLite locks to read.
		lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: 1<<30 + 2, Len: 510}
		require.NoError(t, syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &lock))
		require.True(t, lock.Type != syscall.F_UNLCK, "nobody has the file locked")
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "ruhr.db")
	open(t, path)
	shut := func(s store.Store, err error) error {
		if err != nil {
			return err
		}
		return s.Close()
	}
	for what, look := range map[string]func() error{
		"nothing":                  func() error { return nil },
		"a backup":                 func() error { return sqlite.Backup(t.Context(), path, filepath.Join(dir, "copy.db")) },
		"a check":                  func() error { return sqlite.Verify(t.Context(), path) },
		"a reader":                 func() error { return shut(sqlite.OpenReader(t.Context(), path)) },
		"a command beside it":      func() error { return shut(sqlite.OpenBeside(t.Context(), path)) },
		"a second server, refused": func() error { shut(sqlite.Open(t.Context(), path)); return nil },
	} {
		require.NoError(t, look())
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLooksKeepTheLocks$")
		cmd.Env = append(os.Environ(), lockedFile+"="+path)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("after %s: %v: %s", what, err, strings.TrimSpace(string(out)))
		}
	}
}
