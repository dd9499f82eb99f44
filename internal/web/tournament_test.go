package web

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/tournament"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// cup is the form for a tournament of three rounds at tables of two, changed.
func cup(change url.Values) url.Values {
	form := url.Values{"name": {"Ruhr Cup"}, "seats": {"2"}, "rounds": {"3"}, "pace": {"quick"}, "level": {"greedy"}, "player": {"Anna"}, "plays": {"yes"}}
	maps.Copy(form, change)
	return form
}

// hosts makes a tournament and returns its address.
func hosts(v *webtest.Visitor) string {
	v.T.Helper()
	p := v.Post("/tournaments/new", cup(nil))
	require.Must(v.T, p.Status == http.StatusOK && strings.HasPrefix(p.Path, "/tournament/"), "a new tournament: %d at %s", p.Status, p.Path)
	return p.Path
}

// ends has all persons of the running round of a tournament resign, and waits for the
// ends of its games.
func (w *world) ends(at string) {
	w.T.Helper()
	t, err := w.Director.Tournament(w.T.Context(), "", strings.TrimPrefix(at, "/tournament/"))
	require.NoError(w.T, err)
	for _, of := range t.Played[len(t.Played)-1].Tables {
		for over := false; !over; time.Sleep(time.Millisecond) {
			snap, err := w.Service.Position(w.T.Context(), of.ID, game.Actor{})
			require.NoError(w.T, err)
			over = snap.Over
			for k, p := range of.Players {
				if p == tournament.Computer || over || snap.Seats[k].Level != "" {
					continue
				}
				_, err := w.Service.Do(w.T.Context(), of.ID, game.Actor{Seats: []int{k}}, snap.N, "", game.Resign(k))
				if err != nil && !errors.Is(err, game.ErrStale) && !errors.Is(err, game.ErrOver) {
					w.T.Fatal(err)
				}
			}
		}
	}
}

// Two players of the same name are told apart.
func TestEqualNamesInATournament(t *testing.T) {
	w := newWorld(t, 40)
	at := hosts(w.Visitor())
	if p := w.Visitor().Post(at+"/join", url.Values{"name": {"Anna"}}); !p.Says("Anna (1)") || !p.Says("Anna (2)") {
		t.Errorf("the two look alike: %s", p.Text())
	}
}

// A tournament from its form to the final standings, in every language: two people and a
// computer player at tables of two.
func TestTournament(t *testing.T) {
	w := newWorld(t, 39)
	var later atomic.Int64
	w.Director.Clock = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	anna, bert, cleo, watcher := w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	all := []*webtest.Visitor{anna, bert, cleo, watcher}
	see := func(at, what string) {
		t.Helper()
		for k, v := range all {
			v.Lang = []string{"en", "de", "fr", "es"}[k]
			webtest.CheckPage(t, fmt.Sprint(what, " ", v.Lang), v.Get(at))
		}
		for _, v := range all {
			v.Lang = "en"
		}
	}
	see("/tournaments", "none")
	see("/tournaments/new", "form")
	at := hosts(anna)
	see(at, "open")
	for name, v := range map[string]*webtest.Visitor{"Bert": bert, "Cleo": cleo} {
		if p := v.Post(at+"/join", url.Values{"name": {name}}); p.Status != http.StatusOK || !p.Says("You play") {
			t.Fatalf("%s joins: %d", name, p.Status)
		}
	}
	bert.Post(at+"/start", nil).WantStatus(t, http.StatusForbidden, "somebody else starts it")
	if p := watcher.Get(at); p.Form("/start") != nil || !p.Says("Cleo") {
		t.Error("somebody who looks sees the wrong things")
	}
	anna.Post(at+"/start", nil)
	for round := 1; round <= 3; round++ {
		see(at, "running")
		for _, v := range all[:3] {
			p := v.Get(at)
			require.Must(t, p.Says(fmt.Sprintf("round %d of 3", round)) && p.Has("id", "play"), "round %d: a player does not find the table", round)
		}
		require.True(t, !watcher.Get(at).Has("id", "play"), "somebody who looks is sent to a table")
		w.ends(at)
		later.Add(int64(time.Minute))
		require.NoError(t, w.Director.Tick(t.Context()))
	}
	see(at, "over")
	see("/tournaments", "one")
	p := anna.Get(at)
	require.True(t, p.Says("Final standings") && p.Form("/leave") == nil, "the final page does not say so")
	if !anna.Get("/tournaments").LeadsTo(at) || watcher.Get("/tournaments").LeadsTo(at) {
		t.Error("a tournament is listed for others than its people")
	}
	require.True(t, anna.Get(p.Links("/t/")[0]).LeadsTo(at), "a finished table does not lead back to its tournament")
}

