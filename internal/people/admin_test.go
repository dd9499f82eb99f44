package people

import "testing"

// Who is banned is let in by nothing: not by a session, a password or a token.
func TestBan(t *testing.T) {
	w := newWorld(t)
	p, secret := w.signUp("Anna")
	token, err := w.NewToken(t.Context(), p, "program", true)
	if err != nil {
		t.Fatal(err)
	}
	try := func(session, password, byToken error) {
		t.Helper()
		_, err := w.Signed(t.Context(), secret)
		w.want("the session", err, session)
		_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
		w.want("the password", err, password)
		_, err = w.ByToken(t.Context(), token)
		w.want("the token", err, byToken)
	}
	if err := w.Ban(t.Context(), w.store, "anna"); err != nil {
		t.Fatal(err)
	}
	try(ErrSignedOut, ErrWrong, ErrNoToken)
	if err := w.Unban(t.Context(), w.store, "ANNA"); err != nil {
		t.Fatal(err)
	}
	try(ErrSignedOut, nil, nil)
	w.want("ban nobody", w.Ban(t.Context(), w.store, "Berta"), ErrNobody)
}

func TestRename(t *testing.T) {
	w := newWorld(t)
	w.signUp("Anna")
	w.signUp("Bert")
	w.want("a look-alike", w.Rename(t.Context(), w.store, "Anna", "Веrt"), ErrTaken)
	w.want("no name", w.Rename(t.Context(), w.store, "Anna", "!"), ErrBadName)
	w.want("nobody", w.Rename(t.Context(), w.store, "Carl", "Dora"), ErrNobody)
	if err := w.Rename(t.Context(), w.store, "Anna", "Anne"); err != nil {
		t.Fatal(err)
	}
	if p, _, err := w.SignIn(t.Context(), Entry{Name: "anne", Password: good}); err != nil || p.Name != "Anne" {
		t.Errorf("by the new name: %+v, %v", p, err)
	}
}
