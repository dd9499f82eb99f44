package table

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// finished is a finished game of Anna, who owns it, Ben with a laptop and a phone, and
// Cleo.
func (d *den) finished(more func(*game.NewTable)) *game.Snapshot {
	d.Helper()
	t := game.NewTable{Seats: []game.NewSeat{persons[0], {Kind: game.Open}, {Kind: game.Open}}}
	if more != nil {
		more(&t)
	}
	c, err := d.CreateFor(d.Context(), "anna", t)
	require.NoError(d, err)
	for k, name := range []string{1: "Ben", 2: "Cleo"} {
		if name == "" {
			continue
		}
		for _, browser := range []string{name, name + "'s phone"} {
			if _, err := d.Enter(d.Context(), browser, c.Seats[k], &name); err != nil {
				d.Fatal(err)
			}
		}
	}
	return d.play(d.at(c.ID), never)
}

// who is what a browser may do at a table.
func (d *den) who(browser, id string) game.Actor {
	d.Helper()
	who, err := d.ActorOf(d.Context(), browser, id)
	require.NoError(d, err)
	return who
}

// rematch makes one for a browser.
func (d *den) rematch(browser, id string) string {
	d.Helper()
	next, err := d.RematchFor(d.Context(), browser, id, game.Part{})
	require.NoError(d, err)
	return next
}

// Everybody who had a seat can play in the rematch: those who have not asked for it
// find their seat kept, in whatever browser they held it, and take it with one
// command, at the table before or at the new one.
func TestRematchSeatsEverybody(t *testing.T) {
	d := newDen(t, 61)
	s := d.finished(nil)
	id := d.rematch("anna", s.ID)
	if got := d.who("anna", id); !slices.Equal(got.Seats, []int{2}) || !got.Owner || got.Kept != nil {
		t.Fatalf("Anna is %+v", got)
	}
	for _, browser := range []string{"Ben", "Ben's phone"} {
		if got := d.who(browser, id); got.Seats != nil || !slices.Equal(got.Kept, []int{1}) {
			t.Errorf("%s is %+v", browser, got)
		}
		list, err := d.Tables(t.Context(), browser, "", 5)
		at := slices.IndexFunc(list, func(l game.Listed) bool { return l.ID == id })
		if err != nil || len(list) != 2 || at < 0 || !list[at].You.Awaited() || list[at].You.Asked() {
			t.Errorf("%s has the tables %v, %v", browser, list, err)
		}
		require.Returns(t, id, "the next table of %s", browser)(d.Next(t.Context(), browser, ""))
	}
	now := d.at(id)
	for k, want := range []game.Seat{{Kind: game.Open, Name: "Cleo", Kept: true}, {Kind: game.Open, Name: "Ben", Kept: true}, {Kind: game.Person, Name: "Anna"}} {
		if got := now.Seats[k]; got.Kind != want.Kind || got.Name != want.Name || got.Kept != want.Kept {
			t.Errorf("seat %d is %+v, expected %+v", k, got, want)
		}
	}
	if got := d.rematch("Ben", s.ID); got != id {
		t.Fatalf("Ben's rematch is %s", got)
	}
	require.NoError(t, d.TakeKept(t.Context(), "Cleo's phone", id))
	for browser, seat := range map[string]int{"Ben": 1, "Ben's phone": 1, "Cleo": 0, "Cleo's phone": 0} {
		if got := d.who(browser, id); !slices.Equal(got.Seats, []int{seat}) || got.Kept != nil {
			t.Errorf("%s is %+v", browser, got)
		}
	}
	for k, name := range []string{"Cleo", "Ben", "Anna"} {
		if got := d.at(id).Seats[k]; got.Kind != game.Person || got.Name != name || got.Kept {
			t.Errorf("seat %d is %+v", k, got)
		}
	}
	n := d.at(id).N
	for _, browser := range []string{"anna", "Ben", "Cleo", "nobody"} { // again is nothing
		if err := d.TakeKept(t.Context(), browser, id); err != nil || d.at(id).N != n {
			t.Errorf("%s once more: %v", browser, err)
		}
	}
}

// All may press at the same moment: there is one table, and all sit there.
func TestRematchAtOnce(t *testing.T) {
	d := newDen(t, 62)
	s := d.finished(nil)
	browsers := []string{"anna", "Ben", "Ben's phone", "Cleo"}
	next := make([]string, len(browsers))
	var wg sync.WaitGroup
	for i, browser := range browsers {
		wg.Go(func() {
			var err error
			if next[i], err = d.RematchFor(context.WithoutCancel(t.Context()), browser, s.ID, game.Part{}); err != nil {
				t.Errorf("%s: %v", browser, err)
			}
		})
	}
	wg.Wait()
	for i, seat := range []int{2, 1, 1, 0} {
		if next[i] != next[0] || !slices.Equal(d.who(browsers[i], next[0]).Seats, []int{seat}) {
			t.Errorf("%s is at %s with the seats %v", browsers[i], next[i], d.who(browsers[i], next[0]).Seats)
		}
	}
}

