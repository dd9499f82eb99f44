package table

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"ruhr/internal/store"
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
var blitz = Pace{Bank: 600, Increment: 30, Cap: 650}

func (d *den) timed(p Pace, seats ...NewSeat) *Snapshot {
	d.Helper()
	c, err := d.Create(d.Context(), NewTable{Seats: seats, Pace: p})
	if err != nil {
		d.Fatal(err)
	}
	return d.at(c.ID)
}

func (d *den) tick() {
	d.Helper()
	if err := d.Tick(d.Context()); err != nil {
		d.Fatal(err)
	}
}

// turns lets the seat to act play its turn to the end, with the last word.
func (d *den) turns(s *Snapshot) *Snapshot {
	d.Helper()
	for seat := s.ToAct; s.ToAct == seat && !s.Over; {
		if s.You.Confirm {
			return d.ok(d.Confirm(d.Context(), s.ID, everybody, s.N, ""))
		}
		s = d.ok(d.Act(d.Context(), s.ID, everybody, s.N, "", legal(s)[0]))
	}
	return s
}

func (d *den) wantLeft(s *Snapshot, seat int, want time.Duration) {
	d.Helper()
	if got := s.Clocks[seat].Left; got != want {
		d.Errorf("seat %d has %v left, want %v", seat, got, want)
	}
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
		s = d.ok(d.Act(d.Context(), s.ID, everybody, s.N, "", legal(s)[0]))
		s = d.ok(d.Undo(d.Context(), s.ID, everybody, s.N, "", s.You.UndoTo[0]))
	}
	d.wantLeft(s, first, 9*time.Minute)
	s = d.turns(s)
	d.wantLeft(s, first, 9*time.Minute+30*time.Second)
	second := s.ToAct
	if second == first {
		t.Fatal("the same seat is to act")
	}
	s = d.turns(s)
	d.wantLeft(s, second, 10*time.Minute+30*time.Second)
	for k, c := range s.Clocks {
		if (k == s.ToAct) == c.Until.IsZero() {
			t.Errorf("seat %d runs out at %v while seat %d is to act", k, c.Until, s.ToAct)
		}
	}
	for s.Clocks[second].Left < 650*time.Second && !s.Over {
		s = d.turns(s)
	}
	for range 8 {
		s = d.turns(s)
	}
	for k, c := range s.Clocks {
		if c.Left > 650*time.Second {
			t.Errorf("seat %d has %v, more than the cap", k, c.Left)
		}
	}
	// The times follow from the log alone.
	again, err := d.fresh().Position(t.Context(), s.ID, everybody)
	if err != nil || !slices.EqualFunc(again.Clocks, s.Clocks, func(a, b Clock) bool { return text(t, a) == text(t, b) }) {
		t.Errorf("opened again: %s, want %s", text(t, again.Clocks), text(t, s.Clocks))
	}
}

// Who hands over with the last choice, without being asked, has had a turn, too:
// it brings the increment.
func TestFinalTurnsBringTheIncrement(t *testing.T) {
	d, _ := timedDen(t, 49)
	s := d.timed(blitz, persons[:2]...)
	first, final := s.ToAct, everybody
	final.Final = true
	for s.ToAct == first {
		s = d.ok(d.Act(t.Context(), s.ID, final, s.N, "", legal(s)[0]))
	}
	d.wantLeft(s, first, 10*time.Minute+30*time.Second)
}

// Who only renames a seat that runs out of time has had no turn.
func TestNoIncrementWithoutAChoice(t *testing.T) {
	d, l := timedDen(t, 49)
	s := d.timed(blitz, persons[:2]...)
	slow := s.ToAct
	s = d.ok(d.Rename(t.Context(), s.ID, seat(slow), s.N, "", slow, "Anne"))
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
		if e.Kind == EventTimeout {
			timeouts++
		}
	}
	if timeouts != 1 {
		t.Fatalf("%d timeouts in the log, want 1", timeouts)
	}
	s = d.settled(s.ID)
	if s.Seats[slow].Level != "random" || s.Seats[slow].Kind != Person || s.Clocks[slow].RanOut != 1 || s.ToAct == slow {
		t.Errorf("after the timeout: %s, %s", text(t, s.Seats[slow]), text(t, s.Clocks[slow]))
	}
	s = d.ok(d.TakeBack(t.Context(), s.ID, seat(slow), s.N, "", slow))
	d.wantLeft(s, slow, 30*time.Second)
	if s.Seats[slow].Level != "" {
		t.Error("the seat is not the person's again")
	}
}

