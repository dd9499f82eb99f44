package table

import (
	"errors"
	"slices"
	"testing"
	"time"

	"ruhr/internal/store"
)

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
		"wait for oneself":            {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(acts), s.N, "", Wait(acts)) }, ErrNotYours},
		"wait as a spectator":         {func() (*Snapshot, error) { return d.Do(ctx, s.ID, Actor{}, s.N, "", Wait(acts)) }, ErrNotYours},
		"wait as the owner only":      {func() (*Snapshot, error) { return d.Do(ctx, s.ID, Actor{Owner: true}, s.N, "", Wait(acts)) }, ErrNotYours},
		"wait for who is not asked":   {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Wait(b)) }, ErrNothingToWait},
		"wait for a computer player":  {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Wait(3)) }, ErrNothingToWait},
		"wait for no seat":            {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Wait(9)) }, ErrNotYours},
		"wait below the seats":        {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Wait(-1)) }, ErrNotYours},
		"wait without clocks":         {func() (*Snapshot, error) { return d.Do(ctx, untimed.ID, seat(0), untimed.N, "", Wait(1)) }, ErrNoClock},
		"resign for another":          {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Resign(b)) }, ErrNotYours},
		"resign as a spectator":       {func() (*Snapshot, error) { return d.Do(ctx, s.ID, Actor{}, s.N, "", Resign(b)) }, ErrNotYours},
		"resign as the owner only":    {func() (*Snapshot, error) { return d.Do(ctx, s.ID, Actor{Owner: true}, s.N, "", Resign(b)) }, ErrNotYours},
		"resign without clocks":       {func() (*Snapshot, error) { return d.Do(ctx, untimed.ID, seat(0), untimed.N, "", Resign(0)) }, ErrNoClock},
		"resign a computer player":    {func() (*Snapshot, error) { return d.Do(ctx, s.ID, everybody, s.N, "", Resign(3)) }, ErrPlayedByBot},
		"vacation of another":         {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Away(b, day)) }, ErrNotYours},
		"vacation at a live table":    {func() (*Snapshot, error) { return d.Do(ctx, live.ID, seat(0), live.N, "", Away(0, day)) }, ErrNoVacation},
		"vacation without clocks":     {func() (*Snapshot, error) { return d.Do(ctx, untimed.ID, seat(0), untimed.N, "", Away(0, day)) }, ErrNoVacation},
		"a vacation of many weeks":    {func() (*Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", Away(a, day.Add(MaxVacation))) }, ErrLongVacation},
		"vacation of computer player": {func() (*Snapshot, error) { return d.Do(ctx, s.ID, everybody, s.N, "", Away(3, day)) }, ErrNotYours},
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
	s = d.ok(d.Do(ctx, s.ID, seat(a), s.N, "", Wait(slow)))
	if c := s.Clocks[slow]; !slices.Equal(c.Votes, []int{a}) || c.Left != time.Minute {
		t.Fatalf("after one vote: %s", text(t, c))
	}
	d.want(ErrNotYours)(d.Do(ctx, s.ID, seat(a), s.N, "", Wait(slow))) // has said so already
	s = d.ok(d.Do(ctx, s.ID, seat(b), s.N, "", Wait(slow)))
	d.wantLeft(s, slow, 10*time.Minute)
	if s.Clocks[slow].Votes != nil {
		t.Error("the votes are still there")
	}
	// A vote is gone with the turn it was for.
	s = d.ok(d.Do(ctx, s.ID, seat(a), s.N, "", Wait(slow)))
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
			s = d.ok(d.Do(ctx, s.ID, seat(k), s.N, "", Wait(out)))
		}
	}
	if s.Seats[out].Level != "" || s.Clocks[out].Left != 10*time.Minute {
		t.Errorf("after all votes: %s, %s", text(t, s.Seats[out]), text(t, s.Clocks[out]))
	}
	s = d.ok(d.Do(ctx, s.ID, seat(out), s.N, "", Resign(out)))
	if s = d.settled(s.ID); s.Seats[out].Level != "random" {
		t.Errorf("after resigning: %s", text(t, s.Seats[out]))
	}
	d.ok(d.Do(ctx, s.ID, seat(out), s.N, "", TakeBack(out)))
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
	s = d.ok(d.Do(ctx, c.ID, seat(acts), s.N, "", Away(acts, until)))
	if !s.Clocks[acts].Away.Equal(until) {
		t.Errorf("away until %v", s.Clocks[acts].Away)
	}
	l.pass(47 * time.Hour)
	d.tick()
	if s = d.at(c.ID); s.Seats[acts].Level != "" || s.Clocks[acts].Left != 4*time.Hour {
		t.Errorf("on vacation: %s", text(t, s.Clocks[acts]))
	}
	s = d.ok(d.Do(ctx, c.ID, seat(acts), s.N, "", Away(acts, l.time()))) // back again
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
		next, err := d.Do(t.Context(), s.ID, seat(0), s.N, "", Away(0, until))
		if err != nil {
			if !errors.Is(err, ErrLongVacation) {
				t.Fatal(err)
			}
			break
		}
		s = next
		l.pass(10 * 24 * time.Hour) // and back before its end
		s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", Away(0, l.time())))
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
