package notice

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// correspondence is a pace for tests of days.
func correspondence() game.Pace {
	return game.Pace{Days: true, Bank: 3 * 86400, Increment: 43200, Cap: 5 * 86400}
}

// A game of two from its beginning: who hears what, and each of it once.
func TestWhoHearsWhat(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	annas, berts := w.hooked(anna, Wishes{}), w.hooked(bert, Wishes{})
	want := func(what, a, b string) {
		t.Helper()
		if gotA, gotB := annas.take(), berts.take(); gotA != a || gotB != b {
			t.Fatalf("%s: Anna hears %q, Bert %q; want %q and %q", what, gotA, gotB, a, b)
		}
	}
	id := w.sit(game.Pace{}, anna, bert)
	w.pass(time.Second)
	want("at once", "", "")
	w.pass(soon)
	s, _ := w.at(id, anna)
	first, second := anna, bert
	if s.ToAct == 1 {
		first, second = bert, anna
	}
	// Bert sat down last and knows that the game begins.
	if first == anna {
		want("the beginning", "begin turn", "")
	} else {
		want("the beginning", "begin", "turn")
	}
	w.pass(time.Hour)
	want("nothing new", "", "")
	w.play(id, first)
	w.pass(time.Second)
	w.pass(soon)
	said := map[store.Account]string{second: "turn"}
	want("the next turn", said[anna], said[bert])
	w.pass(time.Hour)
	want("told once", "", "")
	// Who moves at once, or is there and moves soon, hears nothing.
	w.play(id, second)
	w.pass(time.Second)
	w.play(id, first)
	w.pass(soon)
	said = map[store.Account]string{}
	if s, _ := w.at(id, first); s.ToAct == 0 {
		second = anna
	} else {
		second = bert
	}
	w.pass(soon)
	said[second] = "turn"
	want("who has moved hears nothing", said[anna], said[bert])
}

