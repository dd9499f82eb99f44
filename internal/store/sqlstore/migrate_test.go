package sqlstore

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the database these tests run on

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func openDB(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "m.db"))
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func version(t *testing.T, db *sql.DB) (v int) {
	t.Helper()
	require.NoError(t, db.QueryRow(`SELECT COALESCE(MAX(version), 0) FROM migrations`).Scan(&v))
	return v
}

func TestMigrate(t *testing.T) {
	db := openDB(t)
	list := []Migration{
		{`CREATE TABLE a (x INTEGER)`, `INSERT INTO a VALUES (1)`},
		{`INSERT INTO a VALUES (2)`},
	}
	// Each step is applied once, even when repeated.
	for _, n := range []int{1, 1, 2, 2} {
		require.NoError(t, Migrate(t.Context(), db, list[:n]))
		var rows int
		if err := db.QueryRow(`SELECT COUNT(*) FROM a`).Scan(&rows); err != nil || rows != n {
			t.Fatalf("after migration %d: %d rows, %v; want %d", n, rows, err, n)
		}
	}
	require.ErrorIs(t, Migrate(t.Context(), db, list[:1]), store.ErrNewer, "Migrate by an older program")
}

func TestMigrateStopsWhole(t *testing.T) {
	db := openDB(t)
	err := Migrate(t.Context(), db, []Migration{
		{`CREATE TABLE a (x INTEGER)`},
		{`CREATE TABLE b (x INTEGER)`, `NONSENSE`},
		{`CREATE TABLE c (x INTEGER)`},
	})
	if err == nil || !strings.Contains(err.Error(), "version 2") {
		t.Fatalf("Migrate: error %v, want one about version 2", err)
	}
	require.Equal(t, version(t, db), 0, "version")
	for _, table := range []string{"a", "b", "c"} {
		if _, err := db.Exec(`SELECT * FROM ` + table); err == nil {
			t.Errorf("table %s is there after the failure", table)
		}
	}
}

// migrated is a database of an earlier version, with so many migrations, that has been written to and
// then brought up to date.
func migrated(t *testing.T, before int, statements ...string) *sql.DB {
	t.Helper()
	db := openDB(t)
	list := Schema(Spelling{Text: "TEXT", Bytes: "BLOB", Int: "INTEGER", Suffix: "STRICT", Row: "rowid"})
	require.NoError(t, Migrate(t.Context(), db, list[:before]))
	for _, stmt := range statements {
		if _, err := db.Exec(stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	require.NoError(t, Migrate(t.Context(), db, list))
	return db
}

// In tables from before there were owners, the browser with the first grant
// becomes the owner.
func TestOldTablesGetOwners(t *testing.T) {
	db := migrated(t, 3, // without owners
		`INSERT INTO boards VALUES ('b', x'00')`,
		`INSERT INTO tables (id, created, meta, deal, board, last) VALUES ('t', 0, x'00', x'00', 'b', 0), ('u', 0, x'00', x'00', 'b', 0), ('v', 0, x'00', x'00', 'b', 0)`,
		`INSERT INTO grants VALUES (x'02', 't', 0), (x'02', 't', 1), (x'01', 't', 2)`, // browser 2 made t and plays two seats
		`INSERT INTO grants VALUES (x'03', 'u', -1), (x'01', 'u', 0)`,                 // browser 3 made u to watch it
	)
	var got string
	err := db.QueryRow(`SELECT group_concat(hex(browser) || ' owns ' || table_id, ', ') FROM (SELECT * FROM grants WHERE seat = -2 ORDER BY table_id)`).Scan(&got)
	if want := "02 owns t, 03 owns u"; err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// What was said and reported before there were circles stays.
func TestOldMessagesStay(t *testing.T) {
	db := migrated(t, 21, // without circles
		`INSERT INTO boards VALUES ('b', x'00')`,
		`INSERT INTO tables (id, created, meta, deal, board, last) VALUES ('t', 0, x'00', x'00', 'b', 0)`,
		`INSERT INTO messages VALUES ('t', 4, 70, 'watch', x'02', -1, 'Anna', 'hello')`,
		`INSERT INTO reports VALUES ('t', 4, x'03', 80)`,
	)
	var got string
	err := db.QueryRow(`SELECT m.table_id || ' ' || m.n || ' ' || m.time || ' ' || room || ' ' || hex(author) || ' ' || seat || ' ' || name || ' ' || body || ' ' || hex(reporter) || ' ' || r.time
		FROM room_messages m JOIN room_reports r ON r.table_id = m.table_id AND r.n = m.n`).Scan(&got)
	if want := "t 4 70 watch 02 -1 Anna hello 03 80"; err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// Messages are numbered on after those of a database from before there was a count of them; a
// report of none is gone.
func TestOldMessagesAreCounted(t *testing.T) {
	db := migrated(t, 23, // without the count
		`INSERT INTO boards VALUES ('b', x'00')`,
		`INSERT INTO tables (id, created, meta, deal, board, last) VALUES ('t', 0, x'00', x'00', 'b', 0), ('u', 0, x'00', x'00', 'b', 0)`,
		`INSERT INTO circles VALUES ('c', 'Ruhr', 'a', 'x', 0, 1), ('d', 'Ruhr', 'a', 'x', 0, 1)`,
		`INSERT INTO messages VALUES ('t', 3, 0, '', x'02', -1, '', 'hello'), ('t', 4, 0, '', x'02', -1, '', 'hello')`,
		`INSERT INTO circle_messages VALUES ('c', 7, 0, '', x'02', -1, '', 'hello')`,
		`INSERT INTO reports VALUES ('t', 4, x'03', 0), ('t', 5, x'03', 0), ('u', 1, x'03', 0)`,
		`INSERT INTO circle_reports VALUES ('c', 7, x'03', 0), ('c', 8, x'03', 0)`,
	)
	var got string
	err := db.QueryRow(`SELECT (SELECT group_concat(table_id || n, ' ') FROM (SELECT table_id, n FROM said ORDER BY table_id))
		|| ', ' || (SELECT group_concat(table_id || n, ' ') FROM room_reports)`).Scan(&got)
	if want := "c8 t5 u1, t4 c7"; err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// A tournament from before there was a note of when one changed is not deleted too early.
func TestOldTournamentsStay(t *testing.T) {
	db := migrated(t, 23, // without the note
		`INSERT INTO tournaments VALUES ('a', x'01', 5, 1, 0, x'00'), ('b', x'01', 80, 1, 0, x'00')`,
		`INSERT INTO results VALUES ('t', 1, 70, '', x'00'), ('u', 1, 60, '', x'00')`,
	)
	var got string
	err := db.QueryRow(`SELECT group_concat(tournament || changed, ' ') FROM tournament_changes`).Scan(&got)
	if want := "a70 b80"; err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// No template placeholder remains in another database's dialect.
func TestSchemaIsSpelled(t *testing.T) {
	for _, m := range Schema(Spelling{Text: `TEXT COLLATE "C"`, Bytes: "BYTEA", Int: "BIGINT", Row: "ctid"}) {
		for _, stmt := range m {
			if strings.ContainsAny(stmt, "$") || strings.Contains(stmt, "BLOB") {
				t.Errorf("statement %q is not spelled for the database", stmt)
			}
		}
	}
}
