package web

import (
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// oneValue are the forms with fields that put nothing back that was saved elsewhere
// after they were shown, with the reason, by where they are and go.
var oneValue = map[string]string{
	"account.html /account/passkeys":           "adds",
	"account.html /account/program":            "sets one value",
	"account.html /account/tokens":             "adds",
	"goodbye.html /account/delete":             "deletes",
	"join.html /join/{{.Token}}":               "takes a seat",
	"lobby.html /t/{{.ID}}/sit":                "takes a seat",
	"day.html /day/{{.ID}}":                    "makes",
	"circle.html /circle/{{.ID}}":              "sets one value",
	"circle.html /circle/{{.ID}}/table":        "makes",
	"circles.html /circles":                    "makes",
	"box.html /box":                            "makes",
	"correct.html /t/{{.ID}}/correct":          "is made at a log number",
	"new.html /new":                            "makes",
	"newtournament.html /tournaments/new":      "makes",
	"tournament.html /tournament/{{.ID}}/join": "takes a place",
	"offline.html /offline":                    "adds",
	"open.html /open":                          "shows",
	"open.html /open/link":                     "shows",
	"parts/board.html /t/{{$.P.ID}}/seat":      "sets one value",
	"parts/chat.html {{.Place}}/chat":          "adds",
	"recover.html ":                            "has the right by its link",
	"recover.html /account/recover":            "sends",
	"replay.html {{.PlayOn}}":                  "makes",
	"seat.html /t/{{$.ID}}/seat":               "sets one value",
	"signin.html /account/in":                  "signs in",
	"signup.html /account/new":                 "makes",
	"workshop.html /workshop":                  "offers the other draft (TestDraftsOfTwoTabs)",
	"workshop.html /workshop/open":             "offers the other draft (TestDraftsOfTwoTabs)",
	"notices.html /account/notices":            "adds, but for the form of a channel (TestTwoTabs)",
}

// Every form of the pages with fields is filled in in two tabs by TestTwoTabs, or puts
// nothing back.
func TestFormsThatStoreAreFilledInInTwoTabs(t *testing.T) {
	forms := regexp.MustCompile(`(?s)<form\b[^>]*method="post".*?</form>`)
	goes := regexp.MustCompile(`^<form\b[^>]*?action="([^"]*)"`)
	field := regexp.MustCompile(`<(input|select|textarea)\b[^>]*`)
	used := map[string]bool{}
	err := fs.WalkDir(os.DirFS("templates"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		text, err := os.ReadFile("templates/" + path)
		for _, f := range forms.FindAllString(string(text), -1) {
			fields := slices.DeleteFunc(field.FindAllString(f, -1), func(f string) bool { return strings.Contains(f, `type="hidden"`) })
			if len(fields) == 0 {
				continue
			}
			to := path + " "
			if m := goes.FindStringSubmatch(f); m != nil {
				to += m[1]
			}
			if used[to] = true; oneValue[to] == "" && !slices.ContainsFunc(tabs, func(c tabCase) bool { return c.form == to }) {
				t.Errorf("a form with fields that may put back what was saved elsewhere: %s", to)
			}
		}
		return err
	})
	require.NoError(t, err)
	for _, c := range tabs {
		require.True(t, used[c.form], "there is no form %s", c.form)
	}
	for to := range oneValue {
		require.True(t, used[to], "there is no form %s", to)
	}
}

// tabCase is a form that two tabs show.
type tabCase struct {
	form     string                          // its template, and where it goes
	page     func(v *webtest.Visitor) string // that has it
	has      string                          // a field that tells it from others
	one, two url.Values                      // what is changed in each
	both     url.Values                      // what is kept then; nil where the second one is refused
	says     string                          // how the second page says what the first one saved
}

var tabs = []tabCase{
	{
		form: "settings.html /settings", has: "theme",
		page: func(*webtest.Visitor) string { return "/settings" },
		one:  url.Values{"lang": {"en"}, "theme": {"dark"}, "from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Berlin"}},
		two:  url.Values{"sound": {"on"}, "word": {"ask"}, "zone": {"UTC"}}, // which a script proposes
		both: url.Values{"lang": {"en"}, "theme": {"dark"}, "from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Berlin"}, "sound": {"on"}, "word": {"ask"}},
	},
	{
		form: "notices.html /account/notices", has: "hour",
		page: func(v *webtest.Visitor) string {
			v.SignUp("Anna")
			v.Post("/account/notices", url.Values{"do": {"hook"}, "hook": {"https://hooks.example.org/"}})
			return "/account/notices"
		},
		one:  url.Values{"do": {"set"}, "turn": nil, "when": {"daily"}, "hour": {"18"}, "zone": {"Europe/Berlin"}},
		two:  url.Values{"do": {"set"}, "end": nil, "chat": {"yes"}, "zone": {"UTC"}},
		both: url.Values{"turn": nil, "end": nil, "chat": {"yes"}, "when": {"daily"}, "hour": {"18"}, "zone": {"Europe/Berlin"}},
	},
	{
		form: "chat.html {{.Place}}/chat", has: "note",
		page: func(v *webtest.Visitor) string { return v.Alone(nil).Path + "/chat" },
		one:  url.Values{"do": {"note"}, "note": {"Locks first.\r\nThen\r\ncoal."}},
		two:  url.Values{"do": {"note"}, "note": {"Coal first."}},
		says: "Locks first.\nThen\ncoal.",
	},
	{
		form: "orders.html /t/{{.ID}}/orders", has: "ask",
		page: func(v *webtest.Visitor) string {
			path, bert := v.Opens(url.Values{"public": {"yes"}}), v.World.Visitor()
			bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
			if v.Plays(path) { // an order for the current decision is carried out at once
				v.Client = bert.Client
			}
			return path + "/orders"
		},
		one:  url.Values{"ask": {"yes"}},
		two:  url.Values{"a3-0": {""}},
		says: "saved now: Transport to the ",
	},
}

