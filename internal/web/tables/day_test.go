package tables

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web/webtest"
)

// dayWorld is a world at noon, whose clock is moved by what is returned.
func dayWorld(t *testing.T, seed uint64) (*world, func(time.Duration)) {
	now := daily.On(time.Now()).Begins().Add(12 * time.Hour)
	w := newWorld(t, seed, func(o *table.Options) {
		o.Clock = func() time.Time { return now }
		o.DaySecret = func(context.Context) (string, error) { return "secret", nil }
		o.ParGames = 1
	})
	return w, func(d time.Duration) { now = now.Add(d) }
}

// finishesDay plays a person's game of a day to its end.
func (w *world) finishesDay(id string) {
	w.T.Helper()
	me := game.Actor{Seats: []int{0}}
	news := w.Hub.Subscribe(id)
	defer news.Close()
	for {
		s, err := w.Service.Position(w.T.Context(), id, me)
		switch {
		case err == nil && s.Over:
			require.NoError(w.T, w.Service.Tick(w.T.Context()))
			return
		case err == nil && s.You.Confirm:
			_, err = w.Service.Do(w.T.Context(), id, me, s.N, "", game.Confirm())
		case err == nil && s.You.Act:
			_, err = w.Service.Do(w.T.Context(), id, me, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
		case err == nil:
			<-news.C()
		}
		require.NoError(w.T, err)
	}
}

// A day from the first look to the result: against par and the others, with a line that
// tells nothing of the deal.
func TestDealOfTheDay(t *testing.T) {
	w, pass := dayWorld(t, 701)
	anna, bert := w.Visitor(), w.Visitor()
	today := w.Service.Today().String()
	first := anna.Get("/day")
	first.WantStatus(t, http.StatusOK, "the day")
	require.Equal(t, len(first.Document().All("code", "", "")), 1+daily.CommittedAhead, "seals")
	start := func(v *webtest.Visitor) string {
		t.Helper()
		p := v.Press(v.Get("/day").Form("/day/"+today), webtest.Button{})
		require.Must(t, strings.HasPrefix(p.Path, "/t/"), "status %d at %s", p.Status, p.Path)
		return strings.TrimPrefix(p.Path, "/t/")
	}
	id := start(anna)
	require.True(t, start(anna) == id, "a second game before the first has ended")
	w.finishesDay(id)
	if p := anna.Get("/day"); !p.Says("Par is still being worked out") || !p.Says("You are the first to finish it") {
		t.Error("no result")
	}
	require.NoError(t, w.Service.MakePars(t.Context()))
	w.finishesDay(start(bert))
	p := anna.Get("/day")
	for _, want := range []string{"on a par of", "Better than 50", "1 day in a row", "your game"} {
		require.True(t, p.Says(want), "the result has no %q", want)
	}
	if copied := p.With("data-copy"); len(copied) != 1 || !strings.HasPrefix(copied[0].Value("value"), "Ruhr "+today+" · ") || !p.LeadsTo("/t/"+id+"/replay") {
		t.Error("the result cannot be copied, or does not lead to the game")
	}
	require.True(t, !strings.Contains(p.Body, w.Service.Today().Secret("secret")), "the secret is shown on its day")
	require.True(t, anna.Get("/t/"+id).Has("href", "/day/"+today), "the table does not lead back to the day")
	pass(24 * time.Hour)
	if p := w.Visitor().Get("/day/" + today); !p.Says(daily.Day(w.Service.Today()-1).Secret("secret")) || !p.LeadsTo("/t/"+id+"/replay") {
		t.Error("the day after, the secret or the games are missing")
	}
	for _, bad := range []string{"x", w.Service.Today().Ends().Format(time.DateOnly)} {
		anna.Get("/day/"+bad).WantStatus(t, http.StatusNotFound, "/day/%s", bad)
	}
}

// A game of a day that somebody played offline, from the secret that the day's page shows,
// is opened like any record and listed after those of the day; a changed one is refused.
func TestDayPlayedOffline(t *testing.T) {
	w, pass := dayWorld(t, 702)
	elsewhere, passThere := dayWorld(t, 703)
	day := w.Service.Today()
	pass(24 * time.Hour)
	passThere(24 * time.Hour)
	at, id := "/day/"+day.String(), store.NewID()
	v := w.Visitor()
	require.True(t, w.tables.Offline.Edition == nil && !v.Get(at).Says("Play it offline"), "an offline edition is offered that is not there")
	w.tables.Offline.Edition = map[string][]byte{}
	p, secret := v.Get(at), day.Secret("secret")
	require.True(t, p.Says(secret) && p.Has("href", "/o/#day/"+day.String()+"?secret="+secret), "the day cannot be played offline")
	_, err := elsewhere.Service.PlayGiven(t.Context(), "me", id, day, secret, [daily.Seats]string{"Me"})
	require.NoError(t, err)
	elsewhere.finishesDay(id)
	if end := elsewhere.Visitor().Get("/t/" + id); !end.Says("This was the deal of a server") || !end.LeadsTo("/t/"+id+"/record") || end.LeadsTo(at) {
		t.Error("the end does not say what to do with the game")
	}
	played, err := elsewhere.Service.Record(t.Context(), id, game.Actor{Seats: []int{0}})
	require.NoError(t, err)
	text := string(webtest.Must(played.Write()))

	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Upload(text))
	}
	v.Lang = "en"
	list := v.Upload(text).Form("/day")
	require.Must(t, list != nil, "the game cannot be listed")
	for range 2 { // pressed twice
		if p = v.Press(list, webtest.Button{}); p.Path != at || !p.Says("Not compared: after the day") || len(slices.Compact(p.Links("/replay"))) != 1 {
			t.Fatalf("listed: status %d at %s, %v", p.Status, p.Path, p.Links("/replay"))
		}
	}
	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Get(at))
	}
	v.Lang = "en"
	bert := w.Visitor()
	if p := bert.Get(at); len(p.Links("/replay")) != 1 {
		t.Errorf("others see %v", p.Links("/replay"))
	}
	pass((table.OldDays + 1) * 24 * time.Hour)
	if p := bert.Press(list, webtest.Button{}); p.Status != http.StatusUnprocessableEntity || !p.Says("cannot be listed") {
		t.Errorf("long after: status %d", p.Status)
	}
	require.True(t, bert.Upload(text).Form("/day") == nil, "long after it can be listed")
}

