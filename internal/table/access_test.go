package table

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// Who may do what at a table. The seats: 0 is anna's and 1 is bert's, 2 is
// open, 3 a computer player's. Where a command is refused for another reason
// than whose seat or table it is, the asker was let through.
func TestWhoMayDoWhat(t *testing.T) {
	seats := []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Bert"}, {Kind: game.Open}, {Kind: game.Bot, Level: "random"}}
	type asker struct {
		browser string
		seats   []int // granted; -1 to watch, -2 to own the table
	}
	askers := map[string]asker{
		"nobody":   {"", nil},
		"stranger": {"stranger", nil},
		"watcher":  {"watcher", []int{store.Nobody}},
		"anna":     {"anna", []int{0}},
		"both":     {"both", []int{0, 1}}, // two seats on one screen
		"owner":    {"owner", []int{store.Owner}},
		"host":     {"host", []int{store.Owner, 0}},
	}
	// For each command, seat by seat, who may.
	first, next, none := []string{"anna", "both", "host"}, []string{"both"}, []string{}
	anybody, owns := []string{"anna", "both", "host", "owner"}, []string{"host", "owner"}
	type command func(d *den, id string, b asker, who game.Actor, n int64, seat int) error
	for _, c := range []struct {
		name string
		do   command
		may  [4][]string
	}{
		{"link", func(d *den, id string, b asker, _ game.Actor, _ int64, seat int) error {
			return second(d.Link(d.Context(), b.browser, id, seat))
		}, [4][]string{first, next, anybody, none}},
		{"renew the link", func(d *den, id string, b asker, _ game.Actor, _ int64, seat int) error {
			return second(d.RenewLink(d.Context(), b.browser, id, seat))
		}, [4][]string{first, next, owns, none}},
		{"remove", func(d *den, id string, b asker, _ game.Actor, n int64, seat int) error {
			return second(d.Remove(d.Context(), b.browser, id, n, "", seat))
		}, [4][]string{owns, owns, none, none}},
		{"hand over", func(d *den, id string, b asker, _ game.Actor, _ int64, seat int) error {
			return d.HandOver(d.Context(), b.browser, id, 0, seat)
		}, [4][]string{owns, owns, none, none}},
		{"give", func(d *den, id string, _ asker, who game.Actor, n int64, seat int) error {
			return second(d.Do(d.Context(), id, who, n, "", game.GiveToBot(seat, "random")))
		}, [4][]string{first, next, anybody, none}},
		{"exchange", func(d *den, id string, _ asker, who game.Actor, n int64, seat int) error {
			return second(d.Do(d.Context(), id, who, n, "", game.SetLevel(seat, "random")))
		}, [4][]string{first, next, anybody, anybody}},
		{"take back", func(d *den, id string, _ asker, who game.Actor, n int64, seat int) error {
			return second(d.Do(d.Context(), id, who, n, "", game.TakeBack(seat)))
		}, [4][]string{first, next, none, none}},
		{"rename", func(d *den, id string, _ asker, who game.Actor, n int64, seat int) error {
			return second(d.Do(d.Context(), id, who, n, "", game.Rename(seat, "Zoe")))
		}, [4][]string{first, next, none, none}},
		{"join", func(d *den, id string, _ asker, who game.Actor, n int64, seat int) error {
			return second(d.Do(d.Context(), id, who, n, "", game.Join(seat, "Zoe")))
		}, [4][]string{first, next, none, none}},
	} {
		d := newDen(t, 31)
		newGate(d) // nobody plays while somebody asks
		for name, b := range askers {
			for seat := range seats {
				s := d.create(seats...)
				for _, k := range b.seats {
					require.NoError(t, d.opts.Store.Grant(t.Context(), store.HashOf(b.browser), store.Place{Table: s.ID, Seat: k}))
				}
				who, err := d.ActorOf(t.Context(), b.browser, s.ID)
				require.NoError(t, err)
				may := false
				for _, other := range c.may[seat] {
					may = may || other == name
				}
				s = d.at(s.ID)
				err = c.do(d, s.ID, b, who, s.N, seat)
				require.True(t, errors.Is(err, game.ErrNotYours) != may, "%s: %s at seat %d: %v, expected that they may: %v", c.name, name, seat, err, may)
			}
		}
	}
}

