package table

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// Who may wait for whom, resign and go on holiday.
func TestWhoMayWait(t *testing.T) {
	d, _ := timedDen(t, 47)
	ctx := t.Context()
	letters := game.Pace{Bank: 3600, Increment: 60, Cap: 7200, Days: true}
	s := d.timed(letters, persons[0], persons[1], persons[2], game.NewSeat{Kind: game.Bot, Level: "random"})
	s = d.settled(s.ID)
	acts := s.ToAct
	a, b := (acts+1)%3, (acts+2)%3
	untimed := d.create(persons[:2]...)
	live := d.timed(blitz, persons[:2]...)
	day := d.opts.Clock().Add(24 * time.Hour)
	for name, c := range map[string]struct {
		do   func() (*game.Snapshot, error)
		want error
	}{
		"wait for oneself":    {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(acts), s.N, "", game.Wait(acts)) }, game.ErrNotYours},
		"wait as a spectator": {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, game.Actor{}, s.N, "", game.Wait(acts)) }, game.ErrNotYours},
		"wait as the owner only": {func() (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, game.Actor{Owner: true}, s.N, "", game.Wait(acts))
		}, game.ErrNotYours},
		"wait for who is not asked":  {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(b)) }, game.ErrNothingToWait},
		"wait for a computer player": {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(3)) }, game.ErrNothingToWait},
		"wait for no seat":           {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(9)) }, game.ErrNotYours},
		"wait below the seats":       {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(-1)) }, game.ErrNotYours},
		"wait without clocks":        {func() (*game.Snapshot, error) { return d.Do(ctx, untimed.ID, seat(0), untimed.N, "", game.Wait(1)) }, game.ErrNoClock},
		"resign for another":         {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", game.Resign(b)) }, game.ErrNotYours},
		"resign as a spectator":      {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, game.Actor{}, s.N, "", game.Resign(b)) }, game.ErrNotYours},
		"resign as the owner only": {func() (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, game.Actor{Owner: true}, s.N, "", game.Resign(b))
		}, game.ErrNotYours},
		"resign without clocks":    {func() (*game.Snapshot, error) { return d.Do(ctx, untimed.ID, seat(0), untimed.N, "", game.Resign(0)) }, game.ErrNoClock},
		"resign a computer player": {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, everybody, s.N, "", game.Resign(3)) }, game.ErrPlayedByBot},
		"holiday of another":       {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, seat(a), s.N, "", game.Away(b, day)) }, game.ErrNotYours},
		"holiday at a live table":  {func() (*game.Snapshot, error) { return d.Do(ctx, live.ID, seat(0), live.N, "", game.Away(0, day)) }, game.ErrNoHoliday},
		"holiday without clocks": {func() (*game.Snapshot, error) {
			return d.Do(ctx, untimed.ID, seat(0), untimed.N, "", game.Away(0, day))
		}, game.ErrNoHoliday},
		"a holiday of many weeks": {func() (*game.Snapshot, error) {
			return d.Do(ctx, s.ID, seat(a), s.N, "", game.Away(a, day.Add(game.MaxHoliday)))
		}, game.ErrLongHoliday},
		"holiday of computer player": {func() (*game.Snapshot, error) { return d.Do(ctx, s.ID, everybody, s.N, "", game.Away(3, day)) }, game.ErrNotYours},
	} {
		t.Run(name, func(t *testing.T) { d.want(c.want)(c.do()) })
	}
	for name, h := range map[string]game.Hours{"all day": {To: 1439, Zone: "UTC"}, "nowhere": {To: 60, Zone: "Nowhere"}} {
		if err := d.SetHours(ctx, "somebody", s.ID, h); !errors.Is(err, game.ErrBadHours) && !errors.Is(err, game.ErrBadZone) {
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
	s = d.ok(d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(slow)))
	if c := s.Clocks[slow]; !slices.Equal(c.Votes, []int{a}) || c.Left != time.Minute {
		t.Fatalf("after one vote: %s", text(t, c))
	}
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(slow))) // has said so already
	s = d.ok(d.Do(ctx, s.ID, seat(b), s.N, "", game.Wait(slow)))
	d.wantLeft(s, slow, 10*time.Minute)
	require.True(t, s.Clocks[slow].Votes == nil, "the votes are still there")
	// A vote is gone with the turn it was for.
	s = d.ok(d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(slow)))
	s = d.turns(s)
	require.True(t, s.Clocks[slow].Votes == nil, "a vote outlives its turn")
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
			s = d.ok(d.Do(ctx, s.ID, seat(k), s.N, "", game.Wait(out)))
		}
	}
	if s.Seats[out].Level != "" || s.Clocks[out].Left != 10*time.Minute {
		t.Errorf("after all votes: %s, %s", text(t, s.Seats[out]), text(t, s.Clocks[out]))
	}
	s = d.ok(d.Do(ctx, s.ID, seat(out), s.N, "", game.Resign(out)))
	if s = d.settled(s.ID); s.Seats[out].Level != "random" {
		t.Errorf("after resigning: %s", text(t, s.Seats[out]))
	}
	d.ok(d.Do(ctx, s.ID, seat(out), s.N, "", game.TakeBack(out)))
}

