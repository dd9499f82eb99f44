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
