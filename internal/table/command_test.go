package table

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/rules"
)

// A decision, its undoing and the hand-over are meant for the decision that the
// page showed: after another one they change nothing and are answered with the
// position as it is now. So is any command at a number that the log has not.
func TestOvertakenCommandsChangeNothing(t *testing.T) {
	d := newDen(t, 10)
	ctx := t.Context()
	first := d.create(append(persons[:2:2], game.NewSeat{Kind: game.Open})...)
	s := d.ok(d.Do(ctx, first.ID, everybody, first.N, "", game.Act(legal(first)[0])))
	decisions := map[string]func(at int64) (*game.Snapshot, error){
		"act": func(at int64) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, everybody, at, "", game.Act(legal(s)[0]))
		},
		"undo":    func(at int64) (*game.Snapshot, error) { return d.Do(ctx, s.ID, everybody, at, "", game.Undo(0)) },
		"confirm": func(at int64) (*game.Snapshot, error) { return d.Do(ctx, s.ID, everybody, at, "", game.Confirm()) },
	}
	seats := map[string]func(at int64) (*game.Snapshot, error){
		"join": func(at int64) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, everybody, at, "", game.Join(2, "Cleo"))
		},
		"give": func(at int64) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, everybody, at, "", game.GiveToBot(0, "random"))
		},
		"take": func(at int64) (*game.Snapshot, error) { return d.Do(ctx, s.ID, everybody, at, "", game.TakeBack(0)) },
		"level": func(at int64) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, everybody, at, "", game.SetLevel(0, "random"))
		},
		"rename": func(at int64) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, everybody, at, "", game.Rename(0, "Nobody"))
		},
		"name": func(at int64) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, everybody, at, "", game.NameTable("Nowhere"))
		},
	}
	overtaken := func(name string, command func(at int64) (*game.Snapshot, error), ats ...int64) {
		for _, at := range ats {
			now, err := command(at)
			require.Must(t, errors.Is(err, game.ErrStale) && now != nil, "%s at %d: %v", name, at, err)
			d.same(name, s, now)
		}
	}
	for name, command := range decisions {
		overtaken(name, command, first.N, s.N+1, 0, -1)
	}
	for name, command := range seats {
		overtaken(name, command, s.N+1, 0, -1)
	}
	if n := len(d.log(s.ID)); int64(n) != s.N {
		t.Errorf("the log has %d entries, want %d", n, s.N)
	}
}

// What the log got meanwhile does not overtake a command that still means the
// same: a name or advice changes no decision, and who sits where depends on none.
func TestCommandsOutliveNews(t *testing.T) {
	ctx := t.Context()
	alone := append([]game.NewSeat{persons[0]}, bots(1)...)
	// act has the person alone decide once, and the computer player after it.
	act := func(d *den, s *game.Snapshot) *game.Snapshot {
		s = d.settled(s.ID)
		return d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Act(legal(s)[len(legal(s))-1])))
	}
	rename := func(d *den, s *game.Snapshot) { d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Rename(0, "Anne"))) }
	for name, c := range map[string]struct {
		before  func(d *den, s *game.Snapshot) *game.Snapshot
		news    func(d *den, s *game.Snapshot)
		command func(d *den, s *game.Snapshot) (*game.Snapshot, error)
		refused error
	}{
		"a decision of a page that saw an earlier one taken back": {func(d *den, s *game.Snapshot) *game.Snapshot {
			s = act(d, s)
			return d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Undo(s.For(seat(0)).You.UndoTo[0])))
		}, rename, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(0), s.N, "k", game.Act(legal(s)[0]))
		}, nil},
		"a decision after a name": {nil, rename, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(0), s.N, "k", game.Act(legal(s)[0]))
		}, nil},
		"a decision after advice, with the page's key": {nil, func(d *den, s *game.Snapshot) {
			d.ok(d.Hint(ctx, s.ID, seat(0), s.N, "k"))
		}, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(0), s.N, "k", game.Act(legal(s)[0]))
		}, nil},
		"advice after a name": {nil, rename, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Hint(ctx, s.ID, seat(0), s.N, "k")
		}, nil},
		"undo after a computer player's decisions": {func(d *den, s *game.Snapshot) *game.Snapshot {
			for s.ToAct == 0 {
				s = act(d, s)
			}
			return s
		}, func(d *den, s *game.Snapshot) { d.settled(s.ID) }, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(0), s.N, "k", game.Undo(s.You.UndoTo[0]))
		}, nil},
		"undo after another choice of one's own": {act, func(d *den, s *game.Snapshot) { act(d, s) },
			func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
				return d.Do(ctx, s.ID, seat(0), s.N, "k", game.Undo(0))
			}, game.ErrStale},
		"a decision after another one was taken back": {nil, func(d *den, s *game.Snapshot) {
			s = act(d, s)
			d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Undo(0)))
		}, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(0), s.N, "k", game.Act(legal(s)[0]))
		}, game.ErrStale},
		"a seat handed over after a decision": {nil, func(d *den, s *game.Snapshot) { act(d, s) }, func(d *den, s *game.Snapshot) (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(0), s.N, "k", game.GiveToBot(0, "random"))
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDen(t, 15)
			d.counted()
			s := d.settled(d.advised(alone...).ID)
			if c.before != nil {
				s = c.before(d, s)
			}
			c.news(d, s)
			require.Must(t, d.at(s.ID).N != s.N, "there is no news")
			now, err := c.command(d, s)
			require.Must(t, now != nil && errors.Is(err, c.refused), "got %v, want %v", err, c.refused)
			n := d.at(s.ID).N
			if again, err := c.command(d, s); c.refused == nil && (err != nil || again.N < n) {
				t.Errorf("repeated with its key: %v", err)
			}
		})
	}
}

