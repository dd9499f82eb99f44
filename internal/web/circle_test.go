package web

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// founds makes a circle of somebody who is signed in and returns its address.
func founds(v *webtest.Visitor) string {
	v.T.Helper()
	p := v.Post("/circles", url.Values{"name": {"Zeche Anna"}})
	require.Must(v.T, p.Status == http.StatusOK && strings.HasPrefix(p.Path, "/circle/"), "a new circle: %d at %s", p.Status, p.Path)
	return p.Path
}

// linkOf is the path of the link that invites to a circle, as a page of it shows it.
func linkOf(p webtest.Answer) string {
	link := p.With("data-copy")[0].Value("value")
	return link[strings.Index(link, "/circle/"):]
}

// person is a visitor who has an account.
func (w *world) person(name string) *webtest.Visitor {
	v := w.Visitor()
	v.SignUp(name)
	return v
}

// A circle from its founding to its end, in every language: a friend joins by the link, they
// play at a table made by one press, and talk.
func TestCircle(t *testing.T) {
	w := newWorld(t, 81)
	anna, bert, guest := w.person("Anna"), w.person("Bert"), w.Visitor()
	see := func(v *webtest.Visitor, at, what string) {
		t.Helper()
		for _, lang := range webtest.LanguageCodes {
			v.Lang = lang
			webtest.CheckPage(t, fmt.Sprint(what, " ", lang), v.Get(at))
		}
		v.Lang = "en"
	}
	see(guest, "/circles", "for a guest")
	see(anna, "/circles", "none")
	at := founds(anna)
	see(anna, at, "alone")
	link := linkOf(anna.Get(at))
	see(guest, link, "invitation of a guest")
	if p := guest.Get(link); !p.Has("href", "/account?back="+url.QueryEscape(link)) || p.Form(link) != nil {
		t.Error("a guest is not led to sign in")
	}
	see(bert, link, "invitation")
	if p := bert.Post(link, nil); p.Status != http.StatusOK || p.Path != at || !p.Says("Zeche Anna") {
		t.Fatalf("Bert joins: %d at %s", p.Status, p.Path)
	}
	if p := bert.Get(link); p.Path != at {
		t.Errorf("the link leads a member to %s", p.Path)
	}
	if p := anna.Post(at+"/table", url.Values{"with": {"Bert"}, "pace": {""}, "table": {"a\u202eb"}}); !p.Has("name", "table", "value", "a\u202eb") || !p.Says("40 characters") {
		t.Errorf("a table with a hidden letter in its name: %d, or the name is lost", p.Status)
	}
	p := anna.Post(at+"/table", url.Values{"with": {"Bert"}, "pace": {"days"}, "table": {"Friday"}})
	if p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
		t.Fatalf("a table: %d at %s", p.Status, p.Path)
	}
	id := strings.TrimPrefix(p.Path, "/t/")
	if p := bert.Get(at); !p.LeadsTo("/t/"+id) || !p.Says("Friday") {
		t.Error("the circle does not list its table by its name")
	}
	if p := bert.Post("/t/"+id+"/kept", url.Values{"do": {"take"}}); p.Status != http.StatusOK {
		t.Errorf("Bert sits down: %d", p.Status)
	}
	see(bert, at, "playing")
	w.finishes(id)
	if p := anna.Get(at); !p.Says("1 game") || len(p.With("name", "with")) != 2 {
		t.Error("the tally does not offer another game")
	}
	require.True(t, anna.Get("/t/"+id).Has("href", at), "a finished table does not lead a member to its circle")
	require.True(t, !strings.Contains(guest.Get("/t/"+id).Body, strings.TrimPrefix(at, "/circle/")), "a finished table shows others its circle")
	see(anna, at, "after a game")
	for _, text := range []string{"Again?", "Tonight."} {
		if p := bert.Post(at+"/chat", url.Values{"do": {"say"}, "text": {text}}); p.Path != at || !p.Says(text) {
			t.Errorf("%s: %d at %s", text, p.Status, p.Path)
		}
	}
	see(anna, at+"/chat", "chat")
	if p := anna.Post(at+"/chat", url.Values{"do": {"report"}, "n": {"1"}}); !p.Says("reported") {
		t.Errorf("a report: %d", p.Status)
	}
	require.True(t, !strings.Contains(anna.Post(at+"/chat", url.Values{"do": {"mute"}, "n": {"1"}}).Body, "Tonight."), "who is muted is heard")
	require.True(t, anna.Post(at+"/chat", url.Values{"do": {"unmute"}}).Says("Tonight."), "who is no longer muted is not heard")
	if !anna.Get("/tables").Has("href", at) || guest.Get("/tables").Has("href", at) {
		t.Error("the list of tables does not lead to the circle of its reader alone")
	}
	if p := anna.Post(at, url.Values{"do": {"leave"}}); p.Path != "/circles" || p.LeadsTo(at) {
		t.Errorf("Anna leaves: %d at %s", p.Status, p.Path)
	}
	require.True(t, bert.Get(at).Says("runs the circle"), "nobody runs the circle")
	if p := bert.Post(at, url.Values{"do": {"leave"}}); p.Path != "/circles" || p.Status != http.StatusOK {
		t.Errorf("Bert leaves: %d at %s", p.Status, p.Path)
	}
}

