package sqlite_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/store/storetest"
)

// empty opens a store with nothing in it.
func empty(t *testing.T) store.Store {
	t.Helper()
	s, _ := sqlitetest.Open(t)
	return s
}

func TestContract(t *testing.T) { storetest.All(t, empty) }

// open opens a store that must open; the test closes it at its end.
func open(t *testing.T, path string) store.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// create makes a table with n entries in its log.
func create(t *testing.T, s store.Store, n int) string {
	t.Helper()
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	require.NoError(t, s.CreateTable(t.Context(), table, board, entries(n)))
	return table.ID
}

func entries(n int) []store.Entry {
	out := make([]store.Entry, n)
	for i := range out {
		out[i] = store.Entry{Time: 1, Kind: "act", Seat: 1, Body: []byte(`{"do":"something"}`)}
	}
	return out
}

func TestReopen(t *testing.T) {
	// The name has every character that means something in a URI.
	path := filepath.Join(t.TempDir(), "a ü?b=c&d#e%41;.db")
	s := open(t, path)
	id := create(t, s, 3)
	require.ErrorIs(t, errors.Join(s.Close(), s.Close()), nil, "Close twice")
	s = open(t, path)
	if log, err := s.Log(t.Context(), id, 1); err != nil || len(log) != 3 {
		t.Errorf("%d entries after reopening, %v; want 3", len(log), err)
	}
	require.Succeeds(t)(s.Append(t.Context(), id, 3, "", entries(1)))
	if found, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.db")); err != nil || len(found) != 1 {
		t.Errorf("files %q, %v; want only %q", found, err, path)
	}
}
