package web

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// The link to a free seat of a rated table leads a guest to sign in and back, and
// somebody who is signed in to the seat under their own name.
func TestInvitationToARatedTable(t *testing.T) {
	w := newWorld(t, 96)
	anna, bert := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	rated := anna.Opens(url.Values{"pace": {"days"}, "rated": {"yes"}})
	link := anna.Post(rated+"/share", url.Values{"seat": {"1"}}).Invitation()
	p := bert.Get(link)
	to := p.Links("/account?back=")
	require.Must(t, p.Form(link) == nil && len(to) != 0, "a guest has no way to sign in, or is asked for a name")
	form := bert.Get(to[0]).Form("/account/in")
	up := bert.Post("/account/new", url.Values{"name": {"Bert"}, "password": {webtest.Password}, "back": form.Fields["back"]})
	require.Must(t, up.Path == link && up.Says("You sit down as Bert."), "signing up led to %s", up.Path)
	if p := bert.Post(link, nil); p.Path != rated || !p.Says("Bert") {
		t.Errorf("sitting down led to %s", p.Path)
	}
}

// A rated game stands in both profiles, for everybody and in every language; a
// friendly one only in one's own; nobody sees where others played in private.
func TestProfile(t *testing.T) {
	w := newWorld(t, 95)
	anna, bert, guest := w.Visitor(), w.Visitor(), w.Visitor()
	anna.SignUp("Anna Maria")
	bert.SignUp("Bert")
	rated := anna.Opens(url.Values{"public": {"yes"}, "pace": {"days"}, "rated": {"yes"}})
	if p := guest.Post(rated+"/sit", url.Values{"seat": {"1"}, "name": {"Guest"}}); p.Status != http.StatusConflict || !p.Says("Sign in to take a seat") {
		t.Errorf("a guest sits down at a rated table: %d", p.Status)
	}
	if p := bert.Post(rated+"/sit", url.Values{"seat": {"1"}, "name": {"Zoe"}}); p.Path != rated || !p.Says("Bert") || strings.Contains(p.Body, "Zoe") {
		t.Fatalf("sitting down led to %s, with the name of the form", p.Path)
	}
	link := anna.Post(rated+"/share", url.Values{"seat": {"0"}}).Invitation()
	if p := guest.Get(link); p.Form(link) != nil || !p.Says("somebody has it already") {
		t.Error("a link to a taken seat of a rated table offers it")
	}
	w.PlayOut(strings.TrimPrefix(rated, "/t/"))
	friendly := anna.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"me"}, "name1": {"Zoe"}}).Path
	w.PlayOut(strings.TrimPrefix(friendly, "/t/"))

	const anna2 = "/people/Anna%20Maria"
	for _, c := range []struct {
		what  string
		who   *webtest.Visitor
		games string
	}{{"herself", anna, "2 games"}, {"him", bert, "1 game,"}, {"a guest", guest, "1 game,"}} {
		p := c.who.Get(anna2)
		if p.Status != http.StatusOK || !p.Says(c.games) || !strings.Contains(p.Document().Find(t, "b", "", "").Text(), "?") || !p.Has("href", rated) {
			t.Errorf("to %s it shows (%d) %s", c.what, p.Status, p.Text())
		}
		require.Equal(t, p.Has("href", friendly), c.who == anna, "to %s it shows where she played in private", c.what)
	}
	for _, lang := range webtest.LanguageCodes {
		anna.Lang = lang
		webtest.CheckPage(t, lang+" profile", anna.Get(anna2))
		webtest.CheckPage(t, lang+" account", anna.Get("/account"))
	}
	require.True(t, bert.Get("/lobby").Has("class", "rating"), "the lobby shows no ratings")
	require.True(t, bert.Get(rated).Has("href", "/people/Anna%20Maria"), "the seats of a rated table do not lead to their people")
	// Who is not there, and who is banned, are the same.
	require.NoError(t, w.People.Ban(t.Context(), w.Store, "Bert"))
	for _, name := range []string{"Bert", "Carl", strings.Repeat("x", 500), "%00", "%3Cb%3E"} {
		if p := guest.Get("/people/" + name); p.Status != http.StatusNotFound || p.Says(name) {
			t.Errorf("/people/%.20s: %d", name, p.Status)
		}
	}
}

// A profile before any game says so.
func TestProfileWithoutGames(t *testing.T) {
	w := newWorld(t, 96)
	v := w.Visitor()
	v.SignUp("Anna")
	require.Equal(t, strings.Count(v.Get("/people/anna").Text(), "No rated games yet."), 2, "pools without games")
}

// The form of a new table says what a rated one lacks and keeps what was chosen.
func TestRatedForm(t *testing.T) {
	w := newWorld(t, 97)
	guest, anna := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "rated": {"yes"}, "pace": {"days"}}
	for _, c := range []struct {
		who    *webtest.Visitor
		change url.Values
		says   string
	}{
		{guest, nil, "Sign in"},
		{anna, url.Values{"pace": {""}}, "needs clocks"},
		{anna, url.Values{"who1": {"me"}, "name1": {"Zoe"}}, "two seats"},
	} {
		f := url.Values{}
		for _, from := range []url.Values{form, c.change} {
			maps.Copy(f, from)
		}
		p := c.who.Post("/new", f)
		if p.Status != http.StatusUnprocessableEntity || !p.Says(c.says) || !p.Has("name", "rated", "value", "yes", "checked", "") {
			t.Errorf("%v: %d, without %q", c.change, p.Status, c.says)
		}
	}
	if p := anna.Post("/new", form); p.Status != http.StatusOK || !strings.HasSuffix(p.Path, "/share") {
		t.Errorf("a good form led to %d %s", p.Status, p.Path)
	}
}
