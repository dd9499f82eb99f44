package web

import (
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// keyless are the forms that may be sent twice without a key, by where they are and go.
var keyless = map[string]string{
	"account.html /account/out":            "the second changes nothing",
	"account.html /account/program":        "sets",
	"chat.html {{.Place}}/chat":            "sets",
	"forget.html /forget":                  "the second changes nothing",
	"learn.html {{.Path}}":                 "an action is compared once",
	"linked.html":                          "the second changes nothing; mail programs send it without a page",
	"message.html {{$.Path}}":              "has the key of the form that is sent again",
	"offline.html /offline":                "a game is added once",
	"open.html /open":                      "a file is kept once",
	"open.html /open/link":                 "a game is kept once",
	"parts/band.html /t/{{.Kept}}/kept":    "a seat is taken once",
	"parts/end.html /t/{{.ID}}/again":      "a table is followed by one",
	"score.html {{$.Table}}/again":         "a table is followed by one",
	"parts/guide.html /t/{{.Table}}/guide": "sets",
	"parts/trial.html {{.SendsTo}}":        "says what is tried",
	"parts/layout.html /language":          "sets",
	"review.html {{.Path}}":                "a game is reviewed once",
	"replay.html {{.}}":                    "a game is listed once",
	"settings.html /settings":              "sets",
	"workshop.html /workshop":              "shows",
	"workshop.html /workshop/open":         "shows",
}

// Every form of the pages has a key, or makes nothing.
func TestFormsThatMakeHaveAKey(t *testing.T) {
	forms := regexp.MustCompile(`(?s)<form\b[^>]*method="post".*?</form>`)
	goes := regexp.MustCompile(`^<form\b[^>]*?action="([^"]*)"`)
	used := map[string]bool{}
	err := fs.WalkDir(os.DirFS("templates"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		text, err := os.ReadFile("templates/" + path)
		for _, f := range forms.FindAllString(string(text), -1) {
			to := path
			if m := goes.FindStringSubmatch(f); m != nil {
				to += " " + m[1]
			}
			if strings.Contains(f, "Once}}") || strings.Contains(f, `name="key"`) || strings.Contains(f, `template "stamp"`) {
				continue
			}
			if used[to] = true; keyless[to] == "" {
				t.Errorf("a form without a key, and no reason: %s", to)
			}
		}
		return err
	})
	require.NoError(t, err)
	for to := range keyless {
		require.True(t, used[to], "there is no form without a key at %s", to)
	}
}

// made counts what people have made, by kind.
func (w *world) made() map[string]int {
	w.T.Helper()
	db, err := sql.Open("sqlite", w.File)
	require.NoError(w.T, err)
	defer db.Close()
	out := map[string]int{}
	for _, kind := range []string{"accounts", "access_tokens", "channels", "circles", "grants", "room_messages", "sessions", "tables", "tokens", "tournament_players", "tournaments"} {
		n := 0
		require.NoError(w.T, db.QueryRowContext(w.T.Context(), "SELECT count(*) FROM "+kind).Scan(&n))
		out[kind] = n
	}
	return out
}

// since is how much more there is of each kind than before.
func (w *world) since(before map[string]int) map[string]int {
	now := w.made()
	for kind, n := range before {
		if now[kind] -= n; now[kind] == 0 {
			delete(now, kind)
		}
	}
	return now
}

// A button that is pressed twice at once makes what it makes when it is pressed
// once, and both presses lead to it; in a browser without a cookie, too.
func TestPressedTwice(t *testing.T) {
	w := newWorld(t, 1)
	fresh := func() *webtest.Visitor { return w.Visitor() }
	n := 0
	person := func() *webtest.Visitor {
		v := w.Visitor()
		n++
		v.SignUp(fmt.Sprint("Person ", n))
		return v
	}
	w.Visitor().SignUp("Carl")
	host := w.Visitor()
	invited := func(*webtest.Visitor) string { _, link := host.Invitation(); return link }
	open := func(v *webtest.Visitor) string { return v.Alone(url.Values{"who1": {"open"}, "name1": {""}}).Path }
	public := func(*webtest.Visitor) string { host.Opens(url.Values{"public": {"yes"}}); return "/lobby" }
	over := func(v *webtest.Visitor) string {
		id := v.Alone(nil).Path
		w.PlayOut(strings.TrimPrefix(id, "/t/"))
		return id
	}
	at := func(path string) func(*webtest.Visitor) string { return func(*webtest.Visitor) string { return path } }
	seats := url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"none"}, "who3": {"none"}}
	for _, c := range []struct {
		name string
		who  func() *webtest.Visitor
		page func(*webtest.Visitor) string
		to   string
		fill url.Values
	}{
		{"play now", fresh, at("/"), "/play", nil},
		{"learn", fresh, at("/"), "/learn", nil},
		{"play now in the lobby", fresh, at("/lobby"), "/play", nil},
		{"a new table", fresh, at("/new?with=own"), "/new", seats},
		{"a new table of an account", person, at("/new?with=own"), "/new", seats},
		{"an invitation", fresh, invited, "", url.Values{"name": {"Bert"}}},
		{"a free seat", fresh, public, "/sit", url.Values{"name": {"Bert"}, "seat": {"1"}}},
		{"sign up", fresh, at("/account/new"), "/account/new", url.Values{"name": {"New"}, "password": {webtest.Password}}},
		{"sign in", fresh, at("/account"), "/account/in", url.Values{"name": {"Carl"}, "password": {webtest.Password}}},
		{"a token", person, at("/account"), "/account/tokens", url.Values{"token": {"robot"}}},
		{"a channel", person, at("/account/notices"), "/account/notices", url.Values{"do": {"hook"}, "hook": {"https://hooks.example.org/"}}},
		{"a circle", person, at("/circles"), "/circles", url.Values{"name": {"Ruhr"}}},
		{"links", fresh, open, "/share", url.Values{"seat": {"1"}}},
		{"a message", fresh, func(v *webtest.Visitor) string { return v.Alone(nil).Path + "/chat" }, "/chat", url.Values{"text": {"Glück auf!"}}},
		{"the next game", fresh, over, "/again", nil},
		{"on from a position", fresh, func(v *webtest.Visitor) string { return over(v) + "/replay?n=3" }, "/on", url.Values{"seat": {"0"}, "level": {"random"}}},
		{"on from a file", fresh, func(v *webtest.Visitor) string { return v.Upload(v.Get(over(v)+"/record").Body).Path + "?n=0" }, "/on", url.Values{"seat": {"0"}, "level": {"random"}}},
	} {
		made := map[int]string{}
		for presses := 1; presses <= 2; presses++ {
			v := c.who()
			path := c.page(v)
			f := v.Get(path).Form(c.to)
			require.Must(t, f != nil, "%s: %s has no form", c.name, path)
			maps.Copy(f.Fields, c.fill)
			if c.name == "sign up" {
				f.Fields.Set("name", fmt.Sprint("New ", presses))
			}
			before := w.made()
			got := make([]webtest.Answer, presses)
			var all sync.WaitGroup
			for i := range got {
				all.Go(func() { got[i] = v.Press(f, webtest.Button{}) })
			}
			all.Wait()
			made[presses] = fmt.Sprint(w.since(before))
			for _, p := range got {
				if p.Status != http.StatusOK || p.Path != got[0].Path || !slices.Equal(given(p), given(got[0])) {
					t.Errorf("%s: status %d at %s with %q; another press led to %s with %q", c.name, p.Status, p.Path, given(p), got[0].Path, given(got[0]))
				}
			}
		}
		require.True(t, made[1] == made[2] && made[1] != "map[]", "%s: pressed once it makes %s, twice %s", c.name, made[1], made[2])
	}
}

