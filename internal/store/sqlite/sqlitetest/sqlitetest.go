// Package sqlitetest opens stores for tests.
package sqlitetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// empty is the file of a store with nothing in it.
var empty = sync.OnceValues(func() (data []byte, err error) {
	dir, err := os.MkdirTemp("", "sqlitetest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	st, err := sqlite.Open(context.Background(), path)
	if err == nil {
		err = st.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Open opens an empty store in a file of its own, and closes it when the test ends. The
// file is a copy, because to make one takes nine times as long.
func Open(t testing.TB) (st store.Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "ruhr.db")
	data, err := empty()
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err == nil {
		st, err = sqlite.Open(t.Context(), path)
	}
	require.NoError(t, err)
	t.Cleanup(func() { st.Close() })
	return st, path
}
