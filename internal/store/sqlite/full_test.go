package sqlite

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"ruhr/internal/store"
)

// A disk without room is told apart from other failures.
func TestFullDiskIsExplained(t *testing.T) {
	db, err := sql.Open("sqlite", uri(filepath.Join(t.TempDir(), "small.db"), "_pragma=max_page_count(3)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE t (b)"); err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("INSERT INTO t VALUES (zeroblob(100000))")
	if got := explain(err); !errors.Is(got, store.ErrFull) {
		t.Errorf("%v is explained as %v, want %v", err, got, store.ErrFull)
	}
}