// Nobody's clock runs before everybody sits, and none against computer players
// alone.
func TestClocksRest(t *testing.T) {
	d, l := timedDen(t, 43)
	for name, c := range map[string]struct {
		seats []NewSeat
		runs  bool
	}{
		"two persons":                  {persons[:2], true},
		"an open seat":                 {[]NewSeat{persons[0], {Kind: Open}}, false},
		"an open seat kept warm":       {[]NewSeat{persons[0], persons[1], {Kind: Open, Level: "random"}}, true},
		"a person and computer player": {[]NewSeat{persons[0], {Kind: Bot, Level: "random"}}, false},
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
	if s := d.create(persons[:2]...); s.Clocks != nil {
		t.Error("a table without pace has clocks")
	}
}

// At a table with clocks computer players play on though nobody looks, also
// after the program was killed.
func TestNobodyLooksOn(t *testing.T) {
	d, l := timedDen(t, 44)
	// Killed right after a person's turn: the computer player had no time to think.
	d.opts.Bots = testBots
	c, err := d.Create(t.Context(), NewTable{Pace: blitz, Seats: []NewSeat{persons[0], persons[1], {Kind: Bot, Level: "random"}}})
	if err != nil {
		t.Fatal(err)
	}
	s := d.settled(c.ID)
	for s.ToAct != 2 {
		d.close(d.Service) // takes no commands, and no computer player thinks
		d.Service = d.fresh()
		next := d.turns(s)
		if next.Seats[next.ToAct].Level != "" {
			d.close(d.Service)
			break
		}
		s = next
	}
	l.pass(2 * time.Minute) // longer than a look lasts
	d.Service = d.fresh()
	before := len(d.log(c.ID))
	news := d.opts.Live.Subscribe(c.ID)
	defer news.Close()
	d.tick()
	for len(d.log(c.ID)) == before {
		<-news.C()
	}
}

// Computer players take the seats that are still open after the time that was
// agreed, without clocks too, and leave them to whoever joins.
func TestFill(t *testing.T) {
	d, l := timedDen(t, 45)
	c, err := d.Create(t.Context(), NewTable{Fill: 300, Seats: []NewSeat{persons[0], {Kind: Open}, {Kind: Open}}})
	if err != nil {
		t.Fatal(err)
	}
	s := d.at(c.ID)
	if want := s.Created.Add(5 * time.Minute); !s.Fills.Equal(want) {
		t.Errorf("filled at %v, want %v", s.Fills, want)
	}
	d.ok(d.Join(t.Context(), c.ID, seat(2), s.N, "", 2, "Cleo"))
	l.pass(4 * time.Minute)
	d.tick()
	if s = d.at(c.ID); s.Seats[1].Level != "" {
		t.Fatal("filled before the time")
	}
	l.pass(time.Minute)
	d.tick()
	s = d.settled(c.ID)
	if s.Seats[1].Level != "random" || s.Seats[1].Kind != Open || s.Seats[2].Level != "" || !s.Fills.IsZero() {
		t.Fatalf("after the time: %s", text(t, s.Seats))
	}
	s = d.ok(d.Join(t.Context(), c.ID, seat(1), s.N, "", 1, "Ben"))
	if s.Seats[1].Level != "" || s.Seats[1].Kind != Person {
		t.Errorf("after joining: %s", text(t, s.Seats[1]))
	}
}

// Open seats wait for ever where no time is set.
func TestNoFill(t *testing.T) {
	d, l := timedDen(t, 45)
	s := d.create(persons[0], NewSeat{Kind: Open})
	l.pass(1000 * time.Hour)
	d.tick()
	if s = d.at(s.ID); !s.Fills.IsZero() || s.Seats[1].Level != "" {
		t.Errorf("filled at %v by %q, expected never", s.Fills, s.Seats[1].Level)
	}
}

// Every turn brings the increment, also the second of two that a seat has in a
// row: the last in one phase and the first in the next.
func TestEveryTurnBringsTheIncrement(t *testing.T) {
	for seed := range uint64(3) {
		d, _ := timedDen(t, 80+seed)
		s := d.timed(Pace{Bank: 600, Increment: 1, Cap: 9000}, persons[:2]...)
		turns, inRow, last := 0, [2]int{}, -1
		for !s.Over && s.State.Round() < 4 {
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
			turns, last = turns+1, mover
		}
		if inRow == [2]int{} {
			t.Errorf("seed %d: nobody had two turns in a row in %d", seed, turns)
		}
	}
}

// A table with clocks where nobody does anything ends by itself, and takes no
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
	s = d.ok(d.Rename(t.Context(), s.ID, seat(0), s.N, "", 0, "Anne"))
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
	if s.Frozen == nil || s.Frozen.Key != FrozenEnded || s.ToAct != -1 || s.Clocks != nil {
		t.Fatalf("after the time: %s", text(t, s.Frozen))
	}
	d.want(ErrFrozen)(d.Rename(t.Context(), s.ID, seat(0), s.N, "", 0, "Anna"))
	d.want(ErrFrozen)(d.Resign(t.Context(), s.ID, seat(0), s.N, "", 0))
	if err := d.Forget(t.Context(), s.ID, 0, "random"); err != nil {
		t.Fatal(err)
	}
	again, err := d.fresh().Position(t.Context(), s.ID, everybody)
	if err != nil || again.Seats[0].Name != Nameless || d.at(s.ID).Seats[0].Name != Nameless {
		t.Errorf("a person is not forgotten at a table that has ended: %v", err)
	}
}

