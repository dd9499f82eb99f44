package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// An operator bans, renames and deletes while a server has the file open.
func TestAdmin(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	db := filepath.Join(t.TempDir(), "tables.db")
	st, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	a := store.Account{ID: store.NewID(), Name: "Anna", Key: "anna", Password: "x"}
	if err := st.CreateAccount(t.Context(), a, []string{"anna"}); err != nil {
		t.Fatal(err)
	}
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	if err := st.CreateTable(t.Context(), table, board, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Say(t.Context(), table.ID, store.Message{Name: "Bert", Text: "bad \x1b[2J"}); err != nil {
		t.Fatal(err)
	}
	if err := st.Report(t.Context(), table.ID, 1, store.HashOf("x"), 1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"ban Berta", exitFailed, "no account"},
		{"ban anna", exitOK, ""},
		{"rename anna !", exitFailed, "name"},
		{"rename anna Anne", exitOK, ""},
		{"reports", exitOK, `×1 "Bert": "bad \x1b[2J"`},
		{"unsay " + table.ID + " 1", exitOK, ""},
		{"unsay " + table.ID + " 1", exitFailed, "gone"},
		{"reports", exitOK, ""},
	} {
		var out strings.Builder
		code := Main(append(append([]string{"admin"}, strings.Fields(c.args)...), "--db", db), nil, &out, &out)
		if code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: exit status %d, %q; want %d and %q", c.args, code, out.String(), c.code, c.says)
		}
	}
	if got, err := st.AccountByKey(t.Context(), "anne"); err != nil || got.Banned == 0 {
		t.Errorf("the server reads %+v, %v", got, err)
	}
}