// openAtHidden are the routes of a table that show nothing of it.
var openAtHidden = []string{
	"POST /t/{id}/guide",                    // sets a cookie
	"GET /t/{id}/stream",                    // asks pages of earlier versions to be loaded again
	"GET /t/{id}/plan", "POST /t/{id}/plan", // lead to another route
	"POST /t/{id}/leave", // of somebody who has no place there
}

// While others may still play a deal, no route and no operation tells those who have not
// played it anything of its tables; those who have played it see them, and after the
// day everybody does.
func TestHiddenDealEverywhere(t *testing.T) {
	w, pass := dayWorld(t, 702)
	anna, bert, carl := w.Visitor(), w.Visitor(), w.Visitor()
	for name, v := range map[string]*webtest.Visitor{"Anna": anna, "Bert": bert, "Carl": carl} {
		v.SignUp(name)
	}
	day := "/day/" + w.Service.Today().String()
	begin := func(v *webtest.Visitor) string {
		return strings.TrimPrefix(v.Press(v.Get("/day").Form(day), webtest.Button{}).Path, "/t/")
	}
	id := begin(anna)
	w.finishesDay(id)
	begin(bert) // and has not finished
	w.finishesDay(begin(carl))
	w.hiddenFrom(map[string]*webtest.Visitor{"a visitor": w.Visitor(), "Bert, who plays": bert}, "Anna", id)
	w.shownTo("Carl, who has played", carl, id)
	w.hiddenFromPrograms(bert, id)
	p := bert.Get("/day")
	require.True(t, !p.LeadsTo(id) && !p.Says("Anna"), "Bert sees results")
	pass(24 * time.Hour)
	for _, path := range []string{"", "/replay", "/record", "/score"} {
		w.Visitor().Get("/t/"+id+path).WantStatus(t, http.StatusOK, "the day after, %s", path)
	}
}

// hiddenFrom asks all pages at a table, which tell nothing of who plays there.
func (w *world) hiddenFrom(who map[string]*webtest.Visitor, plays, id string) {
	w.T.Helper()
	form := url.Values{"at": {"1"}, "n": {"0"}, "seat": {"0"}, "level": {"random"}, "action": {"1"}, "do": {"say"}, "text": {"Hello"}, "confirm": {"1"}, "undo": {"0"}, "name": {"x"}, "kind": {"industry"}, "element": {"x"}}
	for _, pattern := range w.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		if !strings.Contains(path, "/t/{id}") || slices.Contains(openAtHidden, pattern) {
			continue
		}
		path = strings.NewReplacer("{id}", id, "{other}", id).Replace(path)
		for name, v := range who {
			a := v.Get(path)
			if method == http.MethodPost {
				a = v.Post(path, form)
			}
			if a.Status < 400 || strings.Contains(a.Body, plays) {
				w.T.Errorf("%s for %s: status %d, names %s: %t", pattern, name, a.Status, plays, strings.Contains(a.Body, plays))
			}
		}
	}
}

