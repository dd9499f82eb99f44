package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// The page of notices in all states and languages, by forms alone.
func TestNoticesPage(t *testing.T) {
	w := newWorld(t, 71)
	hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(hook.Close)
	w.Visitor().Get("/account/notices").WantStatus(t, http.StatusForbidden, "for a guest")
	v := w.Visitor()
	v.SignUp("Anna")
	set := func(form url.Values) webtest.Answer { return v.Post("/account/notices", form) }
	if p := v.Get("/account/notices"); !p.Says("This server sends no email.") || p.Form("/account/notices") == nil {
		t.Error("the page does not say that there is no mail, or has no form")
	}
	for what, c := range map[string]struct {
		form   url.Values
		status int
	}{
		"mail without a server": {url.Values{"do": {"mail"}, "address": {"anna@ruhr.test"}, "old": {webtest.Password}}, http.StatusConflict},
		"no webhook":            {url.Values{"do": {"hook"}, "hook": {"ftp://x"}}, http.StatusUnprocessableEntity},
		"no subscription":       {url.Values{"do": {"push"}, "endpoint": {"https://push.test/x"}}, http.StatusUnprocessableEntity},
		"no hour":               {url.Values{"do": {"set"}, "id": {"x"}, "hour": {"x"}}, http.StatusUnprocessableEntity},
		"no channel":            {url.Values{"do": {"drop"}, "id": {"x"}}, http.StatusNotFound},
	} {
		if p := set(c.form); p.Status != c.status || !p.Has("class", "notice bad") {
			t.Errorf("%s: status %d, want %d with a reason", what, p.Status, c.status)
		}
	}
	set(url.Values{"do": {"hook"}, "hook": {hook.URL + "/token-of-the-hook"}})
	p := v.Get("/account/notices")
	require.True(t, !strings.Contains(p.Body, "token-of-the-hook"), "the page shows the secret part of a webhook's address")
	list, err := w.Notices.Channels(t.Context(), w.accountOf("Anna"))
	require.Must(t, err == nil && len(list) == 1 && list[0].Turn && list[0].Lang == "en", "channels %+v, %v", list, err)
	id := list[0].ID
	if p := set(url.Values{"do": {"test"}, "id": {id}}); !p.Says("The test has been sent.") {
		t.Errorf("a test: status %d", p.Status)
	}
	for what, wrong := range map[string]url.Values{"hour": {"hour": {"25"}, "zone": {"UTC"}}, "zone": {"hour": {"7"}, "zone": {"Nowhere"}}} {
		form := url.Values{"do": {"set"}, "id": {id}, "end": {"yes"}, "when": {"now"}, "hour": wrong["hour"], "zone": wrong["zone"]}
		p := set(form)
		if got := filled(t, p, "hour"); p.Status != http.StatusUnprocessableEntity || !p.Has("class", "notice bad") || what == "zone" && !same(got, form) {
			t.Errorf("no %s: status %d, and the form has %v", what, p.Status, got)
		}
	}
	set(url.Values{"do": {"set"}, "id": {id}, "end": {"yes"}, "when": {"daily"}, "hour": {"18"}, "zone": {"Europe/Berlin"}})
	list, err = w.Notices.Channels(t.Context(), w.accountOf("Anna"))
	if c := list[0]; err != nil || c.Turn || c.Begin || !c.End || !c.Daily || c.Hour != 18 || c.Zone != "Europe/Berlin" || !c.Off || c.Lang != "en" {
		t.Errorf("saved %+v, %v", c, err)
	}
	other := w.Visitor()
	other.SignUp("Bert")
	other.Post("/account/notices", url.Values{"do": {"drop"}, "id": {id}}).WantStatus(t, http.StatusNotFound, "another's channel")
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		v.Post("/language", url.Values{"lang": {lang}})
		webtest.CheckPage(t, lang+" notices", v.Get("/account/notices"))
	}
	require.True(t, !set(url.Values{"do": {"drop"}, "id": {id}}).Has("value", id), "the channel is still there")
}

// accountOf is the ID of an account by its name.
func (w *world) accountOf(name string) string {
	w.T.Helper()
	a, err := w.Store.AccountByKey(w.T.Context(), people.Key(name))
	require.NoError(w.T, err)
	return a.ID
}

// A link that is not from here leads nowhere, no matter who follows it.
func TestLinksOfMails(t *testing.T) {
	v := newWorld(t, 72).Visitor()
	for _, path := range []string{"/notices/confirm/x/y", "/notices/stop/" + strings.Repeat("A", 22) + "/" + strings.Repeat("A", 22)} {
		v.Get(path).WantStatus(t, http.StatusNotFound, "GET %s", path)
		v.Post(path, nil).WantStatus(t, http.StatusNotFound, "POST %s", path)
	}
	if p := v.Get("/notices/worker.js"); p.Status != http.StatusOK || !strings.Contains(p.Body, "showNotification") {
		t.Errorf("the worker: status %d", p.Status)
	}
}

// A page without a table is told how many tables wait for its visitor.
func TestWaiting(t *testing.T) {
	w := newWorld(t, 74)
	v := w.Visitor()
	if p := v.Get("/waiting"); strings.TrimSpace(p.Body) != `{"waiting":0}` {
		t.Errorf("a stranger is told %s", p.Body)
	}
	v.Alone(nil)
	if p := v.Get("/waiting"); strings.TrimSpace(p.Body) != `{"waiting":0}` {
		t.Errorf("somebody alone is told %s", p.Body)
	}
	if p := v.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"none"}, "who3": {"none"}}); !strings.Contains(p.Path, "/share") {
		t.Fatalf("a table with a free place led to %s", p.Path)
	}
	if p := v.Get("/waiting"); strings.TrimSpace(p.Body) != `{"waiting":1}` {
		t.Errorf("with a table for two people: %s", p.Body)
	}
	require.True(t, v.Get("/tables").Has("data-asks"), "the page does not ask")
}
