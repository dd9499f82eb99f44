package table

import (
	"bytes"
	"slices"
	"sync"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/require"
)

// later is the time of a den, which stands still until it is moved on.
type later struct {
	mu  sync.Mutex
	now time.Time
}

func (l *later) time() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

func (l *later) pass(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = l.now.Add(d)
}

// timedDen is a den whose time can be moved on.
func timedDen(t *testing.T, seed uint64) (*den, *later) {
	d := newDen(t, seed)
	l := &later{now: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)}
	d.opts.Clock = l.time
	d.Service = d.fresh()
	t.Cleanup(func() { d.close(d.Service) })
	return d, l
}

// blitz is a pace in round figures.
var blitz = game.Pace{Bank: 600, Increment: 30, Cap: 650}

func (d *den) timed(p game.Pace, seats ...game.NewSeat) *game.Snapshot {
	d.Helper()
	c, err := d.Create(d.Context(), game.NewTable{Seats: seats, Pace: p})
	require.NoError(d, err)
	return d.at(c.ID)
}

func (d *den) tick() {
	d.Helper()
	require.NoError(d, d.Tick(d.Context()))
}

// turns lets the seat to act play its turn to the end, with the last word.
func (d *den) turns(s *game.Snapshot) *game.Snapshot {
	d.Helper()
	for seat := s.ToAct; s.ToAct == seat && !s.Over; {
		if s.You.Confirm {
			return d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Confirm()))
		}
		s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	}
	return s
}

func (d *den) wantLeft(s *game.Snapshot, seat int, want time.Duration) {
	d.Helper()
	require.Equal(d, s.Clocks[seat].Left, want, "the time left to seat %d", seat)
}

// The clock of the seat the table waits for runs, and no other; a turn that is
// done brings the increment, once and up to the cap.
func TestClocks(t *testing.T) {
	d, l := timedDen(t, 41)
	s := d.timed(blitz, persons[:3]...)
	first := s.ToAct
	d.wantLeft(s, first, 10*time.Minute)
	l.pass(time.Minute)
	s = d.at(s.ID)
	d.wantLeft(s, first, 9*time.Minute)
	if want := l.time().Add(9 * time.Minute); !s.Clocks[first].Until.Equal(want) {
		t.Errorf("it runs out at %v, want %v", s.Clocks[first].Until, want)
	}
	// Thinking again within a turn brings nothing.
	for range 3 {
		s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
		s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Undo(s.You.UndoTo[0])))
	}
	d.wantLeft(s, first, 9*time.Minute)
	s = d.turns(s)
	d.wantLeft(s, first, 9*time.Minute+30*time.Second)
	second := s.ToAct
	require.Must(t, second != first, "the same seat is to act")
	s = d.turns(s)
	d.wantLeft(s, second, 10*time.Minute+30*time.Second)
	for k, c := range s.Clocks {
		require.True(t, (k == s.ToAct) != c.Until.IsZero(), "seat %d runs out at %v while seat %d is to act", k, c.Until, s.ToAct)
	}
	for s.Clocks[second].Left < 650*time.Second && !s.Over {
		s = d.turns(s)
	}
	for range 8 {
		s = d.turns(s)
	}
	for k, c := range s.Clocks {
		require.True(t, c.Left <= 650*time.Second, "seat %d has %v, more than the cap", k, c.Left)
	}
	// The times follow from the log alone.
	again, err := d.fresh().Position(t.Context(), s.ID, everybody)
	if err != nil || !slices.EqualFunc(again.Clocks, s.Clocks, func(a, b game.Clock) bool { return text(t, a) == text(t, b) }) {
		t.Errorf("opened again: %s, want %s", text(t, again.Clocks), text(t, s.Clocks))
	}
}

