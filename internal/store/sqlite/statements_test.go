package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"ruhr/internal/require"
)

// TestStatementsAreKept runs one statement again while its own rows are read, after
// it failed, and among more statements than are kept.
func TestStatementsAreKept(t *testing.T) {
	ctx := t.Context()
	db, err := connect(ctx, filepath.Join(t.TempDir(), "x.db"), 1)
	require.NoError(t, err)
	defer db.Close()
	c, err := db.Conn(ctx)
	require.NoError(t, err)
	defer c.Close()
	exec := func(query string, args ...any) error {
		_, err := c.ExecContext(ctx, query, args...)
		return err
	}
	require.NoError(t, exec(`CREATE TABLE numbers (n INTEGER PRIMARY KEY)`))
	const add, list = `INSERT INTO numbers VALUES (?1)`, `SELECT n FROM numbers WHERE n > ?1 ORDER BY n`
	for n := range 3 {
		require.NoError(t, exec(add, n))
		require.Must(t, exec(add, n) != nil, "%d was added twice", n)
	}
	above := func(n int, each func(int)) {
		t.Helper()
		rows, err := c.QueryContext(ctx, list, n)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var m int
			require.NoError(t, rows.Scan(&m))
			each(m)
		}
	}
	var got []string
	above(-1, func(n int) { above(n, func(m int) { got = append(got, fmt.Sprint(n, "<", m)) }) })
	if want := "[0<1 0<2 1<2]"; fmt.Sprint(got) != want {
		t.Errorf("read %v, want %s", got, want)
	}
	above(1, func(int) {
		for n := range 2 * mostStatements {
			require.NoError(t, c.QueryRowContext(ctx, fmt.Sprintf(`SELECT %d`, n)).Scan(new(int)))
		}
	})
	if n := kept(t, c); n == 0 || n > mostStatements {
		t.Errorf("%d statements are kept, want 1 to %d", n, mostStatements)
	}
	above(1, func(n int) {
		require.Equal(t, n, 2, "read")
	})
}

// kept returns how many statements a connection keeps.
func kept(t *testing.T, c *sql.Conn) (n int) {
	t.Helper()
	require.NoError(t, c.Raw(func(open any) error { n = len(open.(*conn).kept); return nil }))
	return n
}