// Who may wait for whom, resign and go on vacation.
func TestWhoMayWait(t *testing.T) {
	d, _ := timedDen(t, 47)
	ctx := t.Context()
	letters := Pace{Bank: 3600, Increment: 60, Cap: 7200, Days: true}
	s := d.timed(letters, persons[0], persons[1], persons[2], NewSeat{Kind: Bot, Level: "random"})
	s = d.settled(s.ID)
	acts := s.ToAct
	a, b := (acts+1)%3, (acts+2)%3
	untimed := d.create(persons[:2]...)
	live := d.timed(blitz, persons[:2]...)
	day := d.opts.Clock().Add(24 * time.Hour)
	for name, c := range map[string]struct {
		do   func() (*Snapshot, error)
		want error
	}{
		"wait for oneself":            {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, seat(acts), s.N, "", acts) }, ErrNotYours},
		"wait as a spectator":         {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, Actor{}, s.N, "", acts) }, ErrNotYours},
		"wait as the owner only":      {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, Actor{Owner: true}, s.N, "", acts) }, ErrNotYours},
		"wait for who is not asked":   {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, seat(a), s.N, "", b) }, ErrNothingToWait},
		"wait for a computer player":  {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, seat(a), s.N, "", 3) }, ErrNothingToWait},
		"wait for no seat":            {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, seat(a), s.N, "", 9) }, ErrNotYours},
		"wait below the seats":        {func() (*Snapshot, error) { return d.Wait(ctx, s.ID, seat(a), s.N, "", -1) }, ErrNotYours},
		"wait without clocks":         {func() (*Snapshot, error) { return d.Wait(ctx, untimed.ID, seat(0), untimed.N, "", 1) }, ErrNoClock},
		"resign for another":          {func() (*Snapshot, error) { return d.Resign(ctx, s.ID, seat(a), s.N, "", b) }, ErrNotYours},
		"resign as a spectator":       {func() (*Snapshot, error) { return d.Resign(ctx, s.ID, Actor{}, s.N, "", b) }, ErrNotYours},
		"resign as the owner only":    {func() (*Snapshot, error) { return d.Resign(ctx, s.ID, Actor{Owner: true}, s.N, "", b) }, ErrNotYours},
		"resign without clocks":       {func() (*Snapshot, error) { return d.Resign(ctx, untimed.ID, seat(0), untimed.N, "", 0) }, ErrNoClock},
		"resign a computer player":    {func() (*Snapshot, error) { return d.Resign(ctx, s.ID, everybody, s.N, "", 3) }, ErrPlayedByBot},
		"vacation of another":         {func() (*Snapshot, error) { return d.Away(ctx, s.ID, seat(a), s.N, "", b, day) }, ErrNotYours},
		"vacation at a live table":    {func() (*Snapshot, error) { return d.Away(ctx, live.ID, seat(0), live.N, "", 0, day) }, ErrNoVacation},
		"vacation without clocks":     {func() (*Snapshot, error) { return d.Away(ctx, untimed.ID, seat(0), untimed.N, "", 0, day) }, ErrNoVacation},
		"a vacation of many weeks":    {func() (*Snapshot, error) { return d.Away(ctx, s.ID, seat(a), s.N, "", a, day.Add(MaxVacation)) }, ErrLongVacation},
		"vacation of computer player": {func() (*Snapshot, error) { return d.Away(ctx, s.ID, everybody, s.N, "", 3, day) }, ErrNotYours},
	} {
		t.Run(name, func(t *testing.T) { d.want(c.want)(c.do()) })
	}
	for name, h := range map[string]Hours{"all day": {0, 1439, "UTC"}, "nowhere": {0, 60, "Nowhere"}} {
		if err := d.SetHours(ctx, "somebody", s.ID, h); !errors.Is(err, ErrBadHours) && !errors.Is(err, ErrBadZone) {
			t.Errorf("quiet hours %s: %v", name, err)
		}
	}
}

