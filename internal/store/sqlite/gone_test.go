package sqlite_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// What would be lost is not acknowledged.
func TestRemovedFileTakesNoWrites(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be removed there")
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
	}{
		{"removed", func(t *testing.T, path string) { remove(t, path) }},
		{"replaced", func(t *testing.T, path string) {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			remove(t, path)
			write(t, path, data)
		}},
		{"its write-ahead log removed", func(t *testing.T, path string) { remove(t, path+"-wal") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ruhr.db")
			st := open(t, path)
			id := create(t, st, 1)
			c.make(t, path)
			require.Fails(t, store.ErrGone, "an append")(st.Append(t.Context(), id, 1, "", []store.Entry{{Kind: "act", Body: []byte("{}")}}))
			require.ErrorIs(t, st.Grant(t.Context(), store.HashOf("me"), store.Place{Table: id}), store.ErrGone, "a grant")
			if log, err := st.Log(t.Context(), id, 1); err != nil || len(log) != 1 {
				t.Errorf("the log afterwards: %d entries, %v; want the 1 from before", len(log), err)
			}
		})
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, os.Remove(path))
}