// finishes plays a table of two to its end.
func (w *world) finishes(id string) {
	w.T.Helper()
	both := game.Actor{Seats: []int{0, 1}, Final: true}
	for {
		s, err := w.Service.Position(w.T.Context(), id, both)
		require.NoError(w.T, err)
		if s.Over {
			break
		}
		if _, err = w.Service.Do(w.T.Context(), id, both, s.N, "", game.Act(s.Game.Legal(&s.State).Append(nil)[0])); err != nil {
			w.T.Fatal(err)
		}
	}
	if err := w.Service.Tick(w.T.Context()); err != nil { // counts the result
		w.T.Fatal(err)
	}
}

// Anyone outside gets the same answer as for a circle that does not exist.
func TestCircleFromOutside(t *testing.T) {
	w := newWorld(t, 82)
	anna, cleo, guest := w.person("Anna"), w.person("Cleo"), w.Visitor()
	at := founds(anna)
	link := linkOf(anna.Get(at))
	require.True(t, linkOf(anna.Post(at, url.Values{"do": {"renew"}})) != link, "the link is not renewed")
	none := "/circle/" + store.NewID()
	for _, v := range []*webtest.Visitor{cleo, guest} {
		for what, path := range map[string]string{"page": "", "chat": "/chat", "old link": strings.TrimPrefix(link, at), "no link": "/join/x"} {
			p, q := v.Get(at+path), v.Get(none+path)
			if p.Status != http.StatusNotFound || q.Status != http.StatusNotFound || strings.Contains(p.Body, "Zeche") {
				t.Errorf("%s: %d, of none %d", what, p.Status, q.Status)
			}
		}
		for path, form := range map[string]url.Values{"": {"do": {"leave"}}, "/table": {"with": {"Anna"}, "pace": {""}}, "/chat": {"do": {"say"}, "text": {"x"}}} {
			v.Post(at+path, form).WantStatus(t, http.StatusNotFound, "POST %s", path)
		}
	}
	guest.Post("/circles", url.Values{"name": {"x"}}).WantStatus(t, http.StatusForbidden, "a guest founds a circle")
	guest.Post(linkOf(anna.Get(at)), nil).WantStatus(t, http.StatusForbidden, "a guest joins")
}

