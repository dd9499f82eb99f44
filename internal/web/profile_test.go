package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/game"
)

// playOut plays a table to its end by the service alone.
func (w *world) playOut(id string) {
	w.t.Helper()
	everybody := game.Actor{Seats: []int{0, 1}}
	s, err := w.service.Position(w.t.Context(), id, everybody)
	for err == nil && !s.Over {
		if s.You.Confirm {
			s, err = w.service.Do(w.t.Context(), id, everybody, s.N, "", game.Confirm())
			continue
		}
		s, err = w.service.Do(w.t.Context(), id, everybody, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
	}
	if err == nil {
		err = w.service.Tick(w.t.Context())
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// The link to a free seat of a rated table leads a guest to sign in and back, and
// somebody who is signed in to the seat under their own name.
func TestInvitationToARatedTable(t *testing.T) {
	w := newWorld(t, 96)
	anna, bert := w.visitor(), w.visitor()
	anna.signUp("Anna")
	rated := anna.opens(url.Values{"pace": {"days"}, "rated": {"yes"}})
	link := regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}`).FindString(anna.post(rated+"/share", url.Values{"seat": {"1"}}).body)
	p := bert.get(link)
	to := regexp.MustCompile(`href="(/account\?back=[^"]+)"`).FindStringSubmatch(p.body)
	if p.form(link) != nil || to == nil {
		t.Fatal("a guest has no way to sign in, or is asked for a name")
	}
	form := bert.get(to[1]).form("/account/in")
	up := bert.post("/account/new", url.Values{"name": {"Bert"}, "password": {password}, "back": form.fields["back"]})
	if up.path != link || !strings.Contains(up.body, "You sit down as Bert.") {
		t.Fatalf("signing up led to %s", up.path)
	}
	if p := bert.post(link, nil); p.path != rated || !strings.Contains(p.body, "Bert") {
		t.Errorf("sitting down led to %s", p.path)
	}
}

// A rated game stands in both profiles, for everybody and in every language; a
// friendly one only in one's own; nobody sees where others played in private.
func TestProfile(t *testing.T) {
	w := newWorld(t, 95)
	anna, bert, guest := w.visitor(), w.visitor(), w.visitor()
	anna.signUp("Anna Maria")
	bert.signUp("Bert")
	rated := anna.opens(url.Values{"public": {"yes"}, "pace": {"days"}, "rated": {"yes"}})
	if p := guest.post(rated+"/sit", url.Values{"seat": {"1"}, "name": {"Guest"}}); p.status != http.StatusConflict || !strings.Contains(p.body, "Sign in to take a seat") {
		t.Errorf("a guest sits down at a rated table: %d", p.status)
	}
	if p := bert.post(rated+"/sit", url.Values{"seat": {"1"}, "name": {"Zoe"}}); p.path != rated || !strings.Contains(p.body, "Bert") || strings.Contains(p.body, "Zoe") {
		t.Fatalf("sitting down led to %s, with the name of the form", p.path)
	}
	link := regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}`).FindString(anna.post(rated+"/share", url.Values{"seat": {"0"}}).body)
	if p := guest.get(link); p.form(link) != nil || !strings.Contains(p.body, "somebody has it already") {
		t.Error("a link to a taken seat of a rated table offers it")
	}
	w.playOut(strings.TrimPrefix(rated, "/t/"))
	friendly := anna.post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"me"}, "name1": {"Zoe"}}).path
	w.playOut(strings.TrimPrefix(friendly, "/t/"))

	const anna2 = "/people/Anna%20Maria"
	for _, c := range []struct {
		what  string
		who   *visitor
		games string
	}{{"herself", anna, "2 games"}, {"him", bert, "1 game,"}, {"a guest", guest, "1 game,"}} {
		p := c.who.get(anna2)
		if p.status != http.StatusOK || !strings.Contains(p.body, c.games) || !strings.Contains(p.body, "?</b>") || !strings.Contains(p.body, rated+`"`) {
			t.Errorf("to %s it shows (%d) %s", c.what, p.status, textTag.ReplaceAllString(p.body, " "))
		}
		if sees := strings.Contains(p.body, friendly+`"`); sees != (c.who == anna) {
			t.Errorf("to %s it shows where she played in private: %v", c.what, sees)
		}
	}
	for _, lang := range languageCodes {
		anna.lang = lang
		checkPage(t, lang+" profile", anna.get(anna2))
		checkPage(t, lang+" account", anna.get("/account"))
	}
	if p := bert.get("/lobby"); !strings.Contains(p.body, `class="rating"`) {
		t.Error("the lobby shows no ratings")
	}
	if p := bert.get(rated); !strings.Contains(p.body, `href="/people/Anna%20Maria"`) {
		t.Error("the seats of a rated table do not lead to their people")
	}
	// Who is not there, and who is banned, are the same.
	if err := w.people.Ban(t.Context(), w.store, "Bert"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Bert", "Carl", strings.Repeat("x", 500), "%00", "%3Cb%3E"} {
		if p := guest.get("/people/" + name); p.status != http.StatusNotFound || strings.Contains(p.body, "<b>"+name) {
			t.Errorf("/people/%.20s: %d", name, p.status)
		}
	}
}

// A profile before any game says so.
func TestProfileWithoutGames(t *testing.T) {
	w := newWorld(t, 96)
	v := w.visitor()
	v.signUp("Anna")
	if p := v.get("/people/anna"); p.status != http.StatusOK || strings.Count(p.body, "No rated games yet.") != 2 {
		t.Errorf("%d %s", p.status, textTag.ReplaceAllString(p.body, " "))
	}
}

// The form of a new table says what a rated one lacks and keeps what was chosen.
func TestRatedForm(t *testing.T) {
	w := newWorld(t, 97)
	guest, anna := w.visitor(), w.visitor()
	anna.signUp("Anna")
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "rated": {"yes"}, "pace": {"days"}}
	for _, c := range []struct {
		who    *visitor
		change url.Values
		says   string
	}{
		{guest, nil, "Sign in"},
		{anna, url.Values{"pace": {""}}, "needs clocks"},
		{anna, url.Values{"who1": {"me"}, "name1": {"Zoe"}}, "two seats"},
	} {
		f := url.Values{}
		for _, from := range []url.Values{form, c.change} {
			for k, v := range from {
				f[k] = v
			}
		}
		p := c.who.post("/new", f)
		if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, c.says) || !strings.Contains(p.body, `name="rated" value="yes" checked`) {
			t.Errorf("%v: %d, without %q", c.change, p.status, c.says)
		}
	}
	if p := anna.post("/new", form); p.status != http.StatusOK || !strings.HasSuffix(p.path, "/share") {
		t.Errorf("a good form led to %d %s", p.status, p.path)
	}
}
