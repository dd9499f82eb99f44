package tables

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"ruhr/internal/require"
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
		require.True(t, slices.ContainsFunc(said, func(e webtest.Element) bool { return e.Text() == name }), "%s does not say the name", where)
		title := p.Document().Find(t, "title", "", "").Text()
		if about := where == "the table" || where == "the page of links" || where == "an invitation"; about && !strings.HasSuffix(" · "+title, " · "+name+" · Ruhr") {
			t.Errorf("%s is titled %q", where, title)
		}
	}
	require.True(t, !anna.Get("/tables?q=lippe").LeadsTo(at), "a search for another name finds the table")
	if p := anna.Get("/").Document().Find(t, "a", "class", "button main big"); anna.Plays(at) && p.Text() != "Continue (round 1, your turn) "+name {
		t.Errorf("the first page says %q", p.Text())
	}
}

// The owner names a table on its page of links; what they type comes back where it is
// refused, and nobody else is asked.
func TestNameATableLater(t *testing.T) {
	w := newWorld(t, 77)
	anna := w.Visitor()
	at, invitation := anna.Invitation()
	bert := w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	form := func(name string) url.Values {
		f := anna.Get(at + "/share").Form("/owner").Fields
		return url.Values{"do": {"name"}, "table": {name}, "at": f["at"], "key": f["key"]}
	}
	if p := anna.Post(at+"/owner", form(" Friday  <b>")); p.Status != http.StatusOK || !p.Has("name", "table", "value", "Friday <b>") {
		t.Errorf("status %d, or the page does not have the new name", p.Status)
	}
	if p := bert.Get(at); !p.Says("The table is now called Friday <b>") || !strings.HasSuffix(p.Document().Find(t, "title", "", "").Text(), "Friday <b> · Ruhr") {
		t.Error("the table does not tell its new name")
	}
	if open := bert.Get(at + "/frame?after=1").Body; !strings.Contains(open, `"called":"<b><bdi>Friday &lt;b&gt;`) || !strings.Contains(open, "· Friday <b> · Ruhr") {
		t.Error("a page that is open keeps the old name")
	}
	if p := anna.Post(at+"/owner", form("a\u202eb")); p.Status != http.StatusConflict || !p.Has("name", "table", "value", "a\u202eb") || !p.Says("40 characters") {
		t.Errorf("a hidden letter: status %d, or it is lost, or nothing says why", p.Status)
	}
	if p := bert.Get(at + "/share"); p.Has("name", "table") {
		t.Error("a player is asked for a name")
	}
	bert.Post(at+"/owner", form("X")).WantStatus(t, http.StatusForbidden, "a player who names it")
	anna.Post(at+"/owner", form(""))
	if p := bert.Get(at); !p.Says("The table no longer has a name") {
		t.Error("the table does not say that it has no name")
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
		require.True(t, p.Says("40 characters"), "%s does not say why", form)
	}
}

// Two people of the same name are told apart wherever both are named, also in the record of
// their game; the field for a name has the one that was given.
func TestEqualNamesAreToldApart(t *testing.T) {
	w := newWorld(t, 78)
	anna, other := w.Visitor(), w.Visitor()
	at := anna.Opens(url.Values{"public": {"yes"}})
	other.Post(at+"/sit", url.Values{"seat": {"1"}, "name": {"Anna"}})
	for _, v := range []*webtest.Visitor{anna, other} {
		says(v, at, "table", "hello")
	}
	for _, path := range []string{"/tables", at, at + "/share", at + "/chat"} {
		if p := anna.Get(path); !p.Says("Anna (1)") || !p.Says("Anna (2)") {
			t.Errorf("%s does not tell the two apart: %s", path, p.Text())
		}
	}
	if p := anna.Get(at + "/seat"); !p.Has("name", "name", "value", "Anna") {
		t.Error("the field for a name has one that nobody gave")
	}
	w.PlayOut(at[len("/t/"):])
	for where, p := range map[string]webtest.Answer{"the score sheet": anna.Get(at + "/score"), "my tables": anna.Get("/tables"), "the record, opened": anna.Upload(anna.Get(at + "/record").Body)} {
		require.True(t, p.Says("Anna (1)") && p.Says("Anna (2)"), "%s does not tell the two apart", where)
	}
}

// A name that is written from right to left is isolated from the figures beside it:
// in an element of its own that is so by the style sheet, or that nothing else stands in.
func TestNamesFromRightToLeft(t *testing.T) {
	w := newWorld(t, 75)
	v := w.Visitor()
	const name = "דוד"
	at := v.Alone(url.Values{"name0": {name}}).Path
	v.Post(at+"/chat", url.Values{"do": {"say"}, "text": {"שלום"}, "key": {"k"}})
	isolated := []string{"b", "bdi", "option", "button", "summary", "th", "dt", "title", "p"} // in a sentence other words are beside it
	check := func(paths ...string) {
		for _, path := range paths {
			for n := range v.Get(path).Document().Descendants() {
				if n.Type != html.TextNode || !strings.Contains(n.Data, name) {
					continue
				}
				in := n.Parent
				hidden := slices.ContainsFunc(in.Attr, func(a html.Attribute) bool { return a.Key == "class" && a.Val == "out" })
				require.True(t, hidden || slices.Contains(isolated, in.Data), "%s: %q in <%s>", path, n.Data, in.Data)
			}
		}
	}
	check(at, "/tables", "/", at+"/share", at+"/seat", at+"/chat")
	w.PlayOut(strings.TrimPrefix(at, "/t/"))
	check(at, "/tables", at+"/score", at+"/replay", at+"/replay?n=5")
}