// A command repeated with its key does nothing twice, even after the program
// was killed; the same key of another seat is another key.
func TestRepeatedCommands(t *testing.T) {
	d := newDen(t, 11)
	ctx := t.Context()
	first := d.create(persons[:2]...)
	me := first.State.ToDecide()
	s := d.ok(d.Do(ctx, first.ID, seat(me), first.N, "k", game.Act(legal(first)[0])))
	for _, v := range []*Service{d.Service, d.fresh()} {
		again := d.ok(v.Do(ctx, first.ID, seat(me), first.N, "k", game.Act(legal(first)[0])))
		d.same("repeated", s.For(seat(me)), again)
	}
	other := 1 - me
	s = d.ok(d.Do(ctx, s.ID, seat(other), s.N, "k", game.Rename(other, "Zoe")))
	require.True(t, s.Seats[other].Name == "Zoe", "a key of seat 0 stands in the way of seat 1")
	for _, key := range []string{strings.Repeat("x", game.MaxKey+1), "a b", "ü"} {
		d.want(game.ErrBadKey)(d.Do(ctx, s.ID, seat(other), s.N, key, game.Rename(other, "Yve")))
	}
	s = d.at(s.ID)
	if s = d.ok(d.Do(ctx, s.ID, seat(other), s.N, strings.Repeat("x", game.MaxKey), game.Rename(other, "Yve"))); s.Seats[other].Name != "Yve" {
		t.Error("the longest key is not taken")
	}
	if s := d.at(s.ID); int64(len(d.log(s.ID))) != s.N {
		t.Error("a repeated command was stored")
	}
}

// What is chosen right after taking something back stands, though somebody has
// changed a name meanwhile: nothing was decided or taken back since.
func TestChoiceAfterUndoStands(t *testing.T) {
	d := newDen(t, 15)
	ctx := t.Context()
	s := d.create(persons[:2]...)
	me := s.ToAct
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.Act(legal(s)[0])))
	back := d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.Undo(0)))
	d.ok(d.Do(ctx, s.ID, seat(1-me), back.N, "", game.Rename(1-me, "Zoe")))
	chosen := d.ok(d.Do(ctx, s.ID, seat(me), back.N, "", game.Act(legal(back)[0])))
	if len(chosen.Steps) == 0 || chosen.Seats[1-me].Name != "Zoe" {
		t.Errorf("%d decisions, the other is called %s", len(chosen.Steps), chosen.Seats[1-me].Name)
	}
	d.want(game.ErrStale)(d.Do(ctx, s.ID, seat(me), s.N, "", game.Act(legal(back)[0]))) // from before it was taken back
}

// raced is a store where something happens right before the next entry is added.
type raced struct {
	Store
	before func()
}