// Who hands over with the last choice, without being asked, has had a turn, too:
// it brings the increment, also where that choice reveals something.
func TestFinalTurnsBringTheIncrement(t *testing.T) {
	d, _ := timedDen(t, 49)
	s := d.timed(game.Pace{Bank: 600, Increment: 1, Cap: 9000}, persons[:2]...)
	final := everybody
	final.Final = true
	for !s.Over && s.State.Round() < 4 {
		mover, round := s.ToAct, s.State.Round()
		left := s.Clocks[mover].Left
		for s.ToAct == mover && s.State.Round() == round {
			s = d.ok(d.Do(t.Context(), s.ID, final, s.N, "", game.Act(legal(s)[0])))
		}
		if got := s.Clocks[mover].Left; got < left+time.Second {
			t.Fatalf("round %d, seat %d: %v left after %v, expected a second more at least", round, mover, got, left)
		}
	}
}

// Who only renames a seat that runs out of time has had no turn.
func TestNoIncrementWithoutAChoice(t *testing.T) {
	d, l := timedDen(t, 49)
	s := d.timed(blitz, persons[:2]...)
	slow := s.ToAct
	s = d.ok(d.Do(t.Context(), s.ID, seat(slow), s.N, "", game.Rename(slow, "Anne")))
	l.pass(time.Hour)
	d.tick()
	s = d.settled(s.ID)
	d.wantLeft(s, slow, 0)
}