// shownTo asks all pages at a table for somebody who may see them, but for some.
func (w *world) shownTo(name string, v *webtest.Visitor, id string, but ...string) {
	w.T.Helper()
	for _, pattern := range w.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		if method != http.MethodGet || !strings.Contains(path, "/t/{id}") || slices.Contains(openAtHidden, pattern) || slices.Contains(but, path) {
			continue
		}
		if a := v.Get(strings.NewReplacer("{id}", id, "{other}", id).Replace(path)); a.Status != http.StatusOK && !needsMore(a.Status) && pattern != "GET /t/{id}/orders" {
			w.T.Errorf("%s for %s: status %d", pattern, name, a.Status)
		}
	}
}

// Two tables of a round have the same deal: until both have ended, no page or operation
// shows one of them to those at the other, and no record or link leaves them.
func TestSameDealEverywhere(t *testing.T) {
	w, _ := dayWorld(t, 704)
	people := map[string]*webtest.Visitor{}
	anna := w.Visitor()
	anna.SignUp("Anna")
	at := anna.Post("/tournaments/new", url.Values{"name": {"Cup"}, "seats": {"2"}, "rounds": {"1"}, "pace": {"quick"}, "level": {"random"}, "player": {"Anna"}, "plays": {"yes"}, "kind": {"same"}}).Path
	cup := strings.TrimPrefix(at, "/tournament/")
	people["Anna"] = anna
	for _, name := range []string{"Bert", "Carl", "Dora"} {
		v := w.Visitor()
		v.SignUp(name)
		v.Post(at+"/join", url.Values{"name": {name}})
		people[name] = v
	}
	anna.Post(at+"/start", nil)
	see := func() *director.Tournament {
		t.Helper()
		now, err := w.Director.Tournament(t.Context(), "", cup)
		require.NoError(t, err)
		return now
	}
	begun := see()
	tables := begun.Played[0].Tables
	name := func(table, seat int) string { return begun.Players[tables[table].Players[seat]].Name }
	ends := func(id string) {
		t.Helper()
		for over := false; !over; time.Sleep(time.Millisecond) {
			snap, err := w.Service.Position(t.Context(), id, game.Actor{Seats: []int{0, 1}})
			require.NoError(t, err)
			over = snap.Over
			for k := range 2 {
				if over || snap.Seats[k].Level != "" {
					continue
				}
				_, err := w.Service.Do(t.Context(), id, game.Actor{Seats: []int{k}}, snap.N, "", game.Resign(k))
				if err != nil && !errors.Is(err, game.ErrStale) && !errors.Is(err, game.ErrOver) {
					t.Fatal(err)
				}
			}
		}
	}
	ends(tables[0].ID)
	w.Director.Look(t.Context(), cup)
	id, inside, outside := tables[0].ID, people[name(0, 0)], people[name(1, 0)]
	w.hiddenFrom(map[string]*webtest.Visitor{"a visitor": w.Visitor(), "who plays the same deal": outside}, name(0, 0), id)
	w.hiddenFromPrograms(outside, id)
	w.shownTo("who has played there", inside, id, "/t/{id}/record", "/t/{id}/fair")
	for _, path := range []string{"/record", "/fair"} {
		inside.Get("/t/"+id+path).WantStatus(t, http.StatusForbidden, "leaving the table by %s", path)
	}
	for _, path := range []string{"", "/score", "/replay"} {
		require.True(t, !strings.Contains(inside.Get("/t/"+id+path).Body, "#g="), "%s has a link to the game", path)
	}
	inside.Post("/t/"+id+"/on", url.Values{"n": {"0"}, "seat": {"0"}, "level": {"random"}}).WantStatus(t, http.StatusForbidden, "going on")
	token := inside.Token(nil)
	inside.Ask("GET", "/tables/"+id+"/record", token, "").WantStatus(t, http.StatusForbidden, "a record for programs")
	if a := inside.Ask("GET", "/games?running=true", token, ""); a.Status != http.StatusOK || strings.Contains(a.Body, id) {
		t.Errorf("the export: status %d; it has the game: %t", a.Status, strings.Contains(a.Body, id))
	}
	for who, v := range map[string]*webtest.Visitor{"outside": outside, "a visitor": w.Visitor()} {
		if p := v.Get(at); p.Status != http.StatusOK || strings.Contains(p.Body, id) || regexp.MustCompile(`\d VP`).MatchString(p.Body) {
			t.Errorf("the tournament leads %s to the table or has its result", who)
		}
	}
	if p := inside.Get(at); !p.LeadsTo(id) || p.LeadsTo(tables[1].ID) {
		t.Error("the tournament does not lead to one's own table, or to another one")
	}
	ends(tables[1].ID)
	w.Director.Look(t.Context(), cup)
	if now := see(); now.Ended.IsZero() || now.Hidden {
		t.Errorf("at the end: %+v", now)
	}
	for _, path := range []string{"", "/replay", "/record", "/score", "/fair"} {
		w.Visitor().Get("/t/"+id+path).WantStatus(t, http.StatusOK, "after the round, %s", path)
	}
	if p := outside.Get(at); !p.LeadsTo(id) || !regexp.MustCompile(`\d VP`).MatchString(p.Text()) {
		t.Error("after the round, the tournament does not lead to all tables")
	}
}

