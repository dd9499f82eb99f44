//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// A second name for a file does not lead past the lock.
func TestHardLinkIsRefused(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "ruhr.db"), filepath.Join(dir, "other.db")
	st := open(t, path)
	id := create(t, st, 1)
	if err := os.Link(path, other); err != nil {
		t.Skip("this file system has no hard links:", err)
	}
	if _, err := sqlite.Open(t.Context(), other); !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), "2 hard links") {
		t.Errorf("opened under another name: %v, want %v", err, store.ErrInUse)
	}
	require.Fails(t, nil, "the first program")(st.Append(t.Context(), id, 1, "", entries(1)))
	remove(t, other)
	require.NoError(t, st.Close())
	open(t, path)
}

// A reader sees what a running program has stored, and changes nothing.
func TestReaderBesideAProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ruhr.db")
	st := open(t, path)
	id := create(t, st, 1)
	r, err := sqlite.OpenReader(t.Context(), path)
	require.NoError(t, err)
	defer r.Close()
	require.Succeeds(t)(st.Append(t.Context(), id, 1, "", entries(1)))
	if log, err := r.Log(t.Context(), id, 1); err != nil || len(log) != 2 {
		t.Errorf("the reader sees %d entries, %v; want 2", len(log), err)
	}
	if _, err := r.Append(t.Context(), id, 2, "", entries(1)); err == nil {
		t.Error("the reader wrote")
	}
	if _, err := sqlite.OpenReader(t.Context(), path+".lock"); err == nil {
		t.Error("opened what is no game file")
	}
}
