package people

import (
	"errors"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// Who is banned is let in by nothing: not by a session, a password or a token.
func TestBan(t *testing.T) {
	w := newWorld(t)
	p, secret := w.signUp("Anna")
	token, err := w.NewToken(t.Context(), p, "program", true)
	require.NoError(t, err)
	try := func(session, password, byToken error) {
		t.Helper()
		_, err := w.Signed(t.Context(), secret)
		w.want("the session", err, session)
		_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
		w.want("the password", err, password)
		_, err = w.ByToken(t.Context(), token)
		w.want("the token", err, byToken)
	}
	require.NoError(t, w.Ban(t.Context(), w.store, "anna"))
	try(ErrSignedOut, ErrWrong, ErrNoToken)
	require.NoError(t, w.Unban(t.Context(), w.store, "ANNA"))
	try(ErrSignedOut, nil, nil)
	w.want("ban nobody", w.Ban(t.Context(), w.store, "Berta"), ErrNobody)
}

// Renaming replaces what looks like the old name at the account's seats; if that
// fails, the account keeps its name, and nobody gets either meanwhile.
func TestRename(t *testing.T) {
	w := newWorld(t)
	p, _ := w.signUp("Anna")
	w.signUp("Bert")
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	if err := errors.Join(w.store.CreateTable(t.Context(), table, board, nil),
		w.store.Grant(t.Context(), store.HashOf(p.Holder()), store.Place{Table: table.ID, Seat: 1})); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	at := 0
	redact := func(at1 Sat, as func(string) string) error {
		at++
		for name, want := range map[string]string{"Anna": "Anne", "ANNA": "Anne", "Аnna": "Anne", "Mum": "Mum", "Hanna": "Hanna", "": ""} {
			require.Equal(t, as(name), want, "%q as a name", name)
		}
		for _, name := range []string{"Anna", "Anne"} {
			_, _, err := w.SignUp(t.Context(), Entry{Name: name, Password: good})
			if at == 1 || name == "Anne" { // afterwards the old name is free
				w.want(name+" meanwhile", err, ErrTaken)
			}
		}
		require.True(t, at1.Table == table.ID && at1.Seat == 1 && at1.Held, "at %+v", at1)
		if at == 1 {
			return broken
		}
		return nil
	}
	w.want("a look-alike", w.Rename(t.Context(), w.store, "Anna", "Веrt", redact), ErrTaken)
	w.want("no name", w.Rename(t.Context(), w.store, "Anna", "!", redact), ErrBadName)
	w.want("nobody", w.Rename(t.Context(), w.store, "Carl", "Dora", redact), ErrNobody)
	require.True(t, at == 0, "a seat is renamed although the account is not")
	w.want("a failure", w.Rename(t.Context(), w.store, "Anna", "Anne", redact), broken)
	w.want("once more", w.Rename(t.Context(), w.store, "Anna", "Anne", redact), nil)
	require.Equal(t, at, 3, "renamings of the seat: once in vain, once, and once after the account")
	if p, _, err := w.SignIn(t.Context(), Entry{Name: "anne", Password: good}); err != nil || p.Name != "Anne" {
		t.Errorf("by the new name: %+v, %v", p, err)
	}
}