// The person who made a tournament cancels it, before it begins or while it runs; nobody
// else can.
func TestTournamentCancelled(t *testing.T) {
	w := newWorld(t, 42)
	anna, bert := w.Visitor(), w.Visitor()
	for _, begun := range []bool{false, true} {
		at := hosts(anna)
		bert.Post(at+"/join", url.Values{"name": {"Bert"}})
		if begun {
			anna.Post(at+"/start", nil)
		}
		require.True(t, bert.Get(at).Form("/cancel") == nil, "somebody else is offered to cancel")
		bert.Post(at+"/cancel", nil).WantStatus(t, http.StatusForbidden, "somebody else cancels")
		require.True(t, anna.Get(at).Form("/cancel") != nil, "its maker is not offered to cancel")
		for range 2 {
			if p := anna.Post(at+"/cancel", nil); p.Status != http.StatusOK || !p.Says("has cancelled it") || p.Form("/cancel") != nil {
				t.Errorf("its maker cancels: %d", p.Status)
			}
		}
		for _, lang := range webtest.LanguageCodes {
			bert.Lang = lang
			p := bert.Get(at)
			webtest.CheckPage(t, lang, p)
			require.Equal(t, p.Has("id", "play"), begun, "begun: a way to the running table")
			for _, form := range []string{"/join", "/leave", "/start"} {
				require.True(t, p.Form(form) == nil, "begun %t: %s is offered", begun, form)
			}
		}
		bert.Lang = "en"
		for who, do := range map[*webtest.Visitor]string{w.Visitor(): "/join", anna: "/start"} {
			want := http.StatusConflict
			who.Post(at+do, url.Values{"name": {"Cleo"}}).WantStatus(t, want, "begun %t: %s", begun, do)
		}
	}
	require.True(t, strings.Count(bert.Get("/tournaments").Body, "cancelled") == 2, "the list does not say so")
}

// A tournament is planned in the reader's time, and goes into calendars.
func TestTournamentPlanned(t *testing.T) {
	w := newWorld(t, 44)
	anna := w.Visitor()
	evening := time.Now().AddDate(0, 0, 7).Format(time.DateOnly) + "T20:00"
	if p := anna.Post("/tournaments/new", cup(url.Values{"begins": {"2020-01-01T20:00"}})); p.Status != http.StatusUnprocessableEntity || !p.Says("in the next 60 days") {
		t.Errorf("a tournament in the past: %d", p.Status)
	}
	p := anna.Post("/tournaments/new", cup(url.Values{"begins": {evening}, "name": {"Zeche, Schleuse & Co"}}))
	links := p.Links("/ics")
	require.Must(t, p.Says("The first round begins on") && len(links) == 1, "%d: %s", p.Status, p.Text())
	webtest.CheckPage(t, "planned", p)
	file := anna.Get(links[0])
	c, err := ics.ParseCalendar(strings.NewReader(file.Body))
	require.NoError(t, err)
	events := c.Events()
	if len(events) != 1 || file.Header.Get("Content-Type") != "text/calendar; charset=utf-8" {
		t.Fatalf("%d events, %s", len(events), file.Header.Get("Content-Type"))
	}
	from, err := events[0].GetStartAt()
	require.NoError(t, err)
	until, err := events[0].GetEndAt()
	require.NoError(t, err)
	if want := evening + ":00Z"; from.UTC().Format(time.RFC3339) != want || until.Sub(from) != time.Hour { // 3 rounds of 2 seats of 10 minutes
		t.Errorf("from %v, want %s, to %v", from, want, until)
	}
	require.Equal(t, events[0].GetProperty(ics.ComponentPropertySummary).Value, "Zeche, Schleuse & Co", "its name")
	form := anna.Get("/tournaments/new").Form("/tournaments/new")
	here := anna.Request(http.MethodGet, "/", "").URL
	anna.Client.Jar.SetCookies(here, []*http.Cookie{{Name: kernel.ZoneCookie, Value: "Asia/Tokyo"}}) // once the page is there
	p = anna.Post("/tournaments/new", cup(url.Values{"begins": {evening}, "zone": form.Fields["zone"]}))
	c, err = ics.ParseCalendar(strings.NewReader(anna.Get(p.Links("/ics")[0]).Body))
	require.NoError(t, err)
	again, err := c.Events()[0].GetStartAt()
	require.True(t, err == nil && again.Equal(from), "planned in the zone of the form for %v, want %v", again, from)
	anna.Get(hosts(anna)+"/ics").WantStatus(t, http.StatusNotFound, "the calendar file of one that is not planned")
}

