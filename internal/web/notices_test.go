package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/people"
)

// The page of notices in all states and languages, by forms alone.
func TestNoticesPage(t *testing.T) {
	w := newWorld(t, 71)
	hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(hook.Close)
	if p := w.visitor().get("/account/notices"); p.status != http.StatusForbidden {
		t.Errorf("for a guest: status %d", p.status)
	}
	v := w.visitor()
	v.signUp("Anna")
	set := func(form url.Values) answer { return v.post("/account/notices", form) }
	if p := v.get("/account/notices"); !strings.Contains(p.body, "This server sends no email.") || p.form("/account/notices") == nil {
		t.Error("the page does not say that there is no mail, or has no form")
	}
	for what, c := range map[string]struct {
		form   url.Values
		status int
	}{
		"mail without a server": {url.Values{"do": {"mail"}, "address": {"anna@ruhr.test"}}, http.StatusConflict},
		"no webhook":            {url.Values{"do": {"hook"}, "hook": {"ftp://x"}}, http.StatusUnprocessableEntity},
		"no subscription":       {url.Values{"do": {"push"}, "endpoint": {"https://push.test/x"}}, http.StatusUnprocessableEntity},
		"no hour":               {url.Values{"do": {"set"}, "id": {"x"}, "hour": {"x"}}, http.StatusUnprocessableEntity},
		"no channel":            {url.Values{"do": {"drop"}, "id": {"x"}}, http.StatusNotFound},
	} {
		if p := set(c.form); p.status != c.status || !strings.Contains(p.body, `class="notice bad"`) {
			t.Errorf("%s: status %d, want %d with a reason", what, p.status, c.status)
		}
	}
	set(url.Values{"do": {"hook"}, "hook": {hook.URL + "/token-of-the-hook"}})
	p := v.get("/account/notices")
	if strings.Contains(p.body, "token-of-the-hook") {
		t.Error("the page shows the secret part of a webhook's address")
	}
	list, err := w.notices.Channels(t.Context(), w.accountOf("Anna"))
	if err != nil || len(list) != 1 || !list[0].Turn || list[0].Lang != "en" {
		t.Fatalf("channels %+v, %v", list, err)
	}
	id := list[0].ID
	if p := set(url.Values{"do": {"test"}, "id": {id}}); !strings.Contains(p.body, "The test has been sent.") {
		t.Errorf("a test: status %d", p.status)
	}
	for what, wrong := range map[string]url.Values{"hour": {"hour": {"25"}, "zone": {"UTC"}}, "zone": {"hour": {"7"}, "zone": {"Nowhere"}}} {
		form := url.Values{"do": {"set"}, "id": {id}, "end": {"yes"}, "when": {"now"}, "hour": wrong["hour"], "zone": wrong["zone"]}
		p := set(form)
		if got := filled(t, p, "hour"); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, `class="notice bad"`) || what == "zone" && !same(got, form) {
			t.Errorf("no %s: status %d, and the form has %v", what, p.status, got)
		}
	}
	set(url.Values{"do": {"set"}, "id": {id}, "end": {"yes"}, "when": {"daily"}, "hour": {"18"}, "zone": {"Europe/Berlin"}})
	list, err = w.notices.Channels(t.Context(), w.accountOf("Anna"))
	if c := list[0]; err != nil || c.Turn || c.Begin || !c.End || !c.Daily || c.Hour != 18 || c.Zone != "Europe/Berlin" || !c.Off || c.Lang != "en" {
		t.Errorf("saved %+v, %v", c, err)
	}
	other := w.visitor()
	other.signUp("Bert")
	if p := other.post("/account/notices", url.Values{"do": {"drop"}, "id": {id}}); p.status != http.StatusNotFound {
		t.Errorf("another's channel: status %d", p.status)
	}
	for _, lang := range languageCodes {
		v.lang = lang
		v.post("/language", url.Values{"lang": {lang}})
		checkPage(t, lang+" notices", v.get("/account/notices"))
	}
	if p := set(url.Values{"do": {"drop"}, "id": {id}}); strings.Contains(p.body, `value="`+id+`"`) {
		t.Error("the channel is still there")
	}
}

// accountOf is the ID of an account by its name.
func (w *world) accountOf(name string) string {
	w.t.Helper()
	a, err := w.store.AccountByKey(w.t.Context(), people.Key(name))
	if err != nil {
		w.t.Fatal(err)
	}
	return a.ID
}

// A link that is not from here leads nowhere, no matter who follows it.
func TestLinksOfMails(t *testing.T) {
	v := newWorld(t, 72).visitor()
	for _, path := range []string{"/notices/confirm/x/y", "/notices/stop/" + strings.Repeat("A", 22) + "/" + strings.Repeat("A", 22)} {
		if p := v.get(path); p.status != http.StatusNotFound {
			t.Errorf("GET %s: status %d", path, p.status)
		}
		if p := v.post(path, nil); p.status != http.StatusNotFound {
			t.Errorf("POST %s: status %d", path, p.status)
		}
	}
	if p := v.get("/notices/worker.js"); p.status != http.StatusOK || !strings.Contains(p.body, "showNotification") {
		t.Errorf("the worker: status %d", p.status)
	}
}

// A page without a table is told how many tables wait for its visitor.
func TestWaiting(t *testing.T) {
	w := newWorld(t, 74)
	v := w.visitor()
	if p := v.get("/waiting"); strings.TrimSpace(p.body) != `{"waiting":0}` {
		t.Errorf("a stranger is told %s", p.body)
	}
	v.alone(nil)
	if p := v.get("/waiting"); strings.TrimSpace(p.body) != `{"waiting":0}` {
		t.Errorf("somebody alone is told %s", p.body)
	}
	if p := v.post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"none"}, "who3": {"none"}}); !strings.Contains(p.path, "/share") {
		t.Fatalf("a table with a free place led to %s", p.path)
	}
	if p := v.get("/waiting"); strings.TrimSpace(p.body) != `{"waiting":1}` {
		t.Errorf("with a table for two people: %s", p.body)
	}
	if p := v.get("/tables"); !strings.Contains(p.body, "data-asks") {
		t.Error("the page does not ask")
	}
}