// Of two tabs with one form, none puts back what the other one has saved: each changes
// what was changed in it, or is told what is kept now and keeps what was typed.
func TestTwoTabs(t *testing.T) {
	for i, c := range tabs {
		t.Run(c.form, func(t *testing.T) {
			v := newWorld(t, uint64(110+i)).Visitor()
			path := c.page(v)
			_, action, _ := strings.Cut(c.form, " ")
			at := path[:max(0, strings.LastIndex(path, "/"))]
			action = strings.NewReplacer("/t/{{.ID}}", at, "{{.Place}}", at).Replace(action)
			with := func(form, changes url.Values) url.Values {
				form = maps.Clone(form)
				if _, ok := form["a3-0"]; ok { // the first that may be ordered
					form.Set("a3-0", regexp.MustCompile(`(?s)name="a3-0".*?<option value="(\d+)"`).FindStringSubmatch(v.Get(path).Body)[1])
				}
				maps.Copy(form, changes)
				form.Set("key", strings.Repeat("k", 1+len(form.Encode())%60))
				return form
			}
			shown := filled(t, v.Get(path), c.has)
			v.Post(action, with(shown, c.one)).WantStatus(t, http.StatusOK, "the first")
			first := filled(t, v.Get(path), c.has)
			p := v.Post(action, with(shown, c.two))
			if c.both != nil {
				if want := with(shown, c.both); p.Status != http.StatusOK || !same(filled(t, v.Get(path), c.has), want) {
					t.Errorf("status %d, then there is\n%v, expected\n%v", p.Status, filled(t, v.Get(path), c.has), want)
				}
				return
			}
			if p.Status != http.StatusConflict || !p.Has("class", "notice bad") || !p.Says(c.says) {
				t.Errorf("the second: status %d, and it says %q: %v", p.Status, c.says, p.Says(c.says))
			}
			if got := filled(t, v.Get(path), c.has); !same(got, first) || !same(first, with(shown, c.one)) {
				t.Errorf("after the refusal there is\n%v, the first saved\n%v", got, first)
			}
			typed := filled(t, p, c.has)
			if !same(typed, with(shown, c.two)) {
				t.Errorf("the second has\n%v, typed was\n%v", typed, with(shown, c.two))
			}
			if p := v.Post(action, with(typed, c.two)); p.Status != http.StatusOK || !same(filled(t, v.Get(path), c.has), with(shown, c.two)) {
				t.Errorf("sent again: status %d, then there is %v", p.Status, filled(t, v.Get(path), c.has))
			}
		})
	}
}