// All at a table of a tournament hear that its round begins, once their seats are theirs.
func TestRoundBegins(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	annas, berts := w.hooked(anna, Wishes{}), w.hooked(bert, Wishes{})
	off := w.hooked(bert, Wishes{Turn: true, End: true})
	n := game.NewTable{ID: store.NewID(), Tournament: store.NewID(), Pace: correspondence(), Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Bert"}}}
	holders := []store.Hash{store.HashOf(anna.Holder()), store.HashOf(bert.Holder())}
	require.NoError(t, table.StartSeated(w.ctx, w.tables, n, holders, "a secret that hides the deal"))
	w.pass(time.Second)
	require.Equal(t, annas.take()+berts.take(), "", "told before the seats are given")
	w.pass(store.NewsLater * time.Millisecond)
	w.pass(soon)
	annas.mu.Lock()
	text := annas.got[0].Text
	annas.mu.Unlock()
	if a, b, o := annas.take(), berts.take(), off.take(); a != "turn" || b != "begin" || o != "" || !strings.Contains(text, "next round of the tournament") || !strings.Contains(text, "your turn") {
		t.Errorf("Anna hears %q, %q, Bert %q and %q", a, text, b, o)
	}
	w.pass(time.Hour)
	require.Equal(t, annas.take()+berts.take(), "", "once more")
}

func TestWhoIsThereWaitsLonger(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	both := map[store.Account]*receiver{anna: w.hooked(anna, Wishes{}), bert: w.hooked(bert, Wishes{})}
	id := w.sit(game.Pace{}, anna, bert)
	for _, k := range []int{0, 1} {
		defer w.hub.Join(id, table.SeatPresence(k))()
	}
	w.pass(soon)
	w.pass(soon)
	if a, b := both[anna].take(), both[bert].take(); a+b != "" {
		t.Errorf("while both are there, Anna hears %q and Bert %q", a, b)
	}
	w.pass(whileThere)
	if a, b := both[anna].take(), both[bert].take(); a+b != "turn" {
		t.Errorf("after a while Anna hears %q and Bert %q, want one of them that it is their turn", a, b)
	}
}

// A page that was open as a game began, and is gone soon after, keeps nothing back.
func TestPagesThatAreLeftKeepNothingBack(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	annas := w.hooked(anna, Wishes{Begin: true})
	id := w.sit(game.Pace{}, anna, bert)
	leave := w.hub.Join(id, table.SeatPresence(0))
	w.pass(soon)
	leave()
	w.pass(whileThere)
	require.Equal(t, annas.take(), "begin", "what Anna hears")
}

// A channel that is added again works, whether it was turned off or rests.
func TestChannelsAddedAgainWork(t *testing.T) {
	w := newWorld(t)
	anna := w.person("Anna", "")
	w.hooked(anna, Wishes{Begin: true})
	c, err := w.store.Channels(w.ctx, anna.ID)
	require.Must(t, err == nil && len(c) == 1, "%d channels, %v", len(c), err)
	require.NoError(t, w.Change(w.ctx, anna.ID, c[0].ID, func(wish *Wishes, on *bool) { *wish, *on = Wishes{Begin: true}, false }))
	require.NoError(t, w.AddHook(w.ctx, anna, c[0].Address, AllWishes()))
	if list, err := w.Channels(w.ctx, anna.ID); err != nil || len(list) != 1 || list[0].Off || list[0].Rest {
		t.Errorf("added again: %+v, %v", list, err)
	}
}

// Who is invited by name hears of it, once, and not after taking the
// seat or declining.
func TestInvitations(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	berts := w.hooked(bert, Wishes{Begin: true})
	invited := func() string {
		made, err := w.tables.CreateFor(w.ctx, anna.Holder(), game.NewTable{Seats: []game.NewSeat{
			{Kind: game.Person, Name: "Anna"}, {Kind: game.Open, Name: "Bert", For: bert.Holder()}, {Kind: game.Open}}})
		require.NoError(t, err)
		w.pass(time.Second)
		return made.ID
	}
	want := func(what, b string) {
		t.Helper()
		w.pass(soon)
		require.Equal(t, berts.take(), b, "%s: what Bert hears", what)
	}
	invited()
	want("invited", "invite")
	w.pass(time.Hour)
	want("told once", "")
	require.NoError(t, w.tables.TakeKept(w.ctx, bert.Holder(), invited()))
	want("has taken the seat", "")
	require.NoError(t, w.tables.Decline(w.ctx, bert.Holder(), invited()))
	want("has declined", "")
}

// Who has muted a circle hears of none of its new tables.
func TestMutedCircle(t *testing.T) {
	w := newWorld(t)
	anna, bert, cleo := w.person("Anna", ""), w.person("Bert", ""), w.person("Cleo", "")
	berts, cleos := w.hooked(bert, Wishes{Begin: true}), w.hooked(cleo, Wishes{Begin: true})
	c := store.Circle{ID: store.NewID(), Name: "Ruhr", Founder: anna.ID, Link: "x", Members: []store.Member{{Account: anna.ID}, {Account: bert.ID, Quiet: true}, {Account: cleo.ID}}}
	require.NoError(t, w.store.CreateCircle(w.ctx, c))
	invites := func(what, b, c, circle string) {
		t.Helper()
		_, err := w.tables.CreateFor(w.ctx, anna.Holder(), game.NewTable{Circle: circle, Seats: []game.NewSeat{
			{Kind: game.Person, Name: "Anna"}, {Kind: game.Open, Name: "Bert", For: bert.Holder()}, {Kind: game.Open, Name: "Cleo", For: cleo.Holder()}}})
		require.NoError(t, err)
		w.pass(time.Second)
		w.pass(soon)
		if gotB, gotC := berts.take(), cleos.take(); gotB != b || gotC != c {
			t.Errorf("%s: Bert hears %q and Cleo %q, want %q and %q", what, gotB, gotC, b, c)
		}
	}
	invites("another table", "invite", "invite", "")
	invites("a table of the circle", "", "invite", c.ID)
	c.Version, c.Members[1].Quiet = 1, false
	require.NoError(t, w.store.SetCircle(w.ctx, c))
	invites("no longer muted", "invite", "invite", c.ID)
	invites("a circle that is gone", "invite", "invite", store.NewID())
}

// The end, by play and by itself; a rematch.
func TestEnds(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	only := Wishes{Begin: true, End: true}
	annas, berts := w.hooked(anna, only), w.hooked(bert, only)
	id := w.sit(game.Pace{}, anna, bert)
	w.pass(soon)
	w.pass(soon)
	if a, b := annas.take(), berts.take(); a != "begin" || b != "" {
		t.Fatalf("at the beginning Anna hears %q and Bert %q", a, b)
	}
	for {
		s, _ := w.at(id, anna)
		if s.Over {
			break
		}
		w.play(id, []store.Account{anna, bert}[s.ToAct])
	}
	s, _ := w.at(id, anna)
	_, last := s.Ended()
	w.pass(soon)
	w.pass(soon)
	want := []string{"end", "end"}
	want[last] = ""
	if a, b := annas.take(), berts.take(); a != want[0] || b != want[1] {
		t.Errorf("at the end Anna hears %q and Bert %q, want %q", a, b, want)
	}
	require.Succeeds(t)(w.tables.RematchFor(w.ctx, anna.Holder(), id, game.Part{}))
	w.pass(soon)
	w.pass(soon)
	require.Equal(t, berts.take(), "begin", "what Bert hears of the rematch")

	quiet := w.sit(correspondence(), anna, bert)
	w.pass(soon)
	w.pass(soon)
	annas.take()
	berts.take()
	for range 200 {
		w.passed.Add(int64(24 * time.Hour))
		require.NoError(t, w.tables.Tick(w.ctx))
		if s, _ := w.at(quiet, anna); s.Frozen != nil {
			break
		}
	}
	w.pass(soon)
	w.pass(soon)
	if a, b := annas.take(), berts.take(); a != "end" || b != "end" {
		t.Errorf("when a table ends by itself Anna hears %q and Bert %q", a, b)
	}
}

// A person alone with computer players hears nothing, nor does who only watches
// or has no wish for it.
func TestWhoHearsNothing(t *testing.T) {
	w := newWorld(t)
	anna := w.person("Anna", "")
	hook := w.hooked(anna, Wishes{})
	made, err := w.tables.CreateFor(w.ctx, anna.Holder(), game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Bot, Level: "random"}}})
	require.NoError(t, err)
	w.play(made.ID, anna)
	bert, carl := w.person("Bert", ""), w.person("Carl", "")
	off := w.hooked(bert, Wishes{End: true})
	id := w.sit(game.Pace{}, carl, bert)
	require.NoError(t, w.store.Grant(w.ctx, store.HashOf(anna.Holder()), store.Place{Table: id, Seat: store.Nobody}))
	for range 4 {
		for _, p := range []store.Account{bert, carl} {
			w.play(id, p)
		}
		w.pass(soon)
	}
	if a, b := hook.take(), off.take(); a+b != "" {
		t.Errorf("Anna hears %q and Bert %q", a, b)
	}
}

