package tables

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A form at a table that is refused comes back with what was typed.
func TestRefusedTableFormsKeepWhatWasTyped(t *testing.T) {
	w := newWorld(t, 94)
	anna, bert := w.Visitor(), w.Visitor()
	path := anna.Opens(url.Values{"public": {"yes"}})
	bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	long := strings.Repeat("x", 401)
	for name, c := range map[string]struct {
		to   string
		form url.Values
		kept [][]string // the attributes of a field, or what is said
	}{
		"orders": {"/orders", url.Values{"r3": {"99"}, "a3-0": {"0"}, "m3-0": {"17"}, "ask": {"yes"}},
			[][]string{{"action", path + "/orders"}, {"value", "17"}, {"name", "ask", "value", "yes", "checked"}}},
		"a name":    {"/seat", url.Values{"do": {"rename"}, "name": {"Anna \u202e"}}, [][]string{{"action", path + "/seat"}, {"name", "name", "value", "Anna \u202e"}}},
		"a message": {"/chat", url.Values{"do": {"say"}, "room": {"table"}, "text": {long}}, [][]string{{"value", long}}},
		"a note":    {"/chat", url.Values{"do": {"note"}, "note": {strings.Repeat("y", 2001)}}, [][]string{{strings.Repeat("y", 2001)}}},
	} {
		at := anna.Get(path + "/seat").Form("/seat").Fields["at"]
		c.form["seat"], c.form["at"], c.form["key"] = []string{"0"}, at, []string{name}
		if c.to == "/chat" { // no command
			c.form.Del("at")
		}
		p := anna.Post(path+c.to, c.form)
		if p.Status < http.StatusBadRequest || p.Status >= http.StatusInternalServerError || !p.Has("class", "notice bad") {
			t.Errorf("%s: status %d", name, p.Status)
		}
		for _, typed := range c.kept {
			if len(typed) == 1 && !p.Says(typed[0]) || len(typed) > 1 && !p.Has(typed...) {
				t.Errorf("%s: %.40q is lost", name, typed)
			}
		}
	}
}
