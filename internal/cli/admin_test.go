package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
	"ruhr/internal/store/postgres/pgtest"
	"ruhr/internal/store/sqlite"
)

// An operator bans, renames, invites and deletes while a server has the file open.
func TestAdmin(t *testing.T) {
	db := filepath.Join(t.TempDir(), "tables.db")
	st, err := sqlite.Open(t.Context(), db)
	require.NoError(t, err)
	defer st.Close()
	administered(t, st, db)
}

// The same in a PostgreSQL database.
func TestAdminOnPostgreSQL(t *testing.T) {
	server, err := pgtest.Start(t.Context())
	if errors.Is(err, pgtest.ErrMissing) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	require.NoError(t, err)
	defer server.Remove()
	st, err := postgres.Open(t.Context(), server.URL())
	require.NoError(t, err)
	defer st.Close()
	administered(t, st, server.URL())
}

// administered tries all that ruhr admin does to a store that a server has open.
func administered(t *testing.T, st store.Store, db string) {
	t.Setenv("LC_ALL", "en")
	a := store.Account{ID: store.NewID(), Name: "Anna", Key: "anna", Password: "x"}
	require.NoError(t, st.CreateAccount(t.Context(), a, []string{"anna"}))
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: []byte(`{"name":"Rude"}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	require.NoError(t, st.CreateTable(t.Context(), table, board, nil))
	require.Succeeds(t)(st.Say(t.Context(), table.ID, store.Message{Name: "Bert", Text: "bad \x1b[2J"}))
	require.NoError(t, st.Report(t.Context(), table.ID, 1, store.HashOf("x"), 1))
	for range store.MaxList { // more than a page of the store
		n, err := st.Say(t.Context(), table.ID, store.Message{Text: "fine"})
		require.NoError(t, errors.Join(err, st.Report(t.Context(), table.ID, n, store.HashOf("x"), 2)))
	}
	circle := store.Circle{ID: store.NewID(), Name: "Ruhr", Founder: a.ID, Link: "x", Members: []store.Member{{Account: a.ID}}}
	require.NoError(t, st.CreateCircle(t.Context(), circle))
	require.Succeeds(t)(st.Say(t.Context(), circle.ID, store.Message{Room: "circle", Name: "Bert", Text: "worse"}))
	require.NoError(t, st.Report(t.Context(), circle.ID, 1, store.HashOf("x"), 2))
	lippe := store.Circle{ID: store.NewID(), Created: 1, Name: "Lippe \x1b[2J", Founder: a.ID, Link: "x", Members: []store.Member{{Account: a.ID}}}
	require.NoError(t, st.CreateCircle(t.Context(), lippe))
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"circles", exitOK, circle.ID + ` "Ruhr": "Anna"`},
		{"circles", exitOK, lippe.ID + ` "Lippe \x1b[2J": "Anna"`},
		{"dissolve " + lippe.ID, exitOK, ""},
		{"dissolve " + lippe.ID, exitFailed, "no such circle"},
		{"ban Berta", exitFailed, "no account"},
		{"ban anna", exitOK, ""},
		{"rename anna !", exitFailed, "name"},
		{"rename anna Anne", exitOK, ""},
		{"reports", exitOK, `×1 "Bert": "bad \x1b[2J"`},
		{"dismiss " + table.ID + " 2", exitOK, ""},
		{"dismiss " + table.ID + " 2", exitFailed, "gone"},
		{"unsay " + table.ID + " 1", exitOK, ""},
		{"unsay " + table.ID + " 1", exitFailed, "gone"},
		{"unname " + table.ID, exitOK, ""},
		{"unname " + circle.ID, exitFailed, "table"},
		{"reports", exitOK, `circle ` + circle.ID + ` 1 ×1 "Bert": "worse"`},
		{"unsay " + circle.ID + " 1", exitOK, ""},
		{"reports", exitOK, ""},
		{"rerate", exitOK, "0 rated games"},
		{"recover Berta", exitFailed, "no account"},
		{"recover Anne --for 0s", exitFailed, "some time"},
		{"invite --count 0", exitFailed, "Between 1 and 1,000"},
		{"invite --for 0s", exitFailed, "some time"},
	} {
		var out strings.Builder
		code := Main(append(append([]string{"admin"}, strings.Fields(c.args)...), "--db", db), nil, &out, &out)
		if code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: exit status %d, %q; want %d and %q", c.args, code, out.String(), c.code, c.says)
		}
	}
	if got, err := st.Table(t.Context(), table.ID); err != nil || string(got.Meta) != "{}" {
		t.Errorf("the table is kept with %s, %v", got.Meta, err)
	}
	if got, err := st.AccountByKey(t.Context(), "anne"); err != nil || got.Banned == 0 {
		t.Errorf("the server reads %+v, %v", got, err)
	}
	var out strings.Builder
	if code := Main([]string{"admin", "invite", "--count", "2", "--for", "1h", "--db", db}, nil, &out, &out); code != exitOK {
		t.Fatalf("invite: exit status %d, %q", code, out.String())
	}
	require.NoError(t, st.SetBanned(t.Context(), a.ID, 0))
	var link strings.Builder
	if code := Main([]string{"admin", "recover", "anne", "--public", "https://ruhr.example/", "--db", db}, nil, &link, &link); code != exitOK {
		t.Fatalf("recover: exit status %d, %q", code, link.String())
	}
	folk, err := people.New(people.Options{Store: st, Registration: people.Invited, Clock: time.Now})
	require.NoError(t, err)
	word, ok := strings.CutPrefix(strings.TrimSpace(link.String()), "https://ruhr.example/account/recover/")
	if p, _, err := folk.Recover(t.Context(), word, people.Entry{Password: "correct horse"}); !ok || err != nil || p.ID != a.ID {
		t.Errorf("recovered by %q: %+v, %v", link.String(), p, err)
	}
	codes := strings.Fields(out.String())
	for i, want := range []error{nil, nil, people.ErrNoInvite} {
		_, _, err := folk.SignUp(t.Context(), people.Entry{Name: "Person " + string(rune('A'+i)), Password: "correct horse", Invite: codes[i%len(codes)]})
		require.ErrorIs(t, err, want, "account %d by invitation", i)
	}
}