// Two play the same deal, each alone. They see each other's games once both have ended,
// and where the games parted.
func TestSoloTournament(t *testing.T) {
	w := newWorld(t, 43)
	anna, bert := w.Visitor(), w.Visitor()
	p := anna.Post("/tournaments/new", cup(url.Values{"kind": {"solo"}, "rounds": {"2"}}))
	at := p.Path
	bert.Post(at+"/join", url.Values{"name": {"Bert"}})
	anna.Post(at+"/start", nil)
	now := func() *director.Tournament {
		t.Helper()
		made, err := w.Director.Tournament(t.Context(), "", strings.TrimPrefix(at, "/tournament/"))
		require.NoError(t, err)
		return made
	}
	made := now()
	tables := made.Played[0].Tables
	compare := fmt.Sprintf("/t/%s/beside/%s", tables[0].ID, tables[1].ID)
	do := func(id string, seat int, c func(n *game.Snapshot) game.Command) (over bool) {
		t.Helper()
		who := game.Actor{Seats: []int{seat}}
		snap, err := w.Service.Position(t.Context(), id, who)
		require.NoError(t, err)
		if !snap.Over && snap.Seats[seat].Level == "" {
			_, err = w.Service.Do(t.Context(), id, who, snap.N, "", c(snap))
		}
		if err != nil && !errors.Is(err, game.ErrStale) && !errors.Is(err, game.ErrOver) {
			t.Fatal(err)
		}
		return snap.Over
	}
	ends := func(id string, seat int) {
		t.Helper()
		for !do(id, seat, func(*game.Snapshot) game.Command { return game.Resign(seat) }) {
			time.Sleep(time.Millisecond)
		}
	}
	for i, of := range tables { // one takes the first action, the other the last one
		do(of.ID, 0, func(s *game.Snapshot) game.Command {
			legal := s.Game.Legal(&s.State)
			return game.Act(legal.Nth(i * (legal.Len() - 1)))
		})
		for _, v := range []*webtest.Visitor{anna, bert} {
			if p := v.Get(compare); p.Status == http.StatusOK || v.Get(at).Links("/beside/") != nil {
				t.Errorf("a game is compared while another one goes on: %d", p.Status)
			}
		}
		ends(of.ID, 0)
	}
	anna.Get(at) // whose look goes on with the tournament
	links := anna.Get(at).Links("/beside/")
	require.Must(t, len(links) == 1 && bert.Get(at).Links("/beside/") != nil, "a player finds %q", links)
	for _, lang := range []string{"en", "de", "fr", "es"} {
		anna.Lang = lang
		p := anna.Get(links[0])
		webtest.CheckPage(t, "two games "+lang, p)
		if len(p.Links("/replay?n=0")) != 2 || len(p.Links("/review")) != 2 {
			t.Errorf("%s: where the games part is not linked: %q", lang, p.Links("/replay"))
		}
		if rows := p.Document().All("tr", "", ""); len(rows) != 1+2+1+12 {
			t.Errorf("%s: %d rows", lang, len(rows))
		}
	}
	anna.Get(fmt.Sprintf("/t/%s/beside/%s", tables[0].ID, store.NewID())).WantStatus(t, http.StatusNotFound, "a table that nobody made")
	anna.Lang = "en"
	viewer := anna
	if made.Players[tables[0].Players[0]].Name == "Bert" {
		viewer = bert
	}
	for _, of := range now().Played[1].Tables {
		if slices.Equal(of.Players, []int{tournament.Computer, tables[0].Players[0]}) {
			for _, what := range []string{"a game that goes on", "a game of another deal"} {
				if p := viewer.Get("/t/" + tables[0].ID + "/beside/" + of.ID); p.Status != http.StatusNotFound || !p.Says("cannot be compared") {
					t.Errorf("%s: %d", what, p.Status)
				}
				ends(of.ID, 1)
			}
		}
	}
}