// In quiet hours nothing goes out, and a digest comes once a day with what is
// still so.
func TestQuietHoursAndDigest(t *testing.T) {
	w := newWorld(t)
	night := "from=11:00&to=14:00&zone=UTC" // it is 12:00
	anna, bert := w.person("Anna", night), w.person("Bert", night)
	daily := AllWishes()
	daily.Daily, daily.Hour, daily.Zone = true, 18, "Europe/Berlin" // 17:00 UTC
	now, digest := w.hooked(anna, Wishes{Turn: true}), w.hooked(anna, daily)
	one, two := w.sit(correspondence(), anna, bert), w.sit(correspondence(), anna, bert)
	for _, id := range []string{one, two} {
		w.play(id, bert) // wherever Bert begins
	}
	w.pass(time.Minute)
	w.pass(time.Hour)
	if a, b := now.take(), digest.take(); a+b != "" {
		t.Errorf("in quiet hours: %q and %q", a, b)
	}
	w.pass(time.Hour)
	require.Equal(t, now.take(), "turn turn", "at their end, both turns in one message")
	w.play(one, anna)
	w.pass(2*time.Hour + 58*time.Minute)
	require.Equal(t, digest.take(), "", "before the digest")
	w.pass(time.Minute)
	if b := digest.take(); strings.Count(b, "turn") != 1 || strings.Count(b, "begin") != 2 || strings.Contains(b, ";") {
		t.Errorf("the digest has %q, want one turn and two beginnings", b)
	}
}