func TestCircleRefused(t *testing.T) {
	w := newWorld(t, 83)
	anna, bert := w.person("Anna"), w.person("Bert")
	if p := anna.Post("/circles", url.Values{"name": {" "}}); p.Status != http.StatusUnprocessableEntity || p.Form("/circles") == nil {
		t.Errorf("no name: %d", p.Status)
	}
	at := founds(anna)
	bert.Post(linkOf(anna.Get(at)), nil)
	for what, c := range map[string]struct {
		v    *webtest.Visitor
		path string
		form url.Values
		want int
	}{
		"nobody to play with": {anna, "/table", url.Values{"pace": {""}}, http.StatusUnprocessableEntity},
		"a stranger":          {anna, "/table", url.Values{"pace": {""}, "with": {"Cleo"}}, http.StatusConflict},
		"no pace":             {anna, "/table", url.Values{"pace": {"x"}, "with": {"Bert"}}, http.StatusBadRequest},
		"nothing to do":       {anna, "", url.Values{"do": {"x"}}, http.StatusBadRequest},
		"somebody else's":     {bert, "", url.Values{"do": {"dissolve"}}, http.StatusForbidden},
		"a removed stranger":  {anna, "", url.Values{"do": {"remove"}, "name": {"Cleo"}}, http.StatusConflict},
		"no message":          {bert, "/chat", url.Values{"do": {"say"}, "text": {" "}}, http.StatusUnprocessableEntity},
		"none to report":      {bert, "/chat", url.Values{"do": {"report"}, "n": {"7"}}, http.StatusNotFound},
		"nothing to say":      {bert, "/chat", url.Values{"do": {"x"}}, http.StatusBadRequest},
	} {
		c.v.Post(at+c.path, c.form).WantStatus(t, c.want, "%s", what)
	}
	for do, says := range map[string]string{"quiet": "Unmute the circle", "loud": "Mute the circle"} {
		if p := bert.Post(at, url.Values{"do": {do}}); p.Status != http.StatusOK || !p.Says(says) {
			t.Errorf("%s: %d", do, p.Status)
		}
	}
	long := strings.Repeat("Zollern ", 9)
	p := anna.Post(at, url.Values{"do": {"rename"}, "name": {long}})
	if p.Status != http.StatusUnprocessableEntity || !p.Heads("Zeche Anna") || !p.Has("name", "name", "value", long) || len(opened(p, "rename")) != 1 || len(opened(p, "leave")) > 0 {
		t.Errorf("a long name: %d", p.Status)
	}
	if p := anna.Post(at, url.Values{"do": {"rename"}, "name": {"Zollern"}}); !p.Heads("Zollern") {
		t.Errorf("another name: %d", p.Status)
	}
	if p := anna.Post(at, url.Values{"do": {"hand"}, "name": {"Bert"}}); p.Status != http.StatusOK || p.Has("value", "dissolve") {
		t.Errorf("the circle is handed over: %d", p.Status)
	}
	bert.Post(at, url.Values{"do": {"remove"}, "name": {"Anna"}}).WantStatus(t, http.StatusOK, "Anna is removed")
	anna.Get(at).WantStatus(t, http.StatusNotFound, "who is removed")
}

// hears opens a stream of a page, and returns the next event of it that is no heartbeat.
func (w *world) hears(v *webtest.Visitor, page string) func() string {
	res, err := v.Client.Do(v.Request(http.MethodGet, "/stream?t="+page+"~0~0~en", ""))
	require.NoError(w.T, err)
	w.T.Cleanup(func() { res.Body.Close() })
	lines := bufio.NewReader(res.Body)
	return func() string {
		for {
			line, err := lines.ReadString('\n')
			require.NoError(w.T, err)
			if kind, news := strings.CutPrefix(line, "event: "); news && kind != "beat\n" {
				data, err := lines.ReadString('\n')
				require.NoError(w.T, err)
				return kind + data
			}
		}
	}
}

// Of those who watch the game of a circle end, its members alone are led back to it, although
// they share what is sent.
func TestCircleOfSpectators(t *testing.T) {
	w := newWorld(t, 88)
	anna, bert, cleo, guest := w.person("Anna"), w.person("Bert"), w.person("Cleo"), w.Visitor()
	at := founds(anna)
	for _, v := range []*webtest.Visitor{bert, cleo} {
		v.Post(linkOf(anna.Get(at)), nil)
	}
	id := strings.TrimPrefix(anna.Post(at+"/table", url.Values{"with": {"Bert"}, "pace": {""}}).Path, "/t/")
	bert.Post("/t/"+id+"/kept", url.Values{"do": {"take"}})
	w.finishes(id)
	for _, c := range []struct {
		v    *webtest.Visitor
		want bool
	}{{guest, false}, {cleo, true}, {guest, false}} {
		got := w.hears(c.v, id)()
		if !strings.HasPrefix(got, "frames") || strings.Contains(got, at) != c.want {
			t.Errorf("led back: %v; %.40s", !c.want, got)
		}
	}
}