// Quiet hours and holidays hold up the clock of a table by correspondence.
func TestQuietAndAway(t *testing.T) {
	d, l := timedDen(t, 49) // at noon
	ctx := t.Context()
	letters := game.Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}
	c, err := d.CreateFor(ctx, "anna", game.NewTable{Pace: letters, Seats: persons[:2]})
	require.NoError(t, err)
	night := game.Hours{From: 20 * 60, To: 8 * 60, Zone: "UTC"}
	for range 2 { // the second time changes nothing
		require.NoError(t, d.SetHours(ctx, "anna", "", night))
	}
	set := 0
	for _, e := range d.log(c.ID) {
		if e.Kind == "hours" {
			set++
		}
	}
	require.Equal(t, set, 2, "entries about quiet hours for two seats")
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
	s = d.ok(d.Do(ctx, c.ID, seat(acts), s.N, "", game.Away(acts, until)))
	require.True(t, s.Clocks[acts].Away.Equal(until), "away until %v", s.Clocks[acts].Away)
	l.pass(47 * time.Hour)
	d.tick()
	if s = d.at(c.ID); s.Seats[acts].Level != "" || s.Clocks[acts].Left != 4*time.Hour {
		t.Errorf("on holiday: %s", text(t, s.Clocks[acts]))
	}
	s = d.ok(d.Do(ctx, c.ID, seat(acts), s.N, "", game.Away(acts, l.time()))) // back again
	require.True(t, s.Clocks[acts].Away.IsZero(), "still away")
	// At eight in the evening two days later; the clock runs from eight to noon.
	l.pass(12*time.Hour + 4*time.Hour)
	d.tick()
	if s = d.at(c.ID); s.Seats[acts].Level == "" {
		t.Errorf("not out of time: %s", text(t, s.Clocks[acts]))
	}
}

// No more holiday than there is, whatever its parts.
func TestHolidayEnds(t *testing.T) {
	d, l := timedDen(t, 50)
	letters := game.Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}
	s := d.timed(letters, persons[:2]...)
	taken := 0
	for range 100 {
		until := l.time().Add(20 * 24 * time.Hour)
		next, err := d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Away(0, until))
		if err != nil {
			if !errors.Is(err, game.ErrLongHoliday) {
				t.Fatal(err)
			}
			break
		}
		s = next
		l.pass(10 * 24 * time.Hour) // and back before its end
		s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Away(0, l.time())))
		taken += 10
	}
	require.Equal(t, taken, 30, "days of holiday in parts of 20, each ended after 10, within the limit of 42")
}

