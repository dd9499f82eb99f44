package web

import (
	"net/url"
	"strings"
	"testing"
)

// Of the settings of who signs out only the language stays at the browser, and no
// account begins with the quiet hours of anyone else.
func TestSettingsGoWithTheirPerson(t *testing.T) {
	w := newWorld(t, 71)
	v := w.visitor()
	v.signUp("Anna")
	set := url.Values{"lang": {"de"}, "theme": {"dark"}, "from": {"22:00"}, "to": {"07:00"}, "zone": {"UTC"}}
	v.post("/settings", set)
	if p := v.post("/account/out", nil); !strings.Contains(p.body, `lang="de"`) || strings.Contains(p.body, `data-theme="dark"`) {
		t.Error("signed out, the page has the settings of the person, or not the language")
	}
	v.post("/settings", set) // no matter who that was
	v.signUp("Ben")
	if p := v.get("/settings"); strings.Contains(p.body, "22:00") {
		t.Error("a new account has quiet hours")
	}
}
