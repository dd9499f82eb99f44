package web

import (
	"net/http"
	"net/url"
	"testing"

	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// What a session or an access token entitles to is refused if it ends while the body
// comes: a thief who is signed out sets no password, and leaves nothing to come back by.
func TestSessionEndsWhileTheFormComes(t *testing.T) {
	w := newWorld(t, 75)
	anna, thief := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	token := anna.Token(url.Values{"play": {"yes"}})
	leaves := func() { anna.Post("/account/sessions", url.Values{"others": {"yes"}}) }
	for path, form := range map[string]url.Values{
		"/account/password": {"old": {webtest.Password}, "password": {"of the thief"}},
		"/account/tokens":   {"token": {"a program"}, "play": {"yes"}},
		"/account/sessions": {"others": {"yes"}},
		"/account/notices":  {"do": {"hook"}, "hook": {"https://thief.test/x"}},
		"/account/program":  {"program": {"yes"}},
	} {
		thief.SignIn("Anna", nil)
		if p := thief.Slowly(thief.Request(http.MethodPost, path, form.Encode()), leaves); p.Code != http.StatusForbidden {
			t.Errorf("%s: status %d", path, p.Code)
		}
	}
	p, err := w.People.Named(t.Context(), "Anna")
	require.NoError(t, err)
	list, err := w.Notices.Channels(t.Context(), p.ID)
	require.True(t, err == nil && len(list) <= 0 && !p.Program, "channels %v, %v; a program: %v", list, err, p.Program)
	anna.Get("/account/delete").WantStatus(t, http.StatusOK, "Anna's own session")
	w.Visitor().SignIn("Anna", nil).WantStatus(t, http.StatusOK, "Anna's password")

	req := anna.Request(http.MethodPost, "/api/v1/me/program", `{"program":true}`)
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	who, err := w.People.Tokens(t.Context(), &people.Person{Account: p})
	require.NoError(t, err)
	if got := anna.Slowly(req, func() { anna.Post("/account/tokens", url.Values{"end": {who[0].ID}}) }); got.Code != http.StatusUnauthorized {
		t.Errorf("by an access token that has ended: status %d", got.Code)
	}
}

// A page that was made for an account acts for no other one that has signed in since beside
// it, but for what a guest has begun.
func TestFormsOfAnotherAccount(t *testing.T) {
	w := newWorld(t, 76)
	w.Visitor().SignUp("Bert")
	browser := w.Visitor()
	begun := browser.Get("/new").Form("/new")
	browser.SignUp("Anna")
	circles, tokens := browser.Get("/circles").Form("/circles"), browser.Get("/account").Form("/account/tokens")
	browser.Alone(url.Values{"key": begun.Fields["key"]})
	browser.SignIn("Bert", nil)
	circles.Fields.Set("name", "Zeche Nachtigall")
	tokens.Fields.Set("token", "a program")
	for what, f := range map[string]*webtest.Form{"a circle": circles, "an access token": tokens} {
		p := browser.Press(f, webtest.Button{})
		p.WantStatus(t, http.StatusForbidden, "%s", what)
		require.True(t, p.Says("made for another account"), "%s is refused without the reason", what)
	}
	browser.SignIn("Anna", nil)
	browser.Press(circles, webtest.Button{}).WantStatus(t, http.StatusOK, "a circle by whom the page was made for")
}