// What nobody could play at is refused when the table is made.
func TestPaceRefused(t *testing.T) {
	d, _ := timedDen(t, 51)
	for name, n := range map[string]game.NewTable{
		"no time at all":      {Pace: game.Pace{Bank: 0, Increment: 5, Cap: 60}},
		"a second":            {Pace: game.Pace{Bank: 1, Cap: 60}},
		"a cap below":         {Pace: game.Pace{Bank: 600, Cap: 60}},
		"a negative step":     {Pace: game.Pace{Bank: 600, Increment: -1, Cap: 600}},
		"a month, live":       {Pace: game.Pace{Bank: 600, Cap: 30 * day}},
		"minutes, by letter":  {Pace: game.Pace{Bank: 600, Cap: 600, Days: true}},
		"a year, by letter":   {Pace: game.Pace{Bank: day, Cap: 365 * day, Days: true}},
		"filled before":       {Fill: -1},
		"filled in a year":    {Fill: 365 * day},
		"a stand-in unknown":  {Pace: blitz, StandIn: "nobody"},
		"too large a step":    {Pace: game.Pace{Bank: 600, Increment: 700, Cap: 600}},
		"days without a bank": {Pace: game.Pace{Days: true}},
	} {
		n.Seats = persons[:2]
		if _, err := d.Create(t.Context(), n); !errors.Is(err, game.ErrBadPace) && !errors.Is(err, game.ErrNoLevel) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, p := range game.Paces {
		if q, ok := game.PaceNamed(p.Name); !ok || q != p.Pace || p.Pace.Name() != p.Name {
			t.Errorf("%q is not found by its name", p.Name)
		}
	}
	if s := d.timed(blitz, persons[:2]...); s.ID == "" || !store.ValidID(s.ID) {
		t.Error("a good pace makes no table")
	}
}

// Once all who still play by hand have voted, the seat is waited for, also where the last
// one who had not voted leaves.
func TestWaitWithoutWhoLeaves(t *testing.T) {
	d, l := timedDen(t, 52)
	ctx := t.Context()
	for name, command := range map[string]func(int) game.Command{
		"resigns": game.Resign, "is removed": game.Remove, "runs out of time": nil,
		"gives the seat away": func(k int) game.Command { return game.GiveToBot(k, "random") },
	} {
		s := d.timed(blitz, persons[:3]...)
		slow := s.ToAct
		l.pass(time.Hour)
		d.tick()
		s = d.settled(s.ID)
		b := s.ToAct
		a := 3 - slow - b
		s = d.ok(d.Do(ctx, s.ID, seat(a), s.N, "", game.Wait(slow)))
		if command == nil {
			l.pass(time.Hour)
			d.tick()
		} else {
			who := seat(b)
			if name == "is removed" {
				who = game.Actor{Seats: []int{a}, Owner: true}
			}
			d.ok(d.Do(ctx, s.ID, who, s.N, "", command(b)))
		}
		s = d.settled(s.ID)
		if c := s.Clocks[slow]; !s.Seats[slow].ByHand() || c.Left != 10*time.Minute || c.Votes != nil {
			t.Errorf("who has not voted %s: %s, %s", name, text(t, s.Seats[slow]), text(t, c))
		}
		votes := slices.DeleteFunc(slices.Clone(s.Events), func(e game.Event) bool { return e.Kind != game.EventWait })
		require.Equal(t, len(votes), 1, "votes noted, of which %s has none", name)
		log, err := d.opts.Store.Log(ctx, s.ID, 1)
		require.NoError(t, err)
		log = slices.DeleteFunc(log, func(e store.Entry) bool { return e.Kind != game.EventWait })
		for i, e := range log {
			if auto := strings.Contains(string(e.Body), `"auto":true`); auto != (i > 0) || len(log) != 2 {
				t.Errorf("who has not voted %s: vote %d of %d: %s", name, i, len(log), e.Body)
			}
		}
		again, err := d.fresh().Position(ctx, s.ID, everybody)
		require.NoError(t, err)
		d.same("opened again", s, again)
	}
}
