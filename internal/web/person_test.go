package web

import (
	"net/url"
	"testing"
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
	if v.Get("/settings").Has("value", "22:00") {
		t.Error("a new account has quiet hours")
	}
}