// Who is refused a seat that somebody else takes meanwhile changes nothing in the game
// that others are reading.
func TestSecondToSitDown(t *testing.T) {
	d := newDen(t, 33)
	ctx := t.Context()
	c, err := d.Create(ctx, game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	enter := func(v *Service, name string) error { return entering(v.Enter(ctx, name, c.Seats[1], &name)) }
	other := d.fresh()
	d.opts.Store = &raced{d.opts.Store, func() { require.NoError(t, enter(other, "early")) }}
	v := d.fresh()
	f, err := v.load(ctx, c.ID)
	require.NoError(t, err)
	require.ErrorIs(t, enter(v, "late"), game.ErrNotOpen, "the second to sit down")
	require.True(t, f.Seats[1].Kind == game.Open, "the game at the number before has another seat")
}

// A renewed link puts the other browsers out of one's own seat and nobody out
// of an open one; earlier links lead nowhere.
func TestRenewedLinkIsTheOnlyOne(t *testing.T) {
	d := newDen(t, 32)
	ctx := t.Context()
	c, err := d.Create(ctx, game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	for _, b := range []string{"anna", "thief"} {
		require.Succeeds(t)(d.Enter(ctx, b, c.Seats[0], nil))
	}
	require.NoError(t, d.opts.Store.Grant(ctx, store.HashOf("quick"), Place{Table: c.ID, Seat: 1}))
	require.NoError(t, d.opts.Store.Grant(ctx, store.HashOf("maker"), Place{Table: c.ID, Seat: store.Owner}))
	if c.Seats[1], err = d.RenewLink(ctx, "maker", c.ID, 1); err != nil {
		t.Fatal(err)
	}
	if who, err := d.ActorOf(ctx, "quick", c.ID); err != nil || !who.Holds(1) {
		t.Errorf("put out of an open seat: %v", err)
	}
	early := "Early"
	require.Succeeds(t)(d.Enter(ctx, "early", c.Seats[1], &early))
	late := "Late"
	require.Fails(t, game.ErrNotOpen, "the second to sit down")(d.Enter(ctx, "late", c.Seats[1], &late))
	token, err := d.RenewLink(ctx, "anna", c.ID, 0)
	require.NoError(t, err)
	require.Fails(t, ErrNoLink, "the earlier link")(d.LinkTo(ctx, c.Seats[0]))
	require.Returns(t, Place{Table: c.ID, Seat: 0}, "where the new link leads")(d.LinkTo(ctx, token))
	for b, want := range map[string]bool{"anna": true, "thief": false} {
		if who, err := d.ActorOf(ctx, b, c.ID); err != nil || who.Holds(0) != want {
			t.Errorf("%s holds the seat: %v, %v", b, who.Holds(0), err)
		}
	}
}

// Who makes a table owns it; who joins by a link does not and puts nobody out.
// The owner removes who does not play, hands the table over, and has the rematch.
func TestOwner(t *testing.T) {
	d := newDen(t, 34)
	ctx := t.Context()
	c, err := d.CreateFor(ctx, "maker", game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	bert := "Bert"
	for _, b := range []string{"bert", "bert's phone"} {
		require.Succeeds(t)(d.Enter(ctx, b, c.Seats[1], &bert))
	}
	d.owns(c.ID, map[string]bool{"maker": true, "bert": false})
	s := d.at(c.ID)
	require.NoError(t, d.HandOver(ctx, "maker", c.ID, 0, 1))
	d.owns(c.ID, map[string]bool{"maker": false, "bert": true, "bert's phone": true})
	require.NoError(t, d.HandOver(ctx, "bert", c.ID, 0, 0))
	freed := d.ok(d.Remove(ctx, "maker", c.ID, s.N, "k", 1))
	if seat := freed.Seats[1]; seat.Kind != game.Open || seat.Name != "" {
		t.Errorf("the seat is %+v, expected an open one", seat)
	}
	if e := freed.Events[len(freed.Events)-1]; e.Kind != game.EventRemove || e.Seat != 1 || e.Text != "Bert" {
		t.Errorf("the log says %+v", e)
	}
	require.True(t, d.ok(d.Remove(ctx, "maker", c.ID, s.N, "k", 1)).N == freed.N, "a repetition removed somebody else")
	for _, b := range []string{"bert", "bert's phone"} {
		if who, err := d.ActorOf(ctx, b, c.ID); err != nil || len(who.Seats) != 0 || who.Owner {
			t.Errorf("%s is still %+v, %v", b, who, err)
		}
	}
	require.Fails(t, ErrNoLink, "the old link after the removal")(d.Enter(ctx, "bert", c.Seats[1], &bert))
	cleo := "Cleo"
	if c.Seats[1], err = d.Link(ctx, "maker", c.ID, 1); err != nil {
		t.Fatal(err)
	}
	require.Succeeds(t)(d.Enter(ctx, "cleo", c.Seats[1], &cleo))
	d.close(d.Service)
	d.Service = d.fresh() // the log says the same
	if s = d.play(d.at(c.ID), never); s.Seats[1].Name != "Cleo" || s.Seats[1].Kind != game.Person {
		t.Errorf("after a restart the seat is %+v", s.Seats[1])
	}
	next, err := d.RematchFor(ctx, "cleo", c.ID, game.Part{})
	require.NoError(t, err)
	d.owns(next, map[string]bool{"maker": true, "cleo": false})
}

// owns fails the test where another browser owns a table than should.
func (d *den) owns(id string, want map[string]bool) {
	d.Helper()
	for b, owner := range want {
		if who, err := d.ActorOf(d.Context(), b, id); err != nil || who.Owner != owner {
			d.Errorf("%s owns the table: %v, %v; want %v", b, who.Owner, err, owner)
		}
	}
}

// A seat has so many links that people made, and so many browsers hold it; replacing its
// links frees it. Sitting down at a public table makes none.
func TestCrowdedSeat(t *testing.T) {
	d := newDen(t, 37)
	ctx := t.Context()
	c, err := d.CreateFor(ctx, "maker", game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	for i := range store.MaxLinks + 1 {
		require.ErrorIs(t, d.Sit(ctx, "bert", c.ID, 1, ""), game.ErrBadName, "sitting down without a name")
		_, err := d.Link(ctx, "maker", c.ID, 0)
		if full := i == store.MaxLinks-1; full != errors.Is(err, game.ErrCrowded) { // one came with the table
			t.Fatalf("link %d: %v", i+2, err)
		} else if full {
			break
		}
	}
	require.Fails(t, nil, "a link where nobody could sit down without a name")(d.Link(ctx, "maker", c.ID, 1))
	link, err := d.RenewLink(ctx, "maker", c.ID, 0)
	require.NoError(t, err)
	require.NoError(t, d.Sit(ctx, "bert", c.ID, 1, "Bert"))
	for i := range store.MaxHolders {
		_, err := d.Enter(ctx, fmt.Sprint("browser ", i), link, nil)
		if full := i == store.MaxHolders-1; full != errors.Is(err, game.ErrCrowded) {
			t.Fatalf("browser %d: %v", i+2, err)
		}
	}
	for i := range store.MaxHolders + 1 { // who watches is let through
		require.Succeeds(t)(d.Enter(ctx, fmt.Sprint("watcher ", i), c.Watch, nil))
	}
}

// What an owner does about a person is about the one who sat there when it was asked for.
func TestOwnerMeansAPerson(t *testing.T) {
	d := newDen(t, 38)
	ctx := t.Context()
	c, err := d.CreateFor(ctx, "maker", game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	sit := func(browser, name string) int64 {
		require.NoError(t, d.Sit(ctx, browser, c.ID, 1, name))
		return d.at(c.ID).N
	}
	remove := func(at int64) error { _, err := d.Remove(ctx, "maker", c.ID, at, "", 1); return err }
	bert := sit("bert", "Bert")
	d.ok(d.Do(ctx, c.ID, seat(0), bert, "", game.Rename(0, "Ann"))) // changes nothing about Bert
	require.ErrorIs(t, remove(bert), nil, "Bert is removed")
	carl := sit("carl", "Carl")
	require.ErrorIs(t, remove(bert), game.ErrStale, "Carl is removed from a page that shows Bert")
	require.ErrorIs(t, d.HandOver(ctx, "maker", c.ID, bert, 1), game.ErrStale, "Carl gets the table from a page that shows Bert")
	if s := d.at(c.ID); s.N != carl || s.Seats[1].Name != "Carl" {
		t.Errorf("%s sits there, at number %d", s.Seats[1].Name, s.N)
	}
	require.ErrorIs(t, d.HandOver(ctx, "maker", c.ID, carl, 1), nil, "Carl gets the table")
}

// A seat that nobody holds gets nobody the table.
func TestHandOverToNobody(t *testing.T) {
	d := newDen(t, 35)
	c, err := d.CreateFor(t.Context(), "maker", game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	s := d.at(c.ID)
	d.ok(d.Do(t.Context(), c.ID, seat(1), s.N, "", game.Join(1, "Bert"))) // as in tables from before joining granted
	require.ErrorIs(t, d.HandOver(t.Context(), "maker", c.ID, 0, 1), game.ErrOpenSeat, "the error")
	d.owns(c.ID, map[string]bool{"maker": true})
}

// What pages offer of links, seats and computer players is what is let through.
func TestWhatIsOfferedIsAllowed(t *testing.T) {
	d := newDen(t, 36)
	s := d.create(game.NewSeat{Kind: game.Person, Name: "Anna"}, game.NewSeat{Kind: game.Open}, game.NewSeat{Kind: game.Bot, Level: "random"})
	stranger, anna, owner := game.Actor{}, seat(0), game.Actor{Owner: true}
	for _, c := range []struct {
		name string
		ask  func(who game.Actor, seat int) bool
		may  map[int][]bool // by seat: stranger, anna, owner
	}{
		{"a link", s.MayLink, map[int][]bool{-1: {false, false, false}, 0: {false, true, false}, 1: {false, true, true}, 2: {false, false, false}, 3: {false, false, false}}},
		{"another link", s.MayRenew, map[int][]bool{-1: {false, false, false}, 0: {false, true, false}, 1: {false, false, true}, 2: {false, false, false}, 3: {false, false, false}}},
		{"removing", s.MayRemove, map[int][]bool{-1: {false, false, false}, 0: {false, false, true}, 1: {false, false, false}, 2: {false, false, false}, 3: {false, false, false}}},
		{"another level", s.MayExchange, map[int][]bool{0: {false, false, false}, 1: {false, false, false}, 2: {false, true, true}}},
	} {
		for seat, may := range c.may {
			for k, who := range []game.Actor{stranger, anna, owner} {
				require.Equal(t, c.ask(who, seat), may[k], "%s for seat %d is offered to %+v", c.name, seat, who)
			}
		}
	}
}

// Pages that follow a table look again where a link is replaced: who lost the
// seat by it must notice.
func TestReplacedLinkIsNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDen(t, 37)
		ctx := t.Context()
		c, err := d.CreateFor(ctx, "maker", game.NewTable{Seats: []game.NewSeat{{Kind: game.Open}, {Kind: game.Open}}})
		require.NoError(t, err)
		bert := "Bert"
		require.Succeeds(t)(d.Enter(ctx, "bert", c.Seats[0], &bert))
		if s := d.at(c.ID); s.Seats[0].Kind != game.Person || s.Seats[0].Name != bert {
			t.Fatalf("who enters by the link of the first seat sits down there: %+v", s.Seats[0])
		}
		sub := d.opts.Live.Subscribe(c.ID)
		defer sub.Close()
		told := func() bool {
			synctest.Wait()
			select {
			case <-sub.C():
				return true
			default:
				return false
			}
		}
		for told() { // what a new page is told
		}
		if _, err := d.RenewLink(ctx, "maker", c.ID, 1); err != nil || told() {
			t.Errorf("nobody lost the open seat, but that is news (%v)", err)
		}
		if _, err := d.RenewLink(ctx, "bert", c.ID, 0); err != nil || !told() {
			t.Errorf("Bert's other browsers lost the seat, but that is no news (%v)", err)
		}
	})
}