// All others have to want to wait; then the seat has its bank again, and is its
// person's again where it ran out.
func TestWaitTogether(t *testing.T) {
	d, l := timedDen(t, 48)
	ctx := t.Context()
	s := d.timed(blitz, persons[:3]...)
	slow := s.ToAct
	a, b := (slow+1)%3, (slow+2)%3
	l.pass(9 * time.Minute)
	s = d.ok(d.Wait(ctx, s.ID, seat(a), s.N, "", slow))
	if c := s.Clocks[slow]; !slices.Equal(c.Votes, []int{a}) || c.Left != time.Minute {
		t.Fatalf("after one vote: %s", text(t, c))
	}
	d.want(ErrNotYours)(d.Wait(ctx, s.ID, seat(a), s.N, "", slow)) // has said so already
	s = d.ok(d.Wait(ctx, s.ID, seat(b), s.N, "", slow))
	d.wantLeft(s, slow, 10*time.Minute)
	if s.Clocks[slow].Votes != nil {
		t.Error("the votes are still there")
	}
	// A vote is gone with the turn it was for.
	s = d.ok(d.Wait(ctx, s.ID, seat(a), s.N, "", slow))
	s = d.turns(s)
	if s.Clocks[slow].Votes != nil {
		t.Error("a vote outlives its turn")
	}
	// Out of time, and the others want to wait all the same.
	out := s.ToAct
	l.pass(time.Hour)
	d.tick()
	s = d.settled(s.ID)
	if s.Seats[out].Level == "" || !s.Clocks[out].MayWait {
		t.Fatalf("not out of time: %s", text(t, s.Seats[out]))
	}
	for k := range s.Seats {
		if k != out && s.Seats[k].ByHand() {
			s = d.ok(d.Wait(ctx, s.ID, seat(k), s.N, "", out))
		}
	}
	if s.Seats[out].Level != "" || s.Clocks[out].Left != 10*time.Minute {
		t.Errorf("after all votes: %s, %s", text(t, s.Seats[out]), text(t, s.Clocks[out]))
	}
	s = d.ok(d.Resign(ctx, s.ID, seat(out), s.N, "", out))
	if s = d.settled(s.ID); s.Seats[out].Level != "random" {
		t.Errorf("after resigning: %s", text(t, s.Seats[out]))
	}
	d.ok(d.TakeBack(ctx, s.ID, seat(out), s.N, "", out))
}