// given are the secrets that a page gives out.
func given(p webtest.Answer) []string {
	return regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}|ruhr_[A-Za-z0-9_-]{20,}`).FindAllString(p.Body, -1)
}

// A browser that keeps no cookies is told at every form, and nothing is made that it
// could not have.
func TestWithoutCookies(t *testing.T) {
	w := newWorld(t, 2)
	host := w.Visitor()
	id, link := host.Invitation()
	public := host.Opens(url.Values{"public": {"yes"}})
	host.SignUp("Anna")
	over := host.Alone(nil).Path
	w.PlayOut(strings.TrimPrefix(over, "/t/"))
	game := host.Upload(host.Get(over + "/record").Body).Path
	tournament := hosts(host)
	v := w.Visitor()
	v.Client.Jar = nil
	fields := url.Values{"who0": {"me"}, "name0": {"Bert"}, "who1": {"bot"}, "level1": {"random"}, "name": {"Anna"}, "password": {webtest.Password}, "seat": {"1"}, "n": {"0"}, "level": {"random"},
		"do": {"say"}, "text": {"Hello"}, "key": {"k"}}
	keepsCookies := []string{
		"POST /play", "POST /learn", "POST /day/{date}", "POST /new", "POST /join/{token}", "POST /settings", "POST /language", "POST /account/new", "POST /account/in", "POST /account/recover/{code}",
		"POST /t/{id}/sit", "POST /t/{id}/on", "POST /open/on", "POST /game/{key}/on", "POST /game/{key}/day",
		"POST /box", "POST /tournaments/new", "POST /tournament/{id}/join",
	}
	for _, pattern := range w.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		if method != http.MethodPost {
			continue
		}
		at := id
		switch path {
		case "/t/{id}/sit":
			at = public
		case "/t/{id}/on", "/t/{id}/again":
			at = over
		}
		path = strings.NewReplacer("/t/{id}", at, "/join/{token}", link, "/game/{key}", game, "/tournament/{id}", tournament, "{code}", strings.Repeat("a", 22), "{id}", "x", "{proof}", "x").Replace(path)
		form := url.Values{}
		maps.Copy(form, fields)
		switch path {
		case "/account/new":
			form.Set("name", "Carl")
		case "/box":
			maps.Copy(form, url.Values{"who1": {"me"}, "name1": {"Cleo"}, "who2": {"none"}, "who3": {"none"}, "start": {"0"}})
		case "/tournaments/new":
			form = cup(nil)
		}
		before := w.made()
		p := v.Post(path, form)
		if made := w.since(before); len(made) > 0 {
			t.Errorf("%s: it makes %v", pattern, made)
		}
		told := p.Says("This site needs to keep a cookie")
		if needs := slices.Contains(keepsCookies, pattern); told != needs || needs && p.Status != http.StatusForbidden {
			t.Errorf("%s: status %d; it says that the browser keeps no cookies: %v, want %v", pattern, p.Status, told, needs)
		}
	}
}

// What answers a form is repeated for the browser that sent it, and for nobody else who
// knows its key.
func TestAnswersAreForWhoAsked(t *testing.T) {
	w := newWorld(t, 3)
	anna, bert := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	f := anna.Get("/account").Form("/account/tokens")
	f.Fields.Set("token", "robot")
	f.Fields.Set("key", "known") // those of our pages are refused to another account before
	first := given(anna.Press(f, webtest.Button{}))
	if again := given(anna.Press(f, webtest.Button{})); len(first) != 1 || !slices.Equal(again, first) {
		t.Errorf("the token %q, then %q", first, again)
	}
	if other := given(bert.Press(f, webtest.Button{})); len(other) != 1 || other[0] == first[0] {
		t.Errorf("another account gets %q, who asked got %q", other, first)
	}
	anna.Post("/account/out", nil)
	require.True(t, len(given(anna.Press(f, webtest.Button{}))) <= 0, "after the session the token is shown again")
}
