package tables

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/web/webtest"
)

// The name of a table is said as it was typed wherever the table is listed, on its own
// page and on those that lead there.
func TestNamesOfTables(t *testing.T) {
	w := newWorld(t, 75)
	anna, bert := w.Visitor(), w.Visitor()
	const name = `<b>"Ruhr" & Co</b>`
	at := anna.Opens(url.Values{"table": {name}, "public": {"yes"}})
	made := anna.Post(at+"/share", url.Values{"seat": {"1"}})
	for where, p := range map[string]webtest.Answer{
		"the lobby": bert.Get("/lobby"), "my tables": anna.Get("/tables"), "what a search finds": anna.Get("/tables?q=co"), "the first page": anna.Get("/"),
		"the table": anna.Get(at), "the page of links": made, "an invitation": bert.Get(made.Invitation()),
	} {
		said := p.Document().All("bdi", "", "")
		if !slices.ContainsFunc(said, func(e webtest.Element) bool { return e.Text() == name }) {
			t.Errorf("%s does not say the name", where)
		}
		title := p.Document().Find(t, "title", "", "").Text()
		if about := where == "the table" || where == "the page of links" || where == "an invitation"; about && !strings.HasSuffix(" · "+title, " · "+name+" · Ruhr") {
			t.Errorf("%s is titled %q", where, title)
		}
	}
	if p := anna.Get("/tables?q=lippe"); p.LeadsTo(at) {
		t.Error("a search for another name finds the table")
	}
	if p := anna.Get("/").Document().Find(t, "a", "class", "button main big"); anna.Plays(at) && p.Text() != "Continue (round 1, your turn) "+name {
		t.Errorf("the first page says %q", p.Text())
	}
}

// A form with a name that no table may have comes back with it, and opens where it is.
func TestNameOfATableIsRefused(t *testing.T) {
	w := newWorld(t, 76)
	for _, form := range []string{"/new", "/box"} {
		p := w.Visitor().Post(form, url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"me"}, "name1": {"Bert"}, "table": {"a\u202eb"}})
		page := p.Document()
		if p.Status != http.StatusUnprocessableEntity || page.Find(t, "input", "name", "table").Value("value") != "a\u202eb" || len(page.All("details", "open", "")) == 0 {
			t.Errorf("%s: status %d, not the same form with its options open", form, p.Status)
		}
		if !p.Says("40 characters") {
			t.Errorf("%s does not say why", form)
		}
	}
}
