package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A form at a table that is refused comes back with what was typed.
func TestRefusedTableFormsKeepWhatWasTyped(t *testing.T) {
	w := newWorld(t, 94)
	anna, bert := w.visitor(), w.visitor()
	path := anna.opens(url.Values{"public": {"yes"}})
	bert.post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	long := strings.Repeat("x", 401)
	for name, c := range map[string]struct {
		to   string
		form url.Values
		kept []string
	}{
		"orders": {"/orders", url.Values{"r3": {"99"}, "a3-0": {"0"}, "m3-0": {"17"}, "ask": {"yes"}},
			[]string{`action="` + path + `/orders"`, `value="17"`, `name="ask" value="yes" checked`}},
		"a name":    {"/seat", url.Values{"do": {"rename"}, "name": {"Anna \u202e"}}, []string{`action="` + path + `/seat"`, "Anna \u202e"}},
		"a message": {"/chat", url.Values{"do": {"say"}, "room": {"table"}, "text": {long}}, []string{`value="` + long + `"`}},
		"a note":    {"/chat", url.Values{"do": {"note"}, "note": {strings.Repeat("y", 2001)}}, []string{strings.Repeat("y", 2001)}},
	} {
		at := anna.get(path + "/share").form("/seat").fields["at"]
		c.form["seat"], c.form["at"], c.form["key"] = []string{"0"}, at, []string{name}
		if c.to == "/chat" { // no command
			c.form.Del("at")
		}
		p := anna.post(path+c.to, c.form)
		if p.status < http.StatusBadRequest || p.status >= http.StatusInternalServerError || !strings.Contains(p.body, `class="notice bad"`) {
			t.Errorf("%s: status %d", name, p.status)
		}
		for _, text := range c.kept {
			if !strings.Contains(p.body, text) {
				t.Errorf("%s: %.40q is lost", name, text)
			}
		}
	}
}