// Who runs out of time is replaced at once, once, also where the program was
// killed meanwhile; the seat can be taken back.
func TestTimeout(t *testing.T) {
	d, l := timedDen(t, 42)
	s := d.timed(blitz, persons[:3]...)
	slow := s.ToAct
	l.pass(10*time.Minute - time.Millisecond)
	d.tick()
	if s = d.at(s.ID); s.Seats[slow].Level != "" {
		t.Fatal("replaced before the time")
	}
	l.pass(time.Minute) // the program does not run
	var services []*Service
	var wg sync.WaitGroup
	for range 3 {
		v := d.fresh()
		services = append(services, v)
		wg.Go(func() {
			if err := v.Tick(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, v := range services {
		d.close(v)
	}
	timeouts := 0
	for _, e := range d.log(s.ID) {
		if e.Kind == game.EventTimeout {
			timeouts++
		}
	}
	require.Must(t, timeouts == 1, "%d timeouts in the log, want 1", timeouts)
	s = d.settled(s.ID)
	if s.Seats[slow].Level != "random" || s.Seats[slow].Kind != game.Person || s.Clocks[slow].RanOut != 1 || s.ToAct == slow {
		t.Errorf("after the timeout: %s, %s", text(t, s.Seats[slow]), text(t, s.Clocks[slow]))
	}
	s = d.ok(d.Do(t.Context(), s.ID, seat(slow), s.N, "", game.TakeBack(slow)))
	d.wantLeft(s, slow, 30*time.Second)
	require.True(t, s.Seats[slow].Level == "", "the seat is not the person's again")
}

// No command fills a clock that has not run out, and one that has is filled once a turn:
// neither who hands a seat over and takes it back, nor who frees their own and joins again,
// plays without end.
func TestNothingRefillsAClock(t *testing.T) {
	d, l := timedDen(t, 42)
	d.opts.Bots = func(string) (bot.Bot, error) { return endlessBot{}, nil }
	d.close(d.Service)
	d.Service = d.fresh()
	for name, hand := range map[string]func(seat int) game.Command{
		"resign": game.Resign,
		"give":   func(seat int) game.Command { return game.GiveToBot(seat, "random") },
	} {
		s := d.timed(blitz, persons[:3]...)
		slow := s.ToAct
		l.pass(10*time.Minute - time.Second)
		s = d.ok(d.Do(t.Context(), s.ID, seat(slow), s.N, "", hand(slow)))
		s = d.ok(d.Do(t.Context(), s.ID, seat(slow), s.N, "", game.TakeBack(slow)))
		if got := s.Clocks[slow].Left; got != time.Second {
			t.Errorf("%s: %v left, want a second", name, got)
		}
		stored, err := d.opts.Store.Table(t.Context(), s.ID)
		require.NoError(t, err)
		older, err := d.begun(t.Context(), stored)
		require.NoError(t, err)
		log := d.log(s.ID)
		for i := range log {
			log[i].Body = bytes.ReplaceAll(log[i].Body, []byte(`"once":true`), []byte(`"auto":false`))
		}
		older.AddLog(folded(log))
		if got := older.Snapshot(func(int) bool { return false }, analysis.Analysis{}, l.time()).Clocks[slow].Left; got != 30*time.Second {
			t.Errorf("%s, by an older program: %v left, want half a minute", name, got)
		}
		s = d.ok(d.Do(t.Context(), s.ID, seat(slow), s.N, "", hand(slow)))
		d.want(game.ErrTakenBack)(d.Do(t.Context(), s.ID, seat(slow), s.N, "", game.TakeBack(slow)))
	}
	s := d.timed(blitz, persons[:3]...)
	owner := game.Actor{Seats: []int{0}, Owner: true}
	require.True(t, !s.MayRemove(owner, 0) && s.MayRemove(owner, 1), "who owns a table with clocks may free their own seat, or no other")
	d.want(game.ErrOwnSeat)(d.Do(t.Context(), s.ID, owner, s.N, "", game.Remove(0)))
}

// Who goes back past turns and plays them again gets no increment for them again; logs
// from before, whose entries do not say so, count as they did.
func TestNoIncrementTwice(t *testing.T) {
	d, _ := timedDen(t, 50)
	id := NewSecret()
	table := game.NewTable{ID: id, Tournament: NewSecret(), Pace: game.Pace{Bank: 600, Increment: 1, Cap: 9000}, Seats: []game.NewSeat{persons[0], {Kind: game.Bot, Level: "random"}}}
	setup, err := table.Setup("random", d.checkLevel, true)
	require.NoError(t, err)
	setup.Strict = false // as it was made before
	require.NoError(t, d.start(t.Context(), id, setup, d.opts.Board, game.Part{}, game.DealFirst(func() game.Dealer { return game.DealDrawn(d.opts.Random) })))
	turns := func() *game.Snapshot { // up to the next one of the person
		s := d.settled(id)
		for range 2 {
			s = d.settled(d.turns(s).ID)
		}
		return s
	}
	s := turns()
	back := func() []int {
		return slices.DeleteFunc(slices.Clone(s.For(seat(0)).You.UndoTo), func(to int) bool { return len(s.Steps)-to < 3 })
	}
	for len(back()) == 0 {
		s = turns()
	}
	to, most := back()[0], s.Clocks[0].Left
	for range 5 {
		for s = d.ok(d.Do(t.Context(), id, seat(0), s.N, "", game.Undo(to))); len(s.Steps) < to+3; {
			s = d.settled(d.turns(s).ID)
		}
	}
	if got := s.Clocks[0].Left; got > most+time.Second { // another turn may have begun
		t.Errorf("%v left after the same turns, %v the first time", got, most)
	}
	if s = turns(); s.Clocks[0].Left <= most {
		t.Error("new turns bring no increment")
	}
}

// Nobody's clock runs before everybody sits, and none against computer players
// alone.
func TestClocksRest(t *testing.T) {
	d, l := timedDen(t, 43)
	for name, c := range map[string]struct {
		seats []game.NewSeat
		runs  bool
	}{
		"two persons":                  {persons[:2], true},
		"an open seat":                 {[]game.NewSeat{persons[0], {Kind: game.Open}}, false},
		"an open seat kept warm":       {[]game.NewSeat{persons[0], persons[1], {Kind: game.Open, Level: "random"}}, true},
		"a person and computer player": {[]game.NewSeat{persons[0], {Kind: game.Bot, Level: "random"}}, false},
	} {
		s := d.timed(blitz, c.seats...)
		s = d.settled(s.ID)
		seat := s.ToAct
		before := s.Clocks[seat].Left
		l.pass(time.Minute)
		s = d.at(s.ID)
		if ran := s.Clocks[seat].Left != before; ran != c.runs || s.Clocks[seat].Until.IsZero() == c.runs {
			t.Errorf("%s: the clock runs: %v, want %v", name, ran, c.runs)
		}
	}
	require.True(t, d.create(persons[:2]...).Clocks == nil, "a table without pace has clocks")
}

// At a table with clocks computer players play on though nobody looks, also
// after the program was killed.
func TestNobodyLooksOn(t *testing.T) {
	d, l := timedDen(t, 44)
	c, err := d.Create(t.Context(), game.NewTable{Pace: blitz, Seats: []game.NewSeat{persons[0], persons[1], {Kind: game.Bot, Level: "random"}}})
	require.NoError(t, err)
	s := d.settled(c.ID)
	// Killed while a computer player thinks.
	d.close(d.Service)
	d.opts.Bots = func(string) (bot.Bot, error) { return endlessBot{}, nil }
	d.Service = d.fresh()
	for s.Seats[s.ToAct].Kind == game.Person {
		s = d.turns(s)
	}
	d.close(d.Service)
	l.pass(2 * time.Minute) // longer than a look lasts
	d.opts.Bots = testBots
	d.Service = d.fresh()
	before := len(d.log(c.ID))
	news := d.opts.Live.Subscribe(c.ID)
	defer news.Close()
	d.tick()
	for len(d.log(c.ID)) == before {
		<-news.C()
	}
}

// Every turn brings the increment, also the second of two that a seat has in a
// row: the last in one phase and the first in the next.
func TestEveryTurnBringsTheIncrement(t *testing.T) {
	inRow := [2]int{}
	for seed := uint64(0); seed < 3 || inRow[0] == 0 || inRow[1] == 0; seed++ {
		require.Must(t, seed != 12, "in %d games the seats had %v turns in a row, expected some of each", seed, inRow)
		d, _ := timedDen(t, 80+seed)
		s := d.timed(game.Pace{Bank: 600, Increment: 1, Cap: 9000}, persons[:2]...)
		for turns, last := 0, -1; !s.Over && s.State.Round() < 4; turns++ {
			mover := s.ToAct
			left := s.Clocks[mover].Left
			ended := s.Turn
			s = d.turns(s)
			if got := s.Clocks[mover].Left; got != left+time.Second {
				t.Fatalf("seed %d, turn %d of seat %d (%+v): %v left after %v, expected a second more", seed, turns, mover, ended, got, left)
			}
			if mover == last {
				inRow[mover]++
			}
			last = mover
		}
	}
}

// A table with clocks where nobody does anything ends automatically, and takes no
// commands afterwards.
func TestEndsByItself(t *testing.T) {
	d, l := timedDen(t, 46)
	s := d.timed(blitz, persons[:2]...)
	if want := s.Created.Add(liveEnds); !s.Ends.Equal(want) {
		t.Errorf("it ends at %v, want %v", s.Ends, want)
	}
	l.pass(time.Hour)
	d.tick() // the seat to act runs out of time
	s = d.settled(s.ID)
	s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Rename(0, "Anne")))
	if want := l.time().Add(liveEnds); !s.Ends.Equal(want) {
		t.Errorf("after an action it ends at %v, want %v", s.Ends, want)
	}
	l.pass(liveEnds - time.Second)
	d.tick()
	if s = d.settled(s.ID); s.Frozen != nil {
		t.Fatal("ended before the time")
	}
	l.pass(time.Minute)
	d.tick()
	s = d.at(s.ID)
	if s.Frozen == nil || s.Frozen.Key != game.FrozenEnded || s.ToAct != -1 || s.Clocks != nil {
		t.Fatalf("after the time: %s", text(t, s.Frozen))
	}
	d.want(game.ErrFrozen)(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Rename(0, "Anna")))
	d.want(game.ErrFrozen)(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Resign(0)))
	require.NoError(t, d.Forget(t.Context(), s.ID, 0, "random", nameless))
	again, err := d.fresh().Position(t.Context(), s.ID, everybody)
	if err != nil || again.Seats[0].Name != game.Nameless || d.at(s.ID).Seats[0].Name != game.Nameless {
		t.Errorf("a person is not forgotten at a table that has ended: %v", err)
	}
}
