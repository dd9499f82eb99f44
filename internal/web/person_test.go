package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// Of the settings of who signs out only the language stays at the browser, and no
// account begins with the quiet hours of anyone else.
func TestSettingsGoWithTheirPerson(t *testing.T) {
	w := newWorld(t, 71)
	v := w.Visitor()
	v.SignUp("Anna")
	set := url.Values{"lang": {"de"}, "theme": {"dark"}, "from": {"22:00"}, "to": {"07:00"}, "zone": {"UTC"}}
	v.Post("/settings", set)
	if p := v.Post("/account/out", nil); !p.Has("lang", "de") || p.Has("data-theme", "dark") {
		t.Error("signed out, the page has the settings of the person, or not the language")
	}
	v.Post("/settings", set) // no matter who that was
	v.SignUp("Ben")
	require.True(t, !v.Get("/settings").Has("value", "22:00"), "a new account has quiet hours")
}

// Once a session has ended elsewhere, a guest in that browser has no quiet hours of the person,
// neither before nor after the first form.
func TestQuietHoursGoWithTheSession(t *testing.T) {
	w := newWorld(t, 73)
	anna, phone := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	phone.SignIn("Anna", nil)
	phone.Post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"UTC"}})
	anna.Post("/account/sessions", url.Values{"others": {"yes"}})
	for range 2 {
		require.True(t, !phone.Get("/settings").Has("value", "22:00"), "a guest has the person's quiet hours")
		phone.Post("/play", nil)
	}
	ben := w.Visitor()
	ben.SignIn("Anna", nil)
	anna.Post("/account/sessions", url.Values{"others": {"yes"}})
	ben.Post("/settings", url.Values{"from": {"23:00"}, "to": {"06:00"}, "zone": {"UTC"}})
	require.True(t, ben.Get("/settings").Has("value", "23:00"), "the hours that a guest saves in that browser are lost")
}

// A form of a page that was made for somebody signed in does nothing for a guest once the
// session has ended elsewhere: it says so once.
func TestSessionEndsUnderAForm(t *testing.T) {
	w := newWorld(t, 72)
	anna, bert, phone := w.Visitor(), w.Visitor(), w.Visitor()
	table := anna.Opens(url.Values{"public": {"yes"}})
	bert.SignUp("Bert")
	phone.SignIn("Bert", nil)
	phone.Post("/account/sessions", url.Values{"others": {"yes"}})
	sit := url.Values{"seat": {"1"}, "name": {"Bert"}}
	for path, form := range map[string]url.Values{table + "/sit": sit, "/play": nil, "/tournaments/new": {"name": {"Cup"}}} {
		guest := w.Visitor()
		guest.SignIn("Bert", nil)
		phone.Post("/account/sessions", url.Values{"others": {"yes"}})
		p := guest.Post(path, form)
		if p.WantStatus(t, http.StatusForbidden, path); !p.LeadsTo("/account") {
			t.Errorf("%s: no way to sign in", path)
		}
	}
	if p := bert.Post(table+"/sit", sit); p.Status != http.StatusForbidden || w.Snapshot(strings.TrimPrefix(table, "/t/")).Seats[1].Kind != game.Open {
		t.Errorf("a guest sits down in Bert's name: status %d", p.Status)
	}
	if p := bert.Post(table+"/sit", sit); p.Path != table || p.Status != http.StatusOK {
		t.Errorf("as a guest, on purpose: %s, status %d", p.Path, p.Status)
	}
}