func (r *raced) Append(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
	if before := r.before; before != nil {
		r.before = nil
		before()
	}
	return r.Store.Append(ctx, id, after, key, entries)
}

func (r *raced) AppendJoin(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser, token store.Hash, seat int) (int64, error) {
	if before := r.before; before != nil {
		r.before = nil
		before()
	}
	return r.Store.AppendJoin(ctx, id, after, key, entries, browser, token, seat)
}

// A command that reaches two processes at once is done once, and both answer with
// the position after it.
func TestRepeatedAtTheSameMoment(t *testing.T) {
	d := newDen(t, 11)
	s := d.create(persons[:2]...)
	act := func(v *Service) (*game.Snapshot, error) {
		return v.Do(t.Context(), s.ID, everybody, s.N, "k", game.Act(legal(s)[0]))
	}
	other := d.fresh()
	var first *game.Snapshot
	d.opts.Store = &raced{d.opts.Store, func() { first = d.ok(act(other)) }}
	second := d.ok(act(d.fresh()))
	if first.N <= s.N || second.N != first.N || int64(len(d.log(s.ID))) != first.N {
		t.Errorf("at %d one answered with %d, the other with %d, and the log is at %d", s.N, first.N, second.N, len(d.log(s.ID)))
	}
}

// unanswered is a store that keeps the next entry, but its answer gets lost.
type unanswered struct {
	Store
	lost bool
}

func (u *unanswered) Append(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
	n, err := u.Store.Append(ctx, id, after, key, entries)
	if err == nil && !u.lost {
		u.lost = true
		err = store.ErrUnreachable
	}
	return n, err
}

// A command that was stored without an answer is announced when it is repeated,
// so that open pages need not wait until the store is asked.
func TestRepeatedIsAnnounced(t *testing.T) {
	d := newDen(t, 11)
	s := d.create(persons[:2]...)
	d.opts.Store = &unanswered{Store: d.opts.Store}
	v := d.fresh()
	news := d.opts.Live.Subscribe(s.ID)
	defer news.Close()
	require.Fails(t, ErrUnreachable, "without an answer")(v.Do(t.Context(), s.ID, everybody, s.N, "k", game.Act(legal(s)[0])))
	now := d.ok(v.Do(t.Context(), s.ID, everybody, s.N, "k", game.Act(legal(s)[0])))
	select {
	case heard := <-news.C():
		require.True(t, heard.N == now.N && now.N > s.N, "announced %d, the table is at %d and was at %d", heard.N, now.N, s.N)
	case <-time.After(30 * time.Second):
		t.Error("nothing was announced")
	}
}

// Of many browsers at one decision exactly one wins, on services that share
// nothing but the store; the others are told the position as it is now.
func TestOneOfManyWins(t *testing.T) {
	d := newDen(t, 12)
	s := d.create(persons[:2]...)
	for range 15 {
		var wg sync.WaitGroup
		results := make([]error, 6)
		services := []*Service{d.Service, d.fresh(), d.fresh()}
		l := legal(s)
		for i := range results {
			wg.Go(func() {
				v := services[i%len(services)]
				now, err := v.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(l[i%len(l)]))
				if s.You.Confirm && !s.You.Act {
					now, err = v.Do(t.Context(), s.ID, everybody, s.N, "", game.Confirm())
				}
				require.True(t, now != nil && now.N > s.N, "answered with no newer position: %v", err)
				results[i] = err
			})
		}
		wg.Wait()
		won := 0
		for _, err := range results {
			if err == nil {
				won++
			} else if !errors.Is(err, game.ErrStale) {
				t.Fatal(err)
			}
		}
		require.Must(t, won == 1, "%d of %d won", won, len(results))
		s = d.at(s.ID)
	}
}

// What the rules forbid is refused with their refusal.
func TestIllegalActions(t *testing.T) {
	d := newDen(t, 13)
	s := d.create(persons[:2]...)
	for a := range rules.ActionsCount + 1 {
		if s.Game.Legal(&s.State).Has(rules.Action(a)) {
			continue
		}
		now, err := d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(rules.Action(a)))
		if _, ok := errors.AsType[*rules.Refusal](err); !ok || now == nil || now.N != s.N {
			t.Fatalf("action %d: %v", a, err)
		}
	}
}

