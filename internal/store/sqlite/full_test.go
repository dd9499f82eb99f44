package sqlite

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlstore"
)

// A store that cannot be written says why, and that it is not ready, from its
// first moment and for as long as it is so; nothing is left of what it tries.
func TestReadyTellsOfWrites(t *testing.T) {
	for _, c := range []struct {
		name, spoil, mend string
		want              error
	}{
		{"a full disk", "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 100000", store.ErrFull},
		{"a file that can only be read", "PRAGMA query_only = 1", "PRAGMA query_only = 0", store.ErrUnreachable},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ruhr.db")
			first, err := Open(t.Context(), path)
			require.NoError(t, err)
			require.NoError(t, first.Close())
			db, err := connect(t.Context(), path, 1)
			require.NoError(t, err)
			st := sqlstore.New(sqlstore.Config{Write: db, Read: db, Explain: explain})
			defer st.Close()
			exec := func(statement string) {
				t.Helper()
				require.Succeeds(t)(db.ExecContext(t.Context(), statement))
			}
			exec(c.spoil)
			for range 2 {
				require.ErrorIs(t, st.Ready(t.Context()), c.want, "at first")
			}
			require.ErrorIs(t, st.SaveRecord(t.Context(), store.NewID(), make([]byte, 100000)), c.want, "a write")
			exec(c.mend)
			exec("CREATE TABLE written (n); CREATE TRIGGER count AFTER INSERT ON secrets BEGIN INSERT INTO written VALUES (1); END")
			for range 2 {
				require.ErrorIs(t, st.Ready(t.Context()), nil, "afterwards")
			}
			var tried, left int
			err = errors.Join(db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM written").Scan(&tried),
				db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM secrets").Scan(&left))
			require.True(t, err == nil && tried == 1 && left == 0, "%d writes tried afterwards, %d left, %v; want 1 and none", tried, left, err)
			exec("VACUUM") // no free pages
			exec(c.spoil)
			require.ErrorIs(t, st.SaveRecord(t.Context(), store.NewID(), make([]byte, 1<<20)), c.want, "a later write")
			require.ErrorIs(t, st.Ready(t.Context()), c.want, "after it")
		})
	}
}

// What passes and what does not are told apart by SQLite's codes.
func TestErrorsAreExplained(t *testing.T) {
	for statement, want := range map[string]error{
		"CREATE TABLE t AS SELECT zeroblob(100000)": store.ErrFull,
		"PRAGMA query_only = 1; CREATE TABLE u (a)": store.ErrUnreachable,
		"ATTACH '/no/such/folder/x.db' AS x":        store.ErrUnreachable,
		"SELECT 1 FROM none":                        nil,
	} {
		// A file for each: query_only outlasts its statement.
		db, err := sql.Open("sqlite", uri(filepath.Join(t.TempDir(), "small.db"), "_pragma=max_page_count(3)"))
		require.NoError(t, err)
		_, err = db.ExecContext(t.Context(), statement)
		if got := explain(err); err == nil || want != nil && !errors.Is(got, want) || want == nil && store.Unwritable(got) {
			t.Errorf("%s: %v, want %v", statement, got, want)
		}
		require.NoError(t, db.Close())
	}
}