// Anyone who declines leaves an open seat, which is theirs no more; only they can.
func TestDecline(t *testing.T) {
	d := newDen(t, 63)
	s := d.finished(nil)
	id := d.rematch("anna", s.ID)
	for _, browser := range []string{"anna", "nobody"} { // nothing is kept for them
		if err := d.Decline(t.Context(), browser, id); err != nil || !d.at(id).Seats[1].Kept {
			t.Errorf("%s declines: %v", browser, err)
		}
	}
	require.NoError(t, d.Decline(t.Context(), "Ben", id))
	now := d.at(id)
	if got := now.Seats[1]; got.Kind != game.Open || got.Kept || got.Name != "" {
		t.Errorf("Ben's seat is %+v", got)
	}
	if e := now.Events[len(now.Events)-1]; e.Kind != game.EventDecline || e.Seat != 1 || e.Text != "Ben" {
		t.Errorf("the log says %+v", e)
	}
	if next := d.rematch("Ben", s.ID); next != id || d.who("Ben", id).Seats != nil || d.who("Ben's phone", id).Kept != nil {
		t.Errorf("Ben has the seats %v at %s", d.who("Ben", id).Seats, next)
	}
	dora := "Dora"
	token, err := d.Link(t.Context(), "anna", id, 1)
	require.NoError(t, err)
	if _, err := d.Enter(t.Context(), "dora", token, &dora); err != nil || d.at(id).Seats[1].Name != dora {
		t.Errorf("Dora cannot sit down: %v", err)
	}
}

// A kept seat is the owner's to free or to give to somebody else, and nobody else's;
// who had it has nothing to take any more.
func TestOwnerOfAKeptSeat(t *testing.T) {
	d := newDen(t, 64)
	ctx := t.Context()
	for _, public := range []bool{false, true} {
		s := d.finished(func(n *game.NewTable) { n.Public = public })
		id := d.rematch("Ben", s.ID)
		require.Fails(t, game.ErrNotYours, "a link to Cleo's seat, by Ben")(d.Link(ctx, "Ben", id, 0))
		if err := d.Sit(ctx, "stranger", id, 0, "Stranger"); public && !errors.Is(err, game.ErrNotOpen) || !public && !errors.Is(err, game.ErrNotYours) {
			t.Errorf("a stranger sits down: %v", err)
		}
		require.Fails(t, game.ErrNotYours, "Ben frees Cleo's seat")(d.Remove(ctx, "Ben", id, 1, "", 0))
		if _, err := d.Remove(ctx, "anna", id, 1, "", 0); err != nil { // who owns the table, and has not come either
			t.Fatal(err)
		}
		if got := d.who("Cleo", id); got.Kept != nil || !slices.Equal(got.Freed, []int{0}) {
			t.Errorf("Cleo is %+v", got)
		}
		token, err := d.Link(ctx, "anna", id, 2) // her own, for somebody else
		require.NoError(t, err)
		dora := "Dora"
		require.Succeeds(t)(d.Enter(ctx, "dora", token, &dora))
		if got := d.who("anna", id); got.Kept != nil || got.Seats != nil {
			t.Errorf("Anna is %+v", got)
		}
	}
}

// A computer player may fill a kept seat, and gives it back to whom it is kept for.
func TestKeptSeatFilled(t *testing.T) {
	d := newDen(t, 65)
	s := d.finished(nil)
	id := d.rematch("anna", s.ID)
	d.ok(d.Do(t.Context(), id, seat(2), d.at(id).N, "", game.GiveToBot(1, "random")))
	if got := d.at(id).Seats[1]; !got.Kept || got.Level != "random" || got.Name != "Ben" {
		t.Errorf("the seat is %+v", got)
	}
	require.NoError(t, d.TakeKept(t.Context(), "Ben", id))
	if got := d.at(id).Seats[1]; got.Kept || got.Level != "" || got.Kind != game.Person || got.Name != "Ben" {
		t.Errorf("the seat is %+v", got)
	}
}

// With clocks nobody's time runs before everybody has come or declined.
func TestRematchClocksWait(t *testing.T) {
	d, later := timedDen(t, 66)
	s := d.finished(func(n *game.NewTable) { n.Pace = blitz })
	id := d.rematch("anna", s.ID)
	later.pass(time.Hour)
	d.tick()
	for _, browser := range []string{"Ben", "Cleo"} {
		for k, c := range d.at(id).Clocks {
			if !c.Until.IsZero() || c.Left != time.Duration(s.Pace.Bank)*time.Second {
				t.Errorf("seat %d has %v, and its time runs until %v", k, c.Left, c.Until)
			}
		}
		require.NoError(t, d.TakeKept(t.Context(), browser, id))
	}
	if now := d.at(id); now.Clocks[now.ToAct].Until.IsZero() {
		t.Errorf("nobody's time runs: %+v", now.Clocks)
	}
}