// A table that does not exist is told apart, and nothing else is possible
// after Close.
func TestNoTableAndClosed(t *testing.T) {
	d := newDen(t, 14)
	ctx := t.Context()
	s := d.create(persons[:2]...)
	for _, id := range []string{store.NewID(), "", "x", "../../etc"} {
		require.Fails(t, ErrNoTable, "position of %q", id)(d.Position(ctx, id, everybody))
		require.Fails(t, ErrNoTable, "act at %q", id)(d.Do(ctx, id, everybody, 1, "", game.Act(0)))
	}
	v := d.fresh()
	d.close(v)
	require.Fails(t, game.ErrClosed, "act after Close")(v.Do(ctx, s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	require.Fails(t, game.ErrClosed, "create after Close")(v.Create(ctx, game.NewTable{Seats: persons[:2]}))
	require.Fails(t, nil, "looking after Close")(v.Position(ctx, s.ID, everybody))
}

// Any commands by anyone, sensible or not, leave a log that folds to the
// position last answered, and one entry more at least where they were done.
func TestNoCommandCorrupts(t *testing.T) {
	done := 0
	for seed := range uint64(4) {
		d := newDen(t, 100+seed)
		s := d.create([]game.NewSeat{persons[0], {Kind: game.Open}, persons[1], {Kind: game.Bot, Level: "cheat"}}...)
		for range 300 {
			if d.rng.IntN(2) == 0 {
				s = d.settled(s.ID)
			}
			before := d.at(s.ID).N
			now, err := d.anything(s)
			if now == nil {
				t.Fatal(err)
			}
			if err == nil {
				done++
			}
			if err == nil && now.N <= before {
				t.Fatalf("done at %d, but the log is at %d", before, now.N)
			}
			s = d.at(s.ID)
			if s.Frozen != nil {
				t.Fatalf("frozen after %v: %s", err, text(t, s.Frozen))
			}
		}
		s = d.settled(s.ID)
		v := d.fresh()
		again, err := v.Position(t.Context(), s.ID, everybody)
		require.NoError(t, err)
		d.same("folded again", s, again)
		d.close(v)
		for i, e := range d.log(s.ID) {
			require.Must(t, e.N == int64(i+1), "entry %d has number %d", i+1, e.N)
		}
	}
	require.True(t, done >= 40, "only %d of 1200 commands were done", done)
}

// anything returns a random command, mostly at the newest number.
func (d *den) anything(s *game.Snapshot) (*game.Snapshot, error) {
	ctx, r := d.Context(), d.rng.IntN
	var who game.Actor
	for k := range 4 {
		if r(3) > 0 {
			who.Seats = append(who.Seats, k)
		}
	}
	at := s.N
	if r(10) == 0 {
		at += int64(r(5) - 2)
	}
	k := r(5) - 1
	level := []string{"random", "broken", "other", "none", ""}[r(5)]
	name := []string{"Ida", "", " x  y ", strings.Repeat("n", 40), "\x00"}[r(5)]
	switch r(12) {
	case 0:
		return d.Do(ctx, s.ID, who, at, "", game.Undo(r(len(s.Steps)+3)-1))
	case 1:
		if u := s.You.UndoTo; len(u) > 0 {
			return d.Do(ctx, s.ID, who, at, "", game.Undo(u[r(len(u))]))
		}
		fallthrough
	case 2, 3:
		return d.Do(ctx, s.ID, who, at, "", game.Confirm())
	case 4:
		return d.Do(ctx, s.ID, who, at, "", game.Join(k, name))
	case 5:
		return d.Do(ctx, s.ID, who, at, "", game.GiveToBot(k, level))
	case 6:
		return d.Do(ctx, s.ID, who, at, "", game.TakeBack(k))
	case 7:
		return d.Do(ctx, s.ID, who, at, "", game.SetLevel(k, level))
	case 8:
		return d.Do(ctx, s.ID, who, at, "", game.Rename(k, name))
	case 9:
		return d.Do(ctx, s.ID, who, at, "", game.Act(rules.Action(r(256))))
	}
	l := append(legal(s), rules.None)
	return d.Do(ctx, s.ID, who, at, "", game.Act(l[r(len(l))]))
}
