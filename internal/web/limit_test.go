package web

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/webtest"
	"ruhr/record"
)

// No page offers a form that is refused because there is as much as may be: it says so
// instead, and offers it below the limit.
func TestNoFormAtALimit(t *testing.T) {
	w := newWorld(t, 91)
	now := time.Now()
	w.Kernel.Limits.Now = func() time.Time { now = now.Add(time.Hour); return now }
	bert := w.person("Bert")
	link := linkOf(bert.Get(founds(bert)))
	v := w.person("Anna")
	box := v.Post("/box", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"me"}, "name1": {"Bert"}, "who2": {"none"}, "who3": {"none"}, "start": {"0"}})
	id := box.Path[len("/t/"):]
	for _, c := range []struct {
		path, field string // of the form
		most        int
		reason      string
		add         func(n int)
	}{
		{"/account", "token", people.MaxTokens, "You have reached the limit of access tokens.", func(int) { v.Token(nil) }},
		{"/account/notices", "hook", notice.MaxChannels, "You have reached the limit.", func(n int) {
			v.Post("/account/notices", url.Values{"do": {"hook"}, "hook": {fmt.Sprintf("http://127.0.0.1:9/%d", n)}})
		}},
		{"/circles", "name", store.MaxCircles, "You already belong to 20 circles", func(n int) { v.Post("/circles", url.Values{"name": {fmt.Sprint("C", n)}}) }},
		{"/tournaments/new", "rounds", store.MaxTournaments, "You have made very many tournaments.", func(int) {
			v.Post("/tournaments/new", cup(nil))
		}},
		{"/t/" + id + "/correct", "set-thaler.0", record.MaxCorrections, "A game can be corrected 200 times.", func(n int) {
			snap, err := w.Service.Snapshot(t.Context(), id, game.Actor{Seats: []int{0, 1}})
			if err == nil {
				_, err = w.Service.Do(t.Context(), id, game.Actor{Seats: []int{0, 1}}, snap.N, fmt.Sprint(n), game.Correct(record.Correction{"thaler.0": n % 2}))
			}
			require.NoError(t, err)
		}},
	} {
		for n := range c.most {
			if p := v.Get(c.path); n == c.most-1 && (!p.Has("name", c.field) || p.Says(c.reason)) {
				t.Errorf("%s: no form below the limit", c.path)
			}
			c.add(n)
		}
		if p := v.Get(c.path); p.Status != http.StatusOK || p.Has("name", c.field) || !p.Says(c.reason) {
			t.Errorf("%s: status %d, a form at the limit, or no reason", c.path, p.Status)
		}
	}
	if p := v.Get("/t/" + id + "/laid"); p.LeadsTo("/correct") || !p.Says("A game can be corrected 200 times.") {
		t.Error("what lies where leads to a correction that is refused")
	}
	if p := v.Get("/tournaments"); p.LeadsTo("/tournaments/new") || !p.Says("You have made very many tournaments.") {
		t.Error("the list leads to a tournament that is refused")
	}
	at := v.Opens(nil)
	for n := range store.MaxLinks { // one came with the table
		p := v.Post(at+"/share", url.Values{"seat": {"1"}})
		if full := p.Status == http.StatusConflict; full != (n == store.MaxLinks-1) || p.Form("/share") == nil || full != p.Says("This seat has all the links") {
			t.Fatalf("link %d of a seat: status %d, no page of links, or no reason", n, p.Status)
		}
	}
	if p := v.Get(link); p.Form(link) != nil || !p.Says("You already belong to 20 circles") {
		t.Error("a circle too many can be joined")
	}
	webtest.CheckPage(t, "at the limit", v.Get("/account"))
}
