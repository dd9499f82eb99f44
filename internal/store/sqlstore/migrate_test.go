package sqlstore

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the database these tests run on

	"ruhr/internal/store"
)

func openDB(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "m.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func version(t *testing.T, db *sql.DB) (v int) {
	t.Helper()
	if err := db.QueryRow(`SELECT COALESCE(MAX(version), 0) FROM migrations`).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMigrate(t *testing.T) {
	db := openDB(t)
	list := []Migration{
		{`CREATE TABLE a (x INTEGER)`, `INSERT INTO a VALUES (1)`},
		{`INSERT INTO a VALUES (2)`},
	}
	// Step by step, and again: each is done once.
	for _, n := range []int{1, 1, 2, 2} {
		if err := Migrate(t.Context(), db, list[:n]); err != nil {
			t.Fatal(err)
		}
		var rows int
		if err := db.QueryRow(`SELECT COUNT(*) FROM a`).Scan(&rows); err != nil || rows != n {
			t.Fatalf("after migration %d: %d rows, %v; want %d", n, rows, err, n)
		}
	}
	if err := Migrate(t.Context(), db, list[:1]); !errors.Is(err, store.ErrNewer) {
		t.Errorf("Migrate by an older program: error %v, want %v", err, store.ErrNewer)
	}
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
	if v := version(t, db); v != 1 {
		t.Errorf("version %d, want 1", v)
	}
	for _, table := range []string{"b", "c"} {
		if _, err := db.Exec(`SELECT * FROM ` + table); err == nil {
			t.Errorf("table %s is there after the failure", table)
		}
	}
}

// TestSchemaIsSpelled checks that another database's spelling leaves nothing of
// the template behind.
func TestSchemaIsSpelled(t *testing.T) {
	for _, m := range Schema(Spelling{Text: `TEXT COLLATE "C"`, Bytes: "BYTEA", Int: "BIGINT"}) {
		for _, stmt := range m {
			if strings.ContainsAny(stmt, "$") || strings.Contains(stmt, "BLOB") {
				t.Errorf("statement %q is not spelled for the database", stmt)
			}
		}
	}
}