// Nothing goes out in quiet hours, whatever it was that waited: notices that were due
// before the hours were set or while the program stood still, those to be tried again, and
// daily messages. They come at the end, together, and no wait counts as a try.
func TestQuietHoursHold(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	hook := w.hooked(anna, Wishes{Begin: true})
	daily := w.hooked(anna, Wishes{Begin: true, Daily: true, Hour: 13, Zone: "UTC"})
	quiet := func(hours string) {
		t.Helper()
		require.NoError(t, w.store.ChangeSettings(w.ctx, anna.ID, func(string) (string, error) { return hours, nil }))
	}
	sit := func() {
		t.Helper()
		w.sit(correspondence(), anna, bert)
		w.pass(0)
	}
	silent := func(what string) {
		t.Helper()
		if a, b := hook.take(), daily.take(); a+b != "" {
			t.Errorf("%s: %q and %q", what, a, b)
		}
	}
	sit() // at 12:00
	quiet("from=12:00&to=14:00&zone=UTC")
	w.pass(soon)
	silent("hours that were set while it waited")
	sit()
	for range maxTries {
		w.pass(10 * time.Minute)
		silent("in the hours")
	}
	w.pass(14*time.Hour - time.Duration(w.passed.Load()) - 12*time.Hour)
	if a, b := hook.take(), daily.take(); strings.Contains(a+b, ";") || strings.Count(a, "begin") != 2 || strings.Count(b, "begin") != 2 {
		t.Errorf("at the end: %q and %q; want one message each with two beginnings", a, b)
	}
	hook.fail = http.StatusServiceUnavailable
	sit()
	w.pass(soon)
	hook.take()
	quiet("from=14:00&to=16:00&zone=UTC")
	hook.fail = 0
	w.pass(time.Hour)
	silent("tried again")
	w.pass(time.Hour)
	require.Equal(t, hook.take(), "begin", "what is tried again at the end")
}

// dying is a store that fails at one of its calls: as if the program had died
// there, before the call or right after it.
type dying struct {
	Store
	call  string
	after bool
	died  bool
}

var errDied = errors.New("the program has died")

// dies reports whether the program dies here.
func (d *dying) dies(call string, after bool) bool {
	if !d.died && d.call == call && d.after == after {
		d.died = true
	}
	return d.died
}

func (d *dying) ClaimNews(ctx context.Context, now, again int64, limit int) ([]string, error) {
	if d.dies("ClaimNews", false) {
		return nil, errDied
	}
	out, err := d.Store.ClaimNews(ctx, now, again, limit)
	if d.dies("ClaimNews", true) {
		return nil, errDied
	}
	return out, err
}

func (d *dying) AddNotices(ctx context.Context, table string, claimed, next int64, list []store.Notice) error {
	if d.dies("AddNotices", false) {
		return errDied
	}
	err := d.Store.AddNotices(ctx, table, claimed, next, list)
	if d.dies("AddNotices", true) {
		return errDied
	}
	return err
}

func (d *dying) ClaimNotices(ctx context.Context, now, again int64, limit int, kinds []string, take func(store.Channel) bool) ([]store.Batch, error) {
	if d.dies("ClaimNotices", false) {
		return nil, errDied
	}
	out, err := d.Store.ClaimNotices(ctx, now, again, limit, kinds, take)
	if d.dies("ClaimNotices", true) {
		return nil, errDied
	}
	return out, err
}

func (d *dying) Settle(ctx context.Context, b store.Batch, outcome store.Outcome) error {
	if d.dies("Settle", false) {
		return errDied
	}
	err := d.Store.Settle(ctx, b, outcome)
	if d.dies("Settle", true) {
		return errDied
	}
	return err
}