// Who is no longer signed in is told so, instead of being taken for somebody else.
func TestTournamentAfterSession(t *testing.T) {
	w := newWorld(t, 45)
	anna := w.Visitor()
	anna.SignUp("Anna")
	at := hosts(anna)
	anna.Post("/account/out", nil)
	for _, do := range []string{"/leave", "/start", "/cancel"} {
		if p := anna.Post(at+do, nil); p.Status != http.StatusForbidden || !p.Says("no longer signed in") {
			t.Errorf("%s: %d %s", do, p.Status, p.Text())
		}
	}
	for i, do := range []string{"/join", "/leave"} {
		if p := anna.Post(at+do, url.Values{"name": {"Guest"}}); p.Status != http.StatusOK || p.Says("You play") != (i == 0) {
			t.Errorf("%s as a guest: %d", do, p.Status)
		}
	}
}

// A guest who has no seat anywhere stays the one who joined, at the next form and as an
// account.
func TestGuestStaysInTournament(t *testing.T) {
	w := newWorld(t, 40)
	anna, bert := w.Visitor(), w.Visitor()
	one, two := hosts(anna), hosts(anna)
	for _, at := range []string{one, two} {
		bert.Post(at+"/join", url.Values{"name": {"Bert"}})
	}
	for _, at := range []string{one, two} {
		require.True(t, bert.Get(at).Says("You play"), "%s: a guest is forgotten", at)
	}
	if p := bert.Get("/forget"); !p.LeadsTo(one) || p.Says("holds no seats") {
		t.Errorf("a guest who is to be forgotten is not told of the tournaments: %s", p.Text())
	}
	bert.SignUp("Bert B")
	require.True(t, bert.Get(one).Says("You play"), "the account of a guest does not play where the guest did")
}

func TestTournamentRefused(t *testing.T) {
	w := newWorld(t, 41)
	anna, bert := w.Visitor(), w.Visitor()
	at := hosts(anna)
	if p := anna.Post(at+"/start", nil); p.Status != http.StatusConflict || !p.Says("at least two") {
		t.Errorf("a start alone: %d", p.Status)
	}
	for what, change := range map[string]url.Values{"no name": {"name": {" "}}, "no player": {"player": {""}}, "no clocks": {"pace": {""}}, "five seats": {"seats": {"5"}}} {
		p := anna.Post("/tournaments/new", cup(change))
		require.True(t, p.Status == http.StatusUnprocessableEntity && p.Form("/tournaments/new") != nil, "%s: %d", what, p.Status)
	}
	p := bert.Post(at+"/join", url.Values{"name": {strings.Repeat("x", 31)}})
	if p.Status != http.StatusUnprocessableEntity || !p.Has("name", "name", "value", strings.Repeat("x", 31)) {
		t.Errorf("a long name: %d", p.Status)
	}
	for _, path := range []string{"/tournament/" + store.NewID(), "/tournament/x"} {
		bert.Get(path).WantStatus(t, http.StatusNotFound, "%s", path)
		for _, do := range []string{"/join", "/leave", "/start", "/cancel"} {
			bert.Post(path+do, url.Values{"name": {"Bert"}}).WantStatus(t, http.StatusNotFound, "%s%s", path, do)
		}
	}
}