// What is said comes by the stream to those who belong to the circle; the page of anyone else is
// reloaded, and says why it has no circle.
func TestCircleByStream(t *testing.T) {
	w := newWorld(t, 85)
	anna, bert := w.person("Anna"), w.person("Bert")
	at := founds(anna)
	id := strings.TrimPrefix(at, "/circle/")
	says := func(text string) { anna.Post(at+"/chat", url.Values{"do": {"say"}, "text": {text}}) }
	said, read := w.Kernel.SaidIn, atomic.Int32{}
	w.Kernel.SaidIn = func(r *http.Request, circle string, after int64) (kernel.Chat, error) {
		read.Add(1)
		return said(r, circle, after)
	}
	says("before")
	mine := w.hears(anna, "circle:"+id)
	if got := mine(); !strings.HasPrefix(got, "chat") || !strings.Contains(got, "before") {
		t.Errorf("what was said before: %s", got)
	}
	says("then")
	if got := mine(); !strings.HasPrefix(got, "chat") || strings.Contains(got, "before") || !strings.Contains(got, "then") {
		t.Errorf("what was said then: %s", got)
	}
	require.Equal(t, read.Load(), 2, "how often the chat was read for two messages")
	if got := w.hears(bert, "circle:"+id)(); !strings.HasPrefix(got, "reload") || strings.Contains(got, "before") {
		t.Errorf("somebody else: %s", got)
	}
	anna.Post(at, url.Values{"do": {"dissolve"}})
	r := anna.Request(http.MethodPost, at+"/chat", url.Values{"do": {"say"}, "text": {"x"}}.Encode())
	r.Header.Set("Accept", "application/json")
	res, err := anna.Client.Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); res.StatusCode != http.StatusNotFound || !strings.Contains(string(body), "no such circle") {
		t.Errorf("said in a dissolved circle: %d, %s, %v", res.StatusCode, body, err)
	}
}

// The page of a circle counts as its member's, however many only watch from the same address.
func TestCircleByStreamOfMembers(t *testing.T) {
	w := newWorld(t, 89)
	anna, guest := w.person("Anna"), w.Visitor()
	page := "circle:" + strings.TrimPrefix(founds(anna), "/circle/")
	for ok := true; ok; {
		_, ok = w.Kernel.Limits.Open("", "127.0.0.1")
	}
	guest.Get("/stream?t="+page+"~0~0~en").WantStatus(t, http.StatusTooManyRequests, "one who watches more")
	res, err := anna.Client.Do(anna.Request(http.MethodGet, "/stream?t="+page+"~0~0~en", ""))
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, res.StatusCode, http.StatusOK, "a member")
}

// opened are the open parts of a page with a button that does something.
func opened(p webtest.Answer, do string) (out []webtest.Element) {
	for _, e := range p.With("open") {
		if len(e.All("button", "value", do)) > 0 {
			out = append(out, e)
		}
	}
	return out
}

// Nobody changes circles without end.
func TestCircleChangesAreLimited(t *testing.T) {
	w := newWorld(t, 86)
	now := time.Now()
	w.Kernel.Limits.Now = func() time.Time { return now }
	anna := w.person("Anna")
	at := founds(anna)
	for w.Kernel.Limits.May(fair.Make, "127.0.0.1", "") {
	}
	for _, do := range []string{"rename", "renew", "quiet"} {
		anna.Post(at, url.Values{"do": {do}, "name": {"x"}}).WantStatus(t, http.StatusTooManyRequests, "%s", do)
	}
}

// In one press many times, as by a script, only so many circles are made.
func TestCirclesAreLimited(t *testing.T) {
	w := newWorld(t, 84)
	now := time.Now()
	w.Kernel.Limits.Now = func() time.Time { return now }
	anna := w.person("Anna")
	for range 200 {
		if p := anna.Post("/circles", url.Values{"name": {"x"}}); p.Status == http.StatusTooManyRequests || p.Status == http.StatusConflict {
			return
		}
	}
	t.Error("200 circles were made")
}
