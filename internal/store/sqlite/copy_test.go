package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/store/sqlstore"
	"ruhr/internal/store/sqlstore/sqltest"
)

// raw opens a file that a store has made, without the store.
func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// Tables lists every table there is, each after those it refers to.
func TestTablesAreAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables.db")
	open(t, path)
	rows, err := raw(t, path).QueryContext(t.Context(), `SELECT m.name, COALESCE(f."table", '') FROM sqlite_master m
		LEFT JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND m.name <> 'migrations' AND m.name NOT LIKE 'sqlite%'`)
	require.NoError(t, err)
	list := sqlstore.Tables()
	found := map[string]bool{}
	for rows.Next() {
		var name, refersTo string
		require.NoError(t, rows.Scan(&name, &refersTo))
		found[name] = true
		at := slices.Index(list, name)
		require.True(t, at >= 0 && slices.Index(list, refersTo) <= at, "%s, which refers to %q, is not in its place in %v", name, refersTo, list)
	}
	if err := rows.Err(); err != nil || len(found) != len(list) || len(found) < 10 {
		t.Errorf("%d tables in the list, %d in the file: %v", len(list), len(found), err)
	}
}

// A copy has every row of every table. It is of one moment, and goes to an empty
// store only.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "from.db")
	source := open(t, from)
	sqltest.Fill(t, raw(t, from), sqlstore.Tables())
	want := sqltest.Rows(t, raw(t, from), sqlstore.Tables())
	reader, err := sqlite.OpenReader(t.Context(), from)
	require.NoError(t, err)
	defer reader.Close()
	to := filepath.Join(dir, "to.db")
	target := open(t, to)
	copied, err := sqlstore.Copy(t.Context(), reader, target)
	require.NoError(t, err)
	for _, c := range copied {
		require.True(t, c.Rows >= 3, "%s: %d rows copied, want 3 at least", c.Table, c.Rows)
	}
	require.Equal(t, sqltest.Rows(t, raw(t, to), sqlstore.Tables()), want, "the copy")
	require.Fails(t, store.ErrExists, "a copy into what is not empty")(sqlstore.Copy(t.Context(), source, target))
}

// A copy that fails in the middle leaves nothing, and one from another version of
// the schema does not begin.
func TestCopyFailsWhole(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.db"), filepath.Join(dir, "to.db")
	source, target := open(t, from), open(t, to)
	sqltest.Fill(t, raw(t, from), sqlstore.Tables())
	list := sqlstore.Tables()
	last := list[len(list)-1]
	db := raw(t, to)
	before := sqltest.Rows(t, db, list)
	require.Succeeds(t)(db.ExecContext(t.Context(), `CREATE TRIGGER refuse BEFORE INSERT ON `+last+` BEGIN SELECT RAISE(ABORT, 'no'); END`))
	if _, err := sqlstore.Copy(t.Context(), source, target); err == nil {
		t.Fatal("what was refused was copied")
	}
	require.Equal(t, sqltest.Rows(t, db, list), before, "what a copy that failed left")
	for _, c := range []struct {
		in   string
		want error
	}{{from, store.ErrNewer}, {to, store.ErrBad}} {
		if _, err := raw(t, c.in).ExecContext(t.Context(), `INSERT INTO migrations (version) VALUES (998 + (SELECT COUNT(*) FROM migrations WHERE version > 900))`); err != nil {
			t.Fatal(err)
		}
		_, err := sqlstore.Copy(t.Context(), source, target)
		require.ErrorIs(t, err, c.want, "another schema in %s", filepath.Base(c.in))
		require.Succeeds(t)(raw(t, from).ExecContext(t.Context(), `DELETE FROM migrations WHERE version > 900`))
	}
}
