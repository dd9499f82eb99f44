package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// What another program has locked can be read. Writes are refused as something
// that passes, the store says that it is not ready, and the same command counts
// afterwards.
func TestLockedByAnotherProgram(t *testing.T) {
	wait := sqlite.LockWait
	t.Cleanup(func() { sqlite.LockWait = wait })
	sqlite.LockWait = time.Millisecond
	path := filepath.Join(t.TempDir(), "ruhr.db")
	st := open(t, path)
	id := create(t, st, 1)
	other := raw(t, path)
	other.SetMaxOpenConns(1)
	require.Succeeds(t)(other.ExecContext(t.Context(), "BEGIN IMMEDIATE"))
	require.ErrorIs(t, st.Ready(t.Context()), nil, "before the first write that fails")
	_, err := st.Append(t.Context(), id, 1, "key", entries(1))
	for what, err := range map[string]error{
		"an append": err,
		"a grant":   st.Grant(t.Context(), store.HashOf("me"), store.Place{Table: id}),
		"readiness": st.Ready(t.Context()),
	} {
		require.ErrorIs(t, err, store.ErrUnreachable, "%s", what)
	}
	if log, err := st.Log(t.Context(), id, 1); err != nil || len(log) != 1 {
		t.Errorf("the log: %d entries, %v; want 1", len(log), err)
	}
	require.Succeeds(t)(other.ExecContext(t.Context(), "ROLLBACK"))
	require.ErrorIs(t, st.Ready(t.Context()), nil, "afterwards")
	require.Returns(t, int64(2), "the same append")(st.Append(t.Context(), id, 1, "key", entries(1)))
}
