package director

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/internal/tournament"
	"ruhr/spec"
)

// den is a store that several processes share, each with its own service.
type den struct {
	*testing.T
	st  store.Store
	hub *live.Hub
	now atomic.Int64
}

func newDen(t *testing.T) *den {
	t.Helper()
	d := &den{T: t, hub: live.NewHub()}
	d.st, _ = sqlitetest.Open(t)
	t.Cleanup(func() { d.hub.Close() })
	d.now.Store(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC).UnixMilli())
	return d
}

func (d *den) clock() time.Time          { return time.UnixMilli(d.now.Load()) }
func (d *den) later(by time.Duration)    { d.now.Add(by.Milliseconds()) }
func (d *den) actor(seat int) game.Actor { return game.Actor{Seats: []int{seat}} }

// process is a service on the store, through which all that it writes goes.
func (d *den) process(node string, through store.Store) *Service {
	d.Helper()
	log := slog.New(slog.NewTextHandler(d.Output(), nil))
	v, err := table.New(table.Options{Store: through, Live: d.hub, Board: spec.Board, Node: node, Clock: d.clock, Log: log, StandIn: "greedy",
		Bots: func(level string) (bot.Bot, error) {
			if _, err := bot.New(level); err != nil {
				return nil, err
			}
			return bot.New("random")
		}, Budget: func(string, int) bot.Budget { return bot.Budget{} }})
	require.NoError(d, err)
	d.Cleanup(func() { v.Close(context.Background()) })
	return New(Options{Store: through, Tables: v, Clock: d.clock, Log: log})
}

var wish = Settings{Name: "Cup", Format: tournament.Format{Seats: 2, Rounds: 3}, Pace: game.Pace{Bank: 600, Increment: 20, Cap: 900}, Level: "greedy", Bots: [3]string{"X", "Y", "Z"}}

// make makes a tournament of players, the first of whom has made it.
func (d *den) make(s *Service, w Settings, players ...string) string {
	d.Helper()
	id, err := s.Create(d.Context(), players[0], "", w, players[0])
	require.NoError(d, err)
	for _, name := range players[1:] {
		require.NoError(d, s.Join(d.Context(), name, id, name))
	}
	return id
}

func (d *den) show(s *Service, who, id string) *Tournament {
	d.Helper()
	t, err := s.Tournament(d.Context(), who, id)
	require.NoError(d, err)
	return t
}

// resign has all persons of the running round resign, and waits for the ends of its games,
// which computer players finish.
func (d *den) resign(s *Service, id string) {
	d.Helper()
	t := d.show(s, "", id)
	for _, at := range t.Played[len(t.Played)-1].Tables {
		for k, p := range at.Players {
			if p == tournament.Computer {
				continue
			}
			d.resignSeat(s, at.ID, k)
		}
		d.over(s, at.ID)
	}
}

func (d *den) resignSeat(s *Service, id string, seat int) {
	d.Helper()
	for {
		snap, err := s.Tables.Position(d.Context(), id, d.actor(seat))
		if err == nil {
			_, err = s.Tables.Do(d.Context(), id, d.actor(seat), snap.N, "", game.Resign(seat))
		}
		switch {
		case errors.Is(err, game.ErrStale):
		case err != nil && !errors.Is(err, game.ErrOver):
			d.Fatal(err)
		default:
			return
		}
	}
}

