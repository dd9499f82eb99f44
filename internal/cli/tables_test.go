package cli

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/lang"
)

// A typing error in --db makes no empty server: the folder must exist.
func TestFolderOfTheFileMustExist(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "tyop")
	w := &env{ctx: t.Context(), words: lang.For("en")}
	_, err := dbFlag{DB: filepath.Join(missing, "tables.db")}.open(w)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(w.explain(err), missing) {
		t.Errorf("opened with %v, want that %s does not exist", err, missing)
	}
	if found, _ := filepath.Glob(missing); len(found) != 0 {
		t.Error("the folder was made")
	}
}
