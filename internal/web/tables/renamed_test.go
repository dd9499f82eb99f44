package tables

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
	"ruhr/spec"
)

// known is where a person's name has come: everywhere that a name is copied to.
type known struct {
	*world
	who    *webtest.Visitor
	tables []string // where the person sits, has sat, or is expected
	spoken string   // where others read what they said

	removed string // where somebody else has had their seat since
	invited string // where a seat is kept for them
}

// becomesKnown has a person who is signed in under a name do all that leaves it
// somewhere.
func (w *world) becomesKnown(name string) *known {
	w.T.Helper()
	ctx := w.T.Context()
	must := func(err error) {
		w.T.Helper()
		require.NoError(w.T, err)
	}
	holder := func(name string) string {
		a, err := w.People.Named(ctx, name)
		must(err)
		return a.Holder()
	}
	who := w.Visitor()
	who.SignUp(name)
	me, friend := holder(name), "friend"
	k := &known{world: w, who: who}
	public := func(browser, as string, rated bool) string {
		t := game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: as}, {Kind: game.Open}}}
		if t.Rated = rated; rated {
			t.Pace, _ = game.PaceNamed("days")
		}
		c, err := w.Service.CreateFor(ctx, browser, t)
		must(err)
		k.tables = append(k.tables, c.ID)
		return c.ID
	}
	toTheEnd := func(id string) {
		for {
			if s, err := w.Service.Position(ctx, id, game.Actor{}); err != nil || s.Over {
				must(err)
				return
			}
			w.acts(id)
		}
	}
	public(me, "", true) // it waits in the lobby

	played := public(me, name, false)
	must(w.Service.Sit(ctx, friend, played, 1, "Bert"))
	token, err := w.Service.Link(ctx, me, played, 0)
	must(err)
	_, err = w.Service.Enter(ctx, "phone", token, nil)
	must(err)
	for _, says := range []string{me, "phone"} {
		must(w.Chat.Say(ctx, played, chat.Reader{Holder: says, Name: name, Actor: game.Actor{Seats: []int{0}}}, chat.AtTable, "hello"))
	}
	toTheEnd(played)
	next, err := w.Service.RematchFor(ctx, friend, played, game.Part{})
	must(err)
	on, err := w.Service.PlayOnFor(ctx, friend, played, 3, 1, "random", "Bert")
	must(err)
	k.tables = append(k.tables, next, on)

	left := public(me, name, false)
	must(w.Service.Sit(ctx, friend, left, 1, "Bert"))
	toTheEnd(left)
	must(w.Service.Leave(ctx, me, left))

	removed := public(friend, "Bert", false)
	must(w.Service.Sit(ctx, me, removed, 1, name))
	for range 12 { // of which the log and the replay tell
		w.acts(removed)
	}
	s, err := w.Service.Position(ctx, removed, game.Actor{})
	must(err)
	_, err = w.Service.Remove(ctx, friend, removed, s.N, "", 1)
	must(err)
	must(w.Service.Sit(ctx, "newcomer", removed, 1, "Newcomer"))
	k.removed = removed

	for _, declines := range []bool{true, false} {
		c, err := w.Service.CreateFor(ctx, friend, game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Bert"}, {Kind: game.Open, Name: name, For: me}}})
		must(err)
		if k.tables, k.invited = append(k.tables, c.ID), c.ID; declines {
			must(w.Service.Decline(ctx, me, c.ID))
		}
	}
	ended := public(me, name, false)
	must(w.Service.Sit(ctx, friend, ended, 1, "Bert"))
	toTheEnd(ended)
	again, err := w.Service.RematchFor(ctx, friend, ended, game.Part{})
	must(errors.Join(err, w.Service.Decline(ctx, me, again)))
	k.tables = append(k.tables, again)

	watched := public(friend, "Bert", false)
	must(w.Chat.Say(ctx, watched, chat.Reader{Holder: me, Name: name}, chat.Watch, "I watch"))
	k.spoken = watched
	return k
}

// files counts how often the files of the store have a text.
func (w *world) files(text string) (n int) {
	files, err := filepath.Glob(w.File + "*")
	require.NoError(w.T, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(w.T, err)
		n += bytes.Count(data, []byte(text))
	}
	return n
}

// shows counts the pages, answers and files with a text.
func (k *known) shows(text string) (where []string) {
	paths := []string{"/lobby", "/tables"}
	for _, id := range append(k.tables, k.spoken) {
		for _, path := range []string{"", "/chat", "/record", "/replay", "/score", "/share", "/orders", "/fair"} {
			paths = append(paths, "/t/"+id+path)
		}
	}
	stranger := k.Visitor()
	for _, v := range []*webtest.Visitor{stranger, k.who} {
		for _, path := range paths {
			if strings.Contains(v.Get(path).Body, text) {
				where = append(where, path)
			}
		}
	}
	if k.files(text) > 0 {
		where = append(where, "the file")
	}
	return where
}

// Of a name that the operator replaces nothing is left anywhere, and the new one is
// everywhere instead; so it is with the name of somebody who deletes their account.
// Open pages load again.
func TestNamesAreReplacedEverywhere(t *testing.T) {
	w := newWorld(t, 91)
	const bad, good = "Schimpfwort", "Spieler 7"
	k := w.becomesKnown(bad)
	before := k.shows(bad)
	for _, path := range []string{"", "/replay"} {
		require.True(t, slices.Contains(before, "/t/"+k.removed+path), "%s of a table that the person was removed from does not name them", path)
	}
	require.Must(t, len(before) >= 20, "the name is found at %d places only: %q", len(before), before)
	open, _ := w.listens(k.tables[0], 1<<30)
	for open.text() == "" {
		time.Sleep(time.Millisecond) // until it listens
	}
	// By another process, as ruhr admin is one.
	hub := live.NewHub()
	defer hub.Close()
	beside, err := table.New(table.Options{Store: w.Store, Live: hub, Board: spec.Board, Bots: func(string) (bot.Bot, error) { return webtest.Quick{}, nil }})
	require.NoError(t, err)
	err = w.People.Rename(t.Context(), w.Store, bad, good, func(at people.Sat, as func(string) string) error {
		return beside.Redact(t.Context(), at.Table, at.Seat, as)
	})
	require.NoError(t, err)
	require.NoError(t, w.Hub.Ask(t.Context(), w.Store.Lasts))
	for !strings.Contains(open.text(), "event: reload") {
		time.Sleep(time.Millisecond) // until the page is told to load again
	}
	if after := k.shows(bad); len(after) > 0 {
		t.Errorf("the old name is still at %q", after)
	}
	if after := k.shows(good); len(after) < len(before) {
		t.Errorf("the new name is at %q, the old one was at %q", after, before)
	}
	if p := k.who.Get("/people/" + url.PathEscape(good)); p.Status != http.StatusOK || !strings.Contains(p.Body, good) {
		t.Errorf("the profile: status %d", p.Status)
	}
	k.who.Get("/people/"+bad).WantStatus(t, http.StatusNotFound, "the old profile")

	if p := k.who.Post("/account/delete", url.Values{"password": {webtest.Password}}); p.Status != http.StatusOK || !p.Says("deleted") {
		t.Fatalf("deleting: status %d: %s", p.Status, p.Text())
	}
	if after := k.shows(good); len(after) > 0 {
		t.Errorf("after deletion the name is still at %q", after)
	}
	if seat := w.Snapshot(k.invited).Seats[1]; seat.Kept || seat.Kind != game.Open {
		t.Errorf("after deletion the seat is %+v", seat)
	}
	w.Visitor().SignUp(bad) // nothing shows it any more
}