// The finished table does not name a rematch before every seat there is kept: a page
// that learns of it shows its reader's seat, and learns of it once.
func TestRematchIsNamedLast(t *testing.T) {
	d := newDen(t, 68)
	s := d.finished(nil)
	var named, kept []int64
	d.opt.Store = &inheriting{Store: d.opt.Store, before: func() { named = append(named, d.at(s.ID).RematchAt()) }}
	id := d.rematch("anna", s.ID)
	for _, browser := range []string{"Ben", "Cleo"} {
		kept = append(kept, int64(len(d.who(browser, id).Kept)))
	}
	if !slices.Equal(named, []int64{0}) || d.at(s.ID).RematchAt() == 0 || !slices.Equal(kept, []int64{1, 1}) {
		t.Errorf("named at %v before seats were kept, at %d then, for %v; want 0, then a number, for one each", named, d.at(s.ID).RematchAt(), kept)
	}
}

// inheriting is a store that says when seats are about to be kept.
type inheriting struct {
	Store
	before func()
}

func (s *inheriting) Inherit(ctx context.Context, from, to string, places []int) error {
	s.before()
	return s.Store.Inherit(ctx, from, to, places)
}

// At a rematch that an older program made, where the seats are already those of
// persons, everybody gets theirs by asking, too; nobody gets another's.
func TestRematchOfAnOlderProgram(t *testing.T) {
	d := newDen(t, 67)
	s := d.finished(nil)
	require.NoError(t, d.nameRematch(t.Context(), s.ID, seat(0)))
	f, err := d.load(t.Context(), s.ID)
	require.NoError(t, err)
	before := f.Setup
	before.Turned, before.Seats = true, []game.NewSeat{{Kind: game.Person, Name: "Cleo", Colour: "green"}, {Kind: game.Person, Name: "Ben", Colour: "vermilion"}, {Kind: game.Person, Name: "Anna", Colour: "blue"}}
	require.NoError(t, d.start(t.Context(), f.Rematch, before, d.UsualBoard(), game.Part{}, nil))
	require.NoError(t, d.grant(t.Context(), "anna", f.Rematch, []int{2, store.Owner}))
	d.rematch("Ben", s.ID)
	d.rematch("anna", s.ID)
	for browser, seats := range map[string][]int{"anna": {2}, "Ben": {1}, "Cleo": nil} {
		require.Slices(t, d.who(browser, f.Rematch).Seats, seats, "the seats of %s", browser)
	}
}

// inform is a hub that looks at tables whenever there is news of them.
type inform struct {
	live.Live
	look func(id string)
}

func (l inform) Publish(id string, n int64) {
	l.look(id)
	l.Live.Publish(id, n)
}

// A page that hears of a rematch offers the seat there at once: there is no news of it
// before the table is there and everybody's seat is kept.
func TestNewsOfARematchComesWithItsSeats(t *testing.T) {
	d := newDen(t, 65)
	s := d.finished(nil)
	heard := 0
	o := d.opts
	o.Live = inform{o.Live, func(id string) {
		now := d.at(id)
		if id != s.ID || now.Rematch == "" {
			return
		}
		heard++
		if got := d.who("Ben", now.Rematch); !slices.Equal(got.Kept, []int{1}) {
			t.Errorf("at the news of the rematch Ben has the seats %+v there", got)
		}
	}}
	v, err := New(o)
	require.NoError(t, err)
	defer d.close(v)
	if _, err := v.RematchFor(t.Context(), "anna", s.ID, game.Part{}); err != nil || heard == 0 {
		t.Errorf("the rematch was news %d times, %v", heard, err)
	}
}

// Where the last who held a seat leaves, a computer player plays it, or those who come would
// wait for nobody.
func TestWhoLeavesAloneIsReplaced(t *testing.T) {
	d := newDen(t, 61)
	ctx := t.Context()
	id := d.rematch("anna", d.finished(nil).ID)
	require.NoError(t, d.Leave(ctx, "anna", id))
	if s := d.at(id); s.Seats[2].Level != "random" || !s.Seats[1].Kept {
		t.Errorf("Anna has left while seats are kept for others: %s", text(t, s.Seats))
	}
	require.NoError(t, d.TakeKept(ctx, "Ben", id)) // the phone, too, holds the seat then
	require.NoError(t, d.Leave(ctx, "Ben", id))
	require.True(t, d.at(id).Seats[1].ByHand(), "Ben's phone plays no more")
}