// over waits for the end of a game, which those in seats may see although others play its
// deal.
func (d *den) over(s *Service, id string, seats ...int) {
	d.Helper()
	for range 2000 {
		snap, err := s.Tables.Position(d.Context(), id, game.Actor{Seats: seats})
		require.NoError(d, err)
		if snap.Over {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	d.Fatal("a game does not end")
}

func (d *den) tick(s *Service) {
	d.Helper()
	d.later(claimFor)
	require.NoError(d, s.Tick(d.Context()))
}

// check finds what must hold at any time after all work was done: the store has the tables
// of all rounds and no others, and the seats are their players'.
func (d *den) check(s *Service, id string, players int) {
	d.Helper()
	t, err := d.st.Tournament(d.Context(), id)
	require.NoError(d, err)
	shown := d.show(s, "", id)
	var want []string
	for n, round := range shown.Played {
		at := map[int]int{}
		for _, of := range round.Tables {
			want = append(want, of.ID)
			holders, err := d.st.Holders(d.Context(), of.ID)
			require.NoError(d, err)
			persons := 0
			for k, p := range of.Players {
				if p == tournament.Computer {
					continue
				}
				at[p]++
				persons++
				if !slices.Contains(holders, store.Holder{Browser: t.Players[p].Holder, Seat: k}) {
					d.Errorf("round %d: seat %d is not %s's", n, k, t.Players[p].Name)
				}
			}
			require.Equal(d, len(holders), persons, "round %d: who holds seats of persons", n)
		}
		require.Equal(d, len(at), players, "round %d: who plays", n)
	}
	have, err := d.st.IDs(d.Context(), "", 100)
	slices.Sort(want)
	if err != nil || !slices.Equal(have, want) {
		d.Errorf("%d tables, want %d; %v", len(have), len(want), err)
	}
}

// Three play three rounds at tables of two, directed by two processes in turn.
func TestThreeRounds(t *testing.T) {
	d := newDen(t)
	one, two := d.process("one", d.st), d.process("two", d.st)
	id := d.make(one, wish, "anna", "ben", "cleo")
	require.ErrorIs(t, one.Start(t.Context(), "ben", id), ErrOwner, "somebody else starts")
	require.NoError(t, one.Start(t.Context(), "anna", id))
	require.ErrorIs(t, two.Join(t.Context(), "dora", id, "dora"), ErrStarted, "somebody joins late")
	for round := 1; round <= 3; round++ {
		d.check(two, id, 3)
		got := d.show(two, "anna", id)
		if len(got.Played) != round || !got.Ended.IsZero() || !got.Mine || got.Players[got.Me].Name != "anna" {
			t.Fatalf("round %d: %+v", round, got)
		}
		for _, at := range got.Played[round-1].Tables {
			if r, err := one.Tables.Record(t.Context(), at.ID, d.actor(0)); err != nil || r.Chance.StartSeat != 0 {
				t.Errorf("the first place does not start: %v", err)
			}
		}
		d.tick(two) // nothing has ended
		if now := d.show(two, "anna", id); len(now.Played) != round || now.Played[round-1].Over() {
			t.Fatalf("round %d went on without results", round)
		}
		d.resign(one, id)
		d.tick(two)
		d.tick(one)
	}
	end := d.show(one, "anna", id)
	require.Must(t, len(end.Played) == 3 && !end.Ended.IsZero(), "after three rounds: %+v", end)
	require.Must(t, len(end.Standings) == 3, "standings: %+v", end.Standings)
	for _, s := range end.Standings {
		require.True(t, s.Games == 3 && s.VP != 0, "a player's three games: %+v", s)
	}
	for _, round := range end.Played {
		for _, at := range round.Tables {
			for k, p := range at.Players {
				require.Equal(t, at.Results[k].Left, p != tournament.Computer, "whether who resigned has left at %v", at.Players)
			}
		}
	}
	if list, err := one.Of(t.Context(), "ben"); err != nil || len(list) != 1 || list[0].ID != id {
		t.Errorf("ben's tournaments: %v, %v", list, err)
	}
	d.check(one, id, 3)
}

// Who never comes is replaced when the clock has run out, also the last person at a table,
// so that the round ends.
func TestNobodyComes(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	w := wish
	w.Rounds = 1
	id := d.make(s, w, "anna", "ben")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	at := d.show(s, "", id).Played[0].Tables[0].ID
	for range 2000 {
		d.later(10 * time.Second) // not long enough for a table to end for lack of action
		require.NoError(t, s.Tables.Tick(t.Context()))
		if snap, err := s.Tables.Snapshot(t.Context(), at, game.Actor{}); err != nil || snap.Over || snap.Frozen != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	d.tick(s)
	end := d.show(s, "anna", id)
	if end.Ended.IsZero() || !end.Played[0].Tables[0].Results[0].Left || !end.Played[0].Tables[0].Results[1].Left {
		t.Errorf("after nobody came: %+v", end.Played)
	}
}

// stopping is a store that a process reaches until it has written so often: then the
// process has been killed, after the last write took effect or before it.
type stopping struct {
	store.Store
	left  atomic.Int64
	after bool // the last write takes effect
}

var errKilled = errors.New("killed")

func (s *stopping) write(do func() error) error {
	switch left := s.left.Add(-1); {
	case left > 0:
		return do()
	case left == 0 && s.after:
		do()
	}
	return errKilled
}

func (s *stopping) SetTournament(ctx context.Context, t store.Tournament) error {
	return s.write(func() error { return s.Store.SetTournament(ctx, t) })
}

func (s *stopping) CreateTable(ctx context.Context, t store.Table, board []byte, first []store.Entry, holders ...store.Holder) error {
	return s.write(func() error { return s.Store.CreateTable(ctx, t, board, first, holders...) })
}

func (s *stopping) Grant(ctx context.Context, browser store.Hash, p store.Place) error {
	return s.write(func() error { return s.Store.Grant(ctx, browser, p) })
}

func (s *stopping) ClaimTournaments(ctx context.Context, now, again int64, limit int) ([]string, error) {
	if s.left.Load() <= 0 {
		return nil, errKilled
	}
	return s.Store.ClaimTournaments(ctx, now, again, limit)
}

// A process is killed before or after each of its writes; another one goes on, and all is
// as if nothing had happened.
func TestKilledAnywhere(t *testing.T) {
	const writes = 8 // of a start: the pairing, two tables with three seats, that they are made
	for _, after := range []bool{false, true} {
		for n := int64(1); n <= writes; n++ {
			t.Run(fmt.Sprint(n, after), func(t *testing.T) {
				d := newDen(t)
				two := d.process("two", d.st)
				w := wish
				w.Rounds = 2
				id := d.make(two, w, "anna", "ben", "cleo")
				dies := &stopping{Store: d.st, after: after}
				dies.left.Store(n)
				one := d.process("one", dies)
				err := one.Start(t.Context(), "anna", id)
				require.Must(t, (n == 1) == (err != nil), "write %d: %v", n, err)
				if n == 1 && !after {
					require.NoError(t, two.Start(t.Context(), "anna", id))
				}
				d.tick(two)
				d.check(two, id, 3)
				d.resign(two, id)

				dies.left.Store(n) // the same in the middle of the next round's beginning
				d.later(claimFor)
				one.Tick(t.Context())
				d.tick(two)
				if got := d.show(two, "", id); len(got.Played) != 2 || !got.Played[1].Made {
					t.Fatalf("the second round: %+v", got.Played)
				}
				d.check(two, id, 3)
				if n > 2 {
					return // the end is a single write
				}
				d.resign(two, id)
				dies.left.Store(n)
				d.later(claimFor)
				one.Tick(t.Context())
				d.tick(two)
				if got := d.show(two, "", id); got.Ended.IsZero() || len(got.Played) != 2 {
					t.Fatalf("the end: %+v", got)
				}
			})
		}
	}
}

// Two processes direct at the same moment.
func TestAtOnce(t *testing.T) {
	d := newDen(t)
	one, two := d.process("one", d.st), d.process("two", d.st)
	id := d.make(one, wish, "anna", "ben", "cleo", "dora")
	for round := 1; round <= wish.Rounds; round++ {
		var all sync.WaitGroup
		d.later(claimFor)
		for _, s := range []*Service{one, two} {
			all.Go(func() {
				if round == 1 {
					if err := s.Start(t.Context(), "anna", id); err != nil {
						t.Error(err)
					}
				}
				if err := s.advance(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := d.show(one, "", id); len(got.Played) != round || !got.Played[round-1].Made {
			t.Fatalf("round %d: %+v", round, got.Played)
		}
		d.check(one, id, 4)
		d.resign(one, id)
	}
	d.tick(one)
	require.True(t, !d.show(one, "", id).Ended.IsZero(), "the tournament does not end")
}

func TestJoinAndLeave(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	id := d.make(s, wish, "anna", "ben", "ben", "cleo")
	if got := d.show(s, "ben", id); len(got.Players) != 3 || got.Me != 1 {
		t.Errorf("who joins twice plays once: %+v", got)
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	ok(s.Leave(t.Context(), "ben", id))
	if got := d.show(s, "ben", id); len(got.Players) != 2 || got.Me != -1 {
		t.Errorf("ben has left: %+v", got)
	}
	ok(s.Start(t.Context(), "anna", id))
	ok(s.Start(t.Context(), "anna", id))
	ok(s.Leave(t.Context(), "cleo", id))
	d.resign(s, id)
	d.tick(s)
	got := d.show(s, "anna", id)
	require.True(t, len(got.Played) == 1 && !got.Ended.IsZero(), "one player is left, and plays on: %+v", got)
}

func TestRefused(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	for what, c := range map[string]struct {
		change func(w *Settings)
		player string
		want   error
	}{
		"no name":          {func(w *Settings) { w.Name = " " }, "", ErrName},
		"a long name":      {func(w *Settings) { w.Name = string(make([]byte, MaxName+1)) }, "", ErrName},
		"a hidden name":    {func(w *Settings) { w.Name = "Cup\u202e" }, "", ErrName},
		"a hidden player":  {func(w *Settings) {}, "Anna\u202e", ErrName},
		"five seats":       {func(w *Settings) { w.Seats = 5 }, "", ErrFormat},
		"no rounds":        {func(w *Settings) { w.Rounds = 0 }, "", ErrFormat},
		"too many rounds":  {func(w *Settings) { w.Rounds = MaxRounds + 1 }, "", ErrFormat},
		"no clocks at all": {func(w *Settings) { w.Pace = game.Pace{} }, "", ErrFormat},
		"in the past":      {func(w *Settings) { w.Begins = d.clock().UnixMilli() - 1 }, "", ErrBegins},
		"in two years":     {func(w *Settings) { w.Begins = d.clock().Add(2 * MaxAhead).UnixMilli() }, "", ErrBegins},
	} {
		w := wish
		c.change(&w)
		require.Fails(t, c.want, "%s", what)(s.Create(t.Context(), "anna", "", w, c.player))
	}
	id := d.make(s, wish, "anna")
	require.ErrorIs(t, s.Start(t.Context(), "anna", id), ErrFew, "a start alone")
	for n := range MaxPlayers - 1 {
		require.NoError(t, s.Join(t.Context(), fmt.Sprint(n), id, "x"))
	}
	require.ErrorIs(t, s.Join(t.Context(), "late", id, "x"), ErrFull, "one too many")
	require.NoError(t, d.st.DropPlaces(t.Context(), store.HashOf("3")))
	require.NoError(t, s.Join(t.Context(), "late", id, "x"))
	require.ErrorIs(t, s.Join(t.Context(), "x", store.NewID(), "x"), ErrNone, "a tournament that nobody made")
}

// A form that is sent twice makes one tournament.
func TestCreatedOnce(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	id := store.NewID()
	for range 2 {
		if got, err := s.Create(t.Context(), "anna", id, wish, "anna"); err != nil || got != id {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// A table that was deleted, which it is not while its clock runs, keeps nobody waiting.
func TestTableGone(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	w := wish
	w.Rounds = 1
	id := d.make(s, w, "anna", "ben")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	for _, c := range []struct{ idle, gone int }{{0, 0}, {1, 1}} {
		n, err := d.st.Expire(t.Context(), d.clock().AddDate(c.idle, 0, 0).UnixMilli()+1, 10)
		require.NoError(t, err)
		require.Equal(t, n, c.gone, "tables gone after %d years", c.idle)
	}
	d.tick(s)
	end := d.show(s, "anna", id)
	require.True(t, !end.Ended.IsZero() && end.Played[0].Tables[0].Results[0].Left, "after the table has gone: %+v", end.Played)
}

// A result counts although all have removed the table from their lists before it was read,
// or were forgotten in the middle of the game.
func TestTableRemoved(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	w := wish
	w.Rounds, w.Solo, w.Level = 1, true, "greedy"
	id := d.make(s, w, "anna", "ben")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	got := d.show(s, "", id)
	for i, at := range got.Played[0].Tables {
		seat := slices.IndexFunc(at.Players, func(p int) bool { return p != tournament.Computer })
		if i == 0 {
			d.resignSeat(s, at.ID, seat)
			d.over(s, at.ID, seat)
		}
		name := got.Players[at.Players[seat]].Name
		if err := s.Tables.Leave(t.Context(), name, at.ID); i == 0 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, game.ErrTournament, "in the middle")
			require.NoError(t, d.st.DropPlaces(t.Context(), store.HashOf(name)))
			d.later(time.Hour) // a computer player takes over
			require.NoError(t, s.Tables.Tick(t.Context()))
			d.over(s, at.ID, seat)
		}
	}
	d.tick(s)
	for i, at := range d.show(s, "", id).Played[0].Tables {
		if at.Results == nil || !slices.ContainsFunc(at.Results, func(r tournament.Result) bool { return r.VP > 0 }) {
			t.Errorf("table %d: %+v", i, at.Results)
		}
	}
}

// What has ended when a tournament is cancelled counts; what goes on does not, and no
// round follows.
func TestCancelled(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	id := d.make(s, wish, "anna", "ben", "cleo", "dora")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	at := d.show(s, "", id).Played[0].Tables
	d.resignSeat(s, at[0].ID, 0)
	d.resignSeat(s, at[0].ID, 1)
	d.over(s, at[0].ID)
	require.ErrorIs(t, s.Cancel(t.Context(), "ben", id), ErrOwner, "somebody else cancels")
	require.NoError(t, s.Cancel(t.Context(), "anna", id))
	d.resign(s, id)
	d.tick(s)
	got := d.show(s, "", id)
	if !got.Cancelled || got.Ended.IsZero() || len(got.Played) != 1 || got.Played[0].Tables[0].Results == nil || got.Played[0].Tables[1].Results != nil {
		t.Errorf("%+v", got)
	}
	require.Equal(t, len(slices.DeleteFunc(got.Standings, func(s tournament.Standing) bool { return s.Games == 0 })), 2, "seats whose games count")
}

// All tables of a round have the same deal, each round another one. It stays hidden until
// all have ended, also when the tournament was cancelled and a process ended in between.
func TestSameDeal(t *testing.T) {
	for _, cancel := range []bool{false, true} {
		d := newDen(t)
		s := d.process("one", d.st)
		w := wish
		w.SameDeal = true
		id := d.make(s, w, "anna", "ben", "cleo", "dora")
		require.NoError(t, s.Start(t.Context(), "anna", id))
		ends := func(round, table int) {
			t.Helper()
			at := d.show(s, "", id).Played[round].Tables[table].ID
			for k := range 2 {
				d.resignSeat(s, at, k)
			}
			d.over(s, at, 0)
		}
		sees := func(seat []int, at string) error {
			_, err := s.Tables.Snapshot(t.Context(), at, game.Actor{Seats: seat})
			_, exported := s.Tables.Record(t.Context(), at, game.Actor{Seats: seat})
			if err == nil && !errors.Is(exported, game.ErrHiddenDeal) {
				return exported
			}
			return err
		}
		first := d.show(s, "", id).Played[0].Tables
		ends(0, 0)
		if cancel {
			require.NoError(t, s.Cancel(t.Context(), "anna", id))
		}
		d.tick(s)
		require.ErrorIs(t, sees(nil, first[0].ID), game.ErrHiddenDeal, "cancel %t: others see a finished table", cancel)
		require.ErrorIs(t, sees([]int{0}, first[0].ID), nil, "cancel %t: those at the table", cancel)
		require.Fails(t, game.ErrHiddenDeal, "cancel %t: a record goes out", cancel)(s.Tables.Record(t.Context(), first[0].ID, d.actor(0)))
		players := d.show(s, "", id).Players
		for _, p := range players {
			got := d.show(s, p.Name, id)
			mine := slices.Contains(first[0].Players, got.Me)
			if shows := got.Played[0].Tables[0].Results != nil; !got.Hidden || shows != mine {
				t.Errorf("cancel %t: %s sees the result: %t", cancel, p.Name, shows)
			}
		}
		ends(0, 1)
		d.later(daysFor)
		d.tick(d.process("two", d.st))
		var deals []string
		for _, at := range first {
			r, err := s.Tables.Record(t.Context(), at.ID, game.Actor{})
			require.ErrorIs(t, err, nil, "cancel %t: after the round", cancel)
			require.True(t, r.Chance.StartSeat == 0, "the first place does not start")
			deals = append(deals, r.Shuffle.Secret)
		}
		got := d.show(s, "", id)
		if deals[0] == "" || deals[0] != deals[1] || got.Hidden == cancel || got.Played[0].Tables[0].Results == nil {
			t.Errorf("cancel %t: deals %q, %+v", cancel, deals, got)
		}
		if cancel {
			continue
		}
		ends(1, 0)
		ends(1, 1)
		d.tick(s)
		if r, err := s.Tables.Record(t.Context(), got.Played[1].Tables[0].ID, game.Actor{}); err != nil || r.Shuffle.Secret == deals[0] {
			t.Errorf("the second round has the deal of the first: %v", err)
		}
	}
}

// meanwhile is a store through which something happens before a table is made, once.
type meanwhile struct {
	store.Store
	do func()
}

func (m *meanwhile) CreateTable(ctx context.Context, t store.Table, board []byte, first []store.Entry, holders ...store.Holder) error {
	do := m.do
	if m.do = func() {}; do != nil {
		do()
	}
	return m.Store.CreateTable(ctx, t, board, first, holders...)
}

// A tournament that is cancelled while its tables are made keeps their deal hidden until the
// last of them has ended, and no longer.
func TestCancelledWhileMaking(t *testing.T) {
	d := newDen(t)
	two, through := d.process("two", d.st), &meanwhile{Store: d.st}
	w := wish
	w.SameDeal = true
	id := d.make(two, w, "anna", "ben", "cleo", "dora")
	through.do = func() {
		require.NoError(t, two.Cancel(t.Context(), "anna", id))
		require.NoError(t, two.Tick(t.Context()))
	}
	require.NoError(t, d.process("one", through).Start(t.Context(), "anna", id))
	tables := d.show(two, "", id).Played[0].Tables
	for i, want := range []error{game.ErrHiddenDeal, nil} {
		for k := range 2 {
			d.resignSeat(two, tables[i].ID, k)
		}
		d.over(two, tables[i].ID, 0)
		d.later(daysFor)
		require.NoError(t, two.Tick(t.Context()))
		_, err := two.Tables.Record(t.Context(), tables[0].ID, game.Actor{})
		require.ErrorIs(t, err, want, "after table %d", i)
	}
}

// The usual stand-in replaces a level that no longer exists.
func TestLevelGone(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	w := wish
	w.Seats, w.Level = 3, "bot that was removed"
	id := d.make(s, w, "anna", "ben")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	at, err := d.st.Table(t.Context(), d.show(s, "", id).Played[0].Tables[0].ID)
	require.NoError(t, err)
	var made game.Setup
	require.NoError(t, json.Unmarshal(at.Meta, &made))
	k := slices.IndexFunc(made.Seats, func(s game.NewSeat) bool { return s.Kind == game.Bot })
	require.True(t, made.Seats[k].Level == "greedy" && made.StandIn == "greedy", "level %q, stand-in %q", made.Seats[k].Level, made.StandIn)
}

// A planned tournament begins at its time, once, whichever process looks, and not while
// there are too few; then its maker can begin it later.
func TestPlanned(t *testing.T) {
	d := newDen(t)
	one, two := d.process("one", d.st), d.process("two", d.st)
	w := wish
	w.Begins = d.clock().Add(time.Hour).UnixMilli()
	full, few, early, off := d.make(one, w, "anna", "ben"), d.make(one, w, "anna"), d.make(one, w, "anna", "ben"), d.make(one, w, "anna", "ben")
	require.NoError(t, one.Start(t.Context(), "anna", early))
	require.NoError(t, one.Cancel(t.Context(), "anna", off))
	began := d.show(one, "", early).Started
	d.later(59 * time.Minute)
	require.NoError(t, two.Tick(t.Context()))
	require.True(t, d.show(one, "", full).Open(), "it begins before its time")
	d.later(time.Minute)
	require.NoError(t, two.Tick(t.Context()))
	require.NoError(t, one.Tick(t.Context()))
	if got := d.show(one, "", full); got.Started != d.clock() || len(got.Played) != 1 || !got.Played[0].Made {
		t.Errorf("at its time: %+v", got)
	}
	if got := d.show(one, "", early); got.Started != began || len(got.Played) != 1 {
		t.Errorf("one that was begun before: %+v", got)
	}
	if got := d.show(one, "", off); !got.Started.IsZero() {
		t.Errorf("one that was cancelled: %+v", got)
	}
	require.True(t, d.show(one, "", few).Open(), "it begins with one player")
	require.NoError(t, one.Join(t.Context(), "cleo", few, "cleo"))
	require.NoError(t, one.Start(t.Context(), "anna", few))
}

// A tournament is deleted so long after it last changed, not after it was made.
func TestExpires(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	changed, not := d.make(s, wish, "anna", "ben"), d.make(s, wish, "cleo", "dora")
	const age = 12 * time.Hour
	there := func(what, id string, want error) {
		t.Helper()
		_, err := d.st.Expire(t.Context(), d.clock().Add(-age).UnixMilli(), 10)
		require.NoError(t, err)
		_, err = s.Tournament(t.Context(), "", id)
		require.ErrorIs(t, err, want, what)
	}
	d.later(age)
	there("a new one", not, nil)
	require.NoError(t, s.Cancel(t.Context(), "anna", changed))
	d.tick(s)
	there("an old one", not, ErrNone)
	d.later(age - time.Second)
	there("one that changed", changed, nil)
	d.later(time.Minute)
	there("one that has not changed for long", changed, ErrNone)
}

// Everyone plays the deal of a round against computer players, in the next round from the
// next place. The computer players answer the same moves alike: those who leave their
// games at once, at tables hosted by different processes, get the same game.
func TestSolo(t *testing.T) {
	d := newDen(t)
	one, two := d.process("one", d.st), d.process("two", d.st)
	w := wish
	w.Seats, w.Rounds, w.Solo, w.Level = 3, 2, true, "hafenmeister"
	id := d.make(one, w, "anna", "ben", "cleo")
	require.NoError(t, one.Start(t.Context(), "anna", id))
	for round := range 2 {
		tables := d.show(one, "", id).Played[round].Tables
		require.Must(t, len(tables) == 3, "round %d: %d tables for three players", round, len(tables))
		hosts := []*Service{one, two, one}
		for i, at := range tables {
			require.Must(t, at.Players[round] != tournament.Computer, "round %d, table %d: nobody at place %d: %v", round, i, round, at.Players)
			d.resignSeat(hosts[i], at.ID, round)
			d.over(hosts[i], at.ID, round)
		}
		d.check(one, id, 3)
		d.tick(one)
		var games []string
		for _, at := range tables {
			r, err := one.Tables.Record(t.Context(), at.ID, game.Actor{})
			require.NoError(t, err)
			games = append(games, fmt.Sprint(r.Actions, r.Chance))
		}
		require.True(t, games[0] == games[1] && games[0] == games[2], "round %d: the same moves got other answers", round)
	}
	got := d.show(one, "", id)
	for _, s := range got.Standings {
		if s.Rank != 1 || s.Points != 0 || s.Games != 2 {
			t.Errorf("all are equal: %+v", s) // nothing for who decided nothing
		}
	}
	require.True(t, got.SameDeal && !got.Ended.IsZero(), "%+v", got)
}

// A server that runs beside a newer one decides nothing by what it cannot read, and leaves
// what it does not know as it is, at every depth.
func TestBesideANewerServer(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	id := d.make(s, wish, "anna", "ben", "cleo", "dora")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	for k, of := range d.show(s, "", id).Played[0].Tables {
		log, err := d.st.Log(t.Context(), of.ID, 1)
		require.NoError(t, err)
		n := int64(len(log))
		e := store.Entry{N: n + 1, Time: d.clock().UnixMilli(), Kind: "newer", Body: []byte("{}"), Due: d.clock().Add(time.Hour).UnixMilli(), Stage: store.Running}
		if k == 1 {
			e.Kind, e.Body = "act", []byte(`{"do":{"newer":1}}`)
		}
		_, err = d.st.Append(t.Context(), of.ID, n, "", []store.Entry{e})
		require.NoError(t, err)
	}
	older := d.process("two", d.st) // without what one has in memory
	d.tick(older)
	d.tick(older)
	for _, of := range d.show(older, "", id).Played[0].Tables {
		if of.Results != nil {
			t.Errorf("a game that cannot be read has ended with %+v", of.Results)
		}
	}
	tour, err := d.st.Tournament(t.Context(), id)
	require.NoError(t, err)
	tour.Body = []byte(strings.NewReplacer(`{"name"`, `{"teams":[9007199254740993],"name"`, `{"id"`, `{"newer":{"x":1},"id"`).Replace(string(tour.Body)))
	require.NoError(t, d.st.SetTournament(t.Context(), tour))
	require.NoError(t, older.Cancel(t.Context(), "anna", id))
	now, err := d.st.Tournament(t.Context(), id)
	require.NoError(t, err)
	for what, want := range map[string]int{`"teams":[9007199254740993]`: 1, `"newer":{"x":1}`: 2, `"off":true`: 1} {
		require.Equal(t, strings.Count(string(now.Body), what), want, "%s in %s", what, now.Body)
	}
}

// Somebody who is forgotten, or leaves, while the tables of a round are made keeps no name
// there, and nobody waits for them.
func TestGoneWhileMaking(t *testing.T) {
	for what, forgotten := range map[string]bool{"forgotten": true, "left": false} {
		d := newDen(t)
		two, through := d.process("two", d.st), &meanwhile{Store: d.st}
		id := d.make(two, wish, "anna", "ben")
		through.do = func() {
			if forgotten {
				require.NoError(t, d.st.DropPlaces(t.Context(), store.HashOf("ben")))
			} else {
				require.NoError(t, two.Leave(t.Context(), "ben", id))
			}
		}
		require.NoError(t, d.process("one", through).Start(t.Context(), "anna", id))
		tour := d.show(two, "", id)
		snap, err := two.Tables.Position(t.Context(), tour.Played[0].Tables[0].ID, game.Actor{})
		require.NoError(t, err)
		for k, p := range tour.Played[0].Tables[0].Players {
			seat := snap.Seats[k]
			if gone := tour.Players[p].Gone; gone != (seat.Level != "") || (seat.Name == game.Nameless) != (gone && forgotten) {
				t.Errorf("%s: gone %v, but the seat is %+v", what, gone, seat)
			}
		}
	}
}

// Two at one table who wait for each other hold the others of a round up once each.
func TestWaitingEnds(t *testing.T) {
	d := newDen(t)
	s := d.process("one", d.st)
	id := d.make(s, wish, "anna", "ben")
	require.NoError(t, s.Start(t.Context(), "anna", id))
	at := d.show(s, "", id).Played[0].Tables[0].ID
	for n := range 2 {
		snap, err := s.Tables.Position(t.Context(), at, game.Actor{})
		require.NoError(t, err)
		k := snap.ToAct
		require.Equal(t, snap.MayWait([]int{1 - k}, k), n == 0, "time %d: waiting is offered", n)
		_, err = s.Tables.Do(t.Context(), at, d.actor(1-k), snap.N, "", game.Wait(k))
		require.Equal(t, errors.Is(err, game.ErrWaited), n > 0, "time %d: %v", n, err)
	}
}