// same reports whether two forms show the same to a person.
func same(a, b url.Values) bool {
	fill := func(v url.Values) string {
		out := url.Values{}
		for name, values := range v {
			if !slices.Contains([]string{"was", "key", "at", "do", "id", "back"}, name) && len(values) > 0 && values[0] != "" {
				out.Set(name, strings.ReplaceAll(values[0], "\r\n", "\n"))
			}
		}
		return out.Encode()
	}
	return fill(a) == fill(b)
}

// filled is the form of a page with a field, as a browser would send it.
func filled(t *testing.T, p webtest.Answer, field string) url.Values {
	t.Helper()
	for _, form := range p.Document().All("form", "", "") {
		if len(form.All("", "name", field)) > 0 {
			return fieldsOf(form)
		}
	}
	t.Fatalf("no form with %s at %s, status %d", field, p.Path, p.Status)
	return nil
}

func fieldsOf(form webtest.Element) url.Values {
	out := url.Values{}
	for _, e := range form.All("", "", "") {
		name, kind := e.Value("name"), e.Value("type")
		switch {
		case name == "":
		case e.Data == "input" && (e.Has("checked") || kind != "checkbox" && kind != "radio"):
			out.Add(name, e.Value("value"))
		case e.Data == "textarea":
			text := ""
			for n := range e.Descendants() {
				text += n.Data
			}
			out.Add(name, text)
		case e.Data == "select":
			out.Set(name, "")
			for i, o := range e.All("option", "", "") {
				if o.Has("selected") || i == 0 {
					out.Set(name, o.Value("value"))
				}
			}
		}
	}
	return out
}

// A draft of the workshop is kept when it is made, not when a link is opened, and one that
// another tab has kept is offered.
func TestDraftsOfTwoTabs(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	const mine, other = "Witten <mine>", "Witten <other>"
	named := func(name string) map[string]string { return map[string]string{"river/city-witten/name": name} }
	offers := func(p webtest.Answer, draft string) bool {
		return p.Has("href", "/workshop?d="+draft)
	}
	link := urlDraft(t, correct(newWorld(t, 4).Visitor(), named("a friend's")))
	first := correct(v, named(mine))
	kept := urlDraft(t, first)
	require.True(t, !offers(first, kept), "the only draft is offered as another one")
	require.True(t, offers(v.Get("/workshop?d="+link), kept), "beside a friend's draft the own one is not offered")
	if p := v.Get("/workshop"); urlDraft(t, p) != kept || offers(p, kept) {
		t.Error("a link that was opened is kept instead of the draft that was made")
	}
	second := correct(v, named(other)) // in a tab that showed the usual board
	require.True(t, offers(second, kept), "the draft of the first tab is not offered")
	require.True(t, urlDraft(t, v.Get("/workshop")) == urlDraft(t, second), "the last draft is not kept")
	if p := v.Post("/workshop", url.Values{"river/city-witten/name": {mine}, "was": {urlDraft(t, second)}}); offers(p, urlDraft(t, second)) {
		t.Error("the draft that was changed is offered")
	}
	v.Post("/workshop", url.Values{"was": {kept}})
	require.True(t, v.Get("/workshop").Says("the same as the usual board"), "a draft that was emptied is still kept")
}