// A record of a deal that others may still play is hidden like its table: it is neither
// taken from those who have not played it nor shown to them, and nobody goes on from it.
func TestHiddenRecord(t *testing.T) {
	w, pass := dayWorld(t, 703)
	anna, bert := w.Visitor(), w.Visitor()
	id := strings.TrimPrefix(anna.Press(anna.Get("/day").Form("/day/"+w.Service.Today().String()), webtest.Button{}).Path, "/t/")
	w.finishesDay(id)
	snap, err := w.Service.Position(t.Context(), id, game.Actor{Seats: []int{0}})
	require.NoError(t, err)
	link, err := snap.History.Link()
	require.NoError(t, err)
	file := anna.Get("/t/" + id + "/record").Body
	opened := anna.Upload(file)
	if opened.Status != http.StatusOK || opened.Form(opened.Path+"/on") != nil || strings.Contains(anna.Get(opened.Path+"/score").Body, "/open#g=") {
		t.Errorf("Anna opens her record: status %d; or she may go on or pass it on", opened.Status)
	}
	on := url.Values{"n": {"0"}, "seat": {"0"}, "level": {"random"}, "game": {link}}
	for what, a := range map[string]webtest.Answer{
		"the page": bert.Get(opened.Path), "the score sheet": bert.Get(opened.Path + "/score"), "the review": bert.Get(opened.Path + "/review"),
		"a request for a review": bert.Post(opened.Path+"/review", nil), "questions": bert.Get(opened.Path + "/review/learn"),
		"a file": bert.Upload(file), "a link": bert.Post("/open/link", on),
		"going on": bert.Post(opened.Path+"/on", on), "going on from a link": bert.Post("/open/on", on),
		"going on, for Anna": anna.Post(opened.Path+"/on", on), "going on from a link, for Anna": anna.Post("/open/on", on),
	} {
		require.True(t, a.Status == http.StatusForbidden && !strings.Contains(a.Body, "Anna"), "%s: status %d at %s", what, a.Status, a.Path)
	}
	bert.Upload(webtest.Example(t)).WantStatus(t, http.StatusOK, "another game")
	pass(24 * time.Hour)
	if a := bert.Get(opened.Path + "?n=0"); a.Status != http.StatusOK || a.Form(opened.Path+"/on") == nil {
		t.Errorf("the day after: status %d, or nobody may go on", a.Status)
	}
}

// needsMore reports whether a request was refused for another reason than that the table
// is hidden: it lacks something, or is for those with a seat.
func needsMore(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusForbidden
}

// hiddenFromPrograms asks all operations at a table.
func (w *world) hiddenFromPrograms(v *webtest.Visitor, id string) {
	w.T.Helper()
	token := v.Token(url.Values{"play": {"yes"}})
	var d struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	require.NoError(w.T, json.Unmarshal([]byte(v.Ask("GET", "/openapi.json", "", "").Body), &d))
	n := 0
	for path, methods := range d.Paths {
		if !strings.Contains(path, "/tables/{id}") {
			continue
		}
		for method, op := range methods {
			n++
			body := ""
			if method == "post" {
				body = "{}"
			}
			query := ""
			if method == "get" {
				query = "?kind=industry&element=x&decision=1&after=0"
			}
			a := v.Ask(strings.ToUpper(method), strings.NewReplacer("{id}", id, "{seat}", "0").Replace(path)+query, token, body)
			require.True(w.T, a.Status >= 400 && !strings.Contains(a.Body, "Anna"), "%s: status %d", op.OperationID, a.Status)
		}
	}
	require.True(w.T, n >= 20, "only %d operations", n)
}
