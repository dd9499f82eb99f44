package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// A restore that fails, at whatever step, leaves the game file with its write-ahead log at its
// place; if that cannot be put back, the error says where it is.
func TestRestoreThatFailsPutsBack(t *testing.T) {
	t.Cleanup(func() { rename = os.Rename })
	errNot := errors.New("not now")
	for fails := 0; ; fails++ {
		for _, forGood := range []bool{false, true} {
			rename = os.Rename
			dir := t.TempDir()
			path, backup := filepath.Join(dir, "tables.db"), filepath.Join(dir, "backup.db")
			st, err := Open(t.Context(), path)
			require.NoError(t, err)
			require.NoError(t, errors.Join(Backup(t.Context(), path, backup), st.Close(), os.WriteFile(path+"-wal", []byte("log"), 0o600)))
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			calls := 0
			rename = func(from, to string) error {
				calls++
				require.True(t, calls > 1 || from == path, "%s is moved first", from)
				if calls == fails+1 || forGood && calls > fails {
					return &os.LinkError{Op: "rename", Old: from, New: to, Err: errNot}
				}
				return os.Rename(from, to)
			}
			if _, err = Restore(t.Context(), backup, path); err == nil {
				require.Equal(t, fails, 4, "how many renames may fail")
				return
			}
			require.ErrorIs(t, err, errNot, "rename %d", fails)
			if forGood {
				require.True(t, fails == 0 || strings.Contains(err.Error(), path+".before-"), "rename %d: %v", fails, err)
				continue
			}
			after, err := os.ReadFile(path)
			log, e := os.ReadFile(path + "-wal")
			require.True(t, errors.Join(err, e) == nil && string(after) == string(before) && string(log) == "log", "rename %d: %v, %v", fails, err, e)
		}
	}
}