// Quiet hours and vacations hold up the clock of a table by correspondence.
func TestQuietAndAway(t *testing.T) {
	d, l := timedDen(t, 49) // at noon
	ctx := t.Context()
	letters := Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}
	c, err := d.CreateFor(ctx, "anna", NewTable{Pace: letters, Seats: persons[:2]})
	if err != nil {
		t.Fatal(err)
	}
	night := Hours{From: 20 * 60, To: 8 * 60, Zone: "UTC"}
	for range 2 { // the second time changes nothing
		if err := d.SetHours(ctx, "anna", "", night); err != nil {
			t.Fatal(err)
		}
	}
	set := 0
	for _, e := range d.log(c.ID) {
		if e.Kind == kindHours {
			set++
		}
	}
	if set != 2 {
		t.Errorf("%d entries about quiet hours for two seats", set)
	}
	s := d.at(c.ID)
	acts := s.ToAct
	if want := l.time().Add(24 * time.Hour); !s.Clocks[acts].Until.Equal(want) {
		t.Errorf("with quiet nights it runs out at %v, want %v", s.Clocks[acts].Until, want)
	}
	l.pass(9 * time.Hour)
	if s = d.at(c.ID); !s.Clocks[acts].Rests || s.Clocks[acts].Left != 4*time.Hour {
		t.Errorf("at nine in the evening: %s", text(t, s.Clocks[acts]))
	}
	until := l.time().Add(48 * time.Hour)
	s = d.ok(d.Away(ctx, c.ID, seat(acts), s.N, "", acts, until))
	if !s.Clocks[acts].Away.Equal(until) {
		t.Errorf("away until %v", s.Clocks[acts].Away)
	}
	l.pass(47 * time.Hour)
	d.tick()
	if s = d.at(c.ID); s.Seats[acts].Level != "" || s.Clocks[acts].Left != 4*time.Hour {
		t.Errorf("on vacation: %s", text(t, s.Clocks[acts]))
	}
	s = d.ok(d.Away(ctx, c.ID, seat(acts), s.N, "", acts, l.time())) // back again
	if !s.Clocks[acts].Away.IsZero() {
		t.Error("still away")
	}
	// At eight in the evening two days later; the clock runs from eight to noon.
	l.pass(12*time.Hour + 4*time.Hour)
	d.tick()
	if s = d.at(c.ID); s.Seats[acts].Level == "" {
		t.Errorf("not out of time: %s", text(t, s.Clocks[acts]))
	}
}

// No more vacation than there is, whatever its parts.
func TestVacationEnds(t *testing.T) {
	d, l := timedDen(t, 50)
	letters := Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}
	s := d.timed(letters, persons[:2]...)
	taken := 0
	for range 100 {
		until := l.time().Add(20 * 24 * time.Hour)
		next, err := d.Away(t.Context(), s.ID, seat(0), s.N, "", 0, until)
		if err != nil {
			if !errors.Is(err, ErrLongVacation) {
				t.Fatal(err)
			}
			break
		}
		s = next
		l.pass(10 * 24 * time.Hour) // and back before its end
		s = d.ok(d.Away(t.Context(), s.ID, seat(0), s.N, "", 0, l.time()))
		taken += 10
	}
	if taken != 30 {
		t.Errorf("%d days of vacation in parts of 20, each ended after 10; want 30 before the limit of 42", taken)
	}
}

// What nobody could play at is refused when the table is made.
func TestPaceRefused(t *testing.T) {
	d, _ := timedDen(t, 51)
	for name, n := range map[string]NewTable{
		"no time at all":      {Pace: Pace{Bank: 0, Increment: 5, Cap: 60}},
		"a second":            {Pace: Pace{Bank: 1, Cap: 60}},
		"a cap below":         {Pace: Pace{Bank: 600, Cap: 60}},
		"a negative step":     {Pace: Pace{Bank: 600, Increment: -1, Cap: 600}},
		"a month, live":       {Pace: Pace{Bank: 600, Cap: 30 * day}},
		"minutes, by letter":  {Pace: Pace{Bank: 600, Cap: 600, Days: true}},
		"a year, by letter":   {Pace: Pace{Bank: day, Cap: 365 * day, Days: true}},
		"filled before":       {Fill: -1},
		"filled in a year":    {Fill: 365 * day},
		"a stand-in unknown":  {Pace: blitz, StandIn: "nobody"},
		"too large a step":    {Pace: Pace{Bank: 600, Increment: 700, Cap: 600}},
		"days without a bank": {Pace: Pace{Days: true}},
	} {
		n.Seats = persons[:2]
		if _, err := d.Create(t.Context(), n); !errors.Is(err, ErrBadPace) && !errors.Is(err, ErrNoLevel) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, p := range Paces {
		if err := p.Pace.check(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if q, ok := PaceNamed(p.Name); !ok || q != p.Pace || p.Pace.Name() != p.Name {
			t.Errorf("%q is not found by its name", p.Name)
		}
	}
	if s := d.timed(blitz, persons[:2]...); s.ID == "" || !store.ValidID(s.ID) {
		t.Error("a good pace makes no table")
	}
}