// Wherever the program dies, each message goes out once; only between the
// receiver's acceptance and the note of it may it go out again, with the same ID.
func TestDeathAtEveryStep(t *testing.T) {
	for _, call := range []string{"ClaimNews", "AddNotices", "ClaimNotices", "Settle"} {
		for _, after := range []bool{false, true} {
			name := call + " before"
			if after {
				name = call + " after"
			}
			t.Run(name, func(t *testing.T) {
				d := &dying{call: call, after: after}
				w := newWorld(t, func(o *Options) {
					d.Store = o.Store
					o.Store = d
				})
				anna, bert := w.person("Anna", ""), w.person("Bert", "")
				hook := w.hooked(anna, Wishes{Begin: true})
				w.sit(game.Pace{}, anna, bert)
				for range 3 {
					w.passed.Add(int64(soon))
					w.Tick(w.ctx) // may fail: the program dies
				}
				require.Must(t, d.died, "the program has not died")
				d.call, d.died = "", false // it starts again
				for range 6 {
					w.pass(claimFor)
				}
				want := 1
				if call == "Settle" && !after {
					want = 2
				}
				require.Must(t, len(hook.got) == want, "%d messages, want %d", len(hook.got), want)
				if first, last := hook.got[0].ID, hook.got[len(hook.got)-1].ID; first != last {
					t.Errorf("the message came again with ID %s after %s", last, first)
				}
			})
		}
	}
}

// What is not delivered is tried again, ever later, and given up; a channel that
// fails too often rests until it is saved.
func TestTriesAgain(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	hook := w.hooked(anna, Wishes{})
	hook.fail = 503
	w.sit(correspondence(), anna, bert)
	w.pass(soon)
	for range 40 {
		w.pass(time.Hour)
	}
	require.Equal(t, len(hook.got), maxTries, "attempts")
	for _, b := range hook.got {
		require.True(t, b.ID == hook.got[0].ID, "an attempt has another ID")
	}
	hook.got, hook.fail = nil, 400
	for range MaxFailed + 2 {
		w.sit(correspondence(), anna, bert)
		w.pass(soon)
		w.pass(soon)
	}
	require.Equal(t, len(hook.got), MaxFailed-1, "messages refused")
	list, err := w.Channels(w.ctx, anna.ID)
	require.Must(t, err == nil && len(list) == 1 && list[0].Rest, "channels %+v, %v; want one that rests", list, err)
	hook.got, hook.fail = nil, 0
	require.NoError(t, w.Change(w.ctx, anna.ID, list[0].ID, func(*Wishes, *bool) {}))
	w.sit(correspondence(), anna, bert)
	w.pass(soon)
	w.pass(soon)
	require.Equal(t, len(hook.got), 1, "messages after it was saved")
	if strings.Contains(w.log.String(), "secret-path") || strings.Contains(w.log.String(), "127.0.0.1") {
		t.Errorf("the log names the receiver: %s", w.log)
	}
}

// Whose turn is the first of a table hears of both in one message, whatever the seat;
// who wants to hear of turns alone, or of the beginning alone, hears of that.
func TestOneMessageWhereATableFills(t *testing.T) {
	for _, c := range []struct {
		name          string
		wishes        Wishes
		first, second string
	}{
		{"both", Wishes{}, "turn", "begin"},
		{"turns", Wishes{Turn: true}, "turn", ""},
		{"the beginning", Wishes{Begin: true}, "begin", "begin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			people := []store.Account{w.person("Anna", ""), w.person("Bert", ""), w.person("Cleo", "")}
			var ears []*receiver
			for _, p := range people {
				ears = append(ears, w.hooked(p, c.wishes))
			}
			var s *game.Snapshot
			for s == nil || s.ToAct == len(people)-1 { // who sat down last hears of no beginning anyway
				for _, ear := range ears {
					ear.take()
				}
				s, _ = w.at(w.sit(game.Pace{}, people...), people[0])
				w.pass(time.Second)
				w.pass(soon)
				w.pass(time.Hour)
			}
			for k, ear := range ears {
				want := c.second
				if k == s.ToAct {
					want = c.first
				}
				if k == len(ears)-1 && want == "begin" { // who sat down last knows
					want = ""
				}
				require.Equal(t, ear.take(), want, "seat %d, and the first turn is of %d", k, s.ToAct)
			}
		})
	}
}
