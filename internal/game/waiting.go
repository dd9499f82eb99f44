package game

import (
	"fmt"
	"slices"
	"time"
)

// Resign hands the actor's seat to the table's stand-in at once. The person may
// take it back.
func Resign(seat int) Command {
	return Command{name: seatCommand("resign", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if err := f.timed(); err != nil {
			return draft{}, err
		}
		if f.toAct() < 0 {
			return draft{}, ErrOver
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		return draft{kind: EventResign, seat: seat, body: body{Level: f.Setup.StandIn}}, nil
	}}
}

// Wait votes, for one of the actor's seats, to wait for another seat whose clock
// is running, has run out, or which resigned. Once all others who play by hand
// have voted, that seat returns to its person with a full bank.
func Wait(seat int) Command {
	return Command{name: seatCommand("wait", seat), draft: func(f *Game, by Call) (draft, error) {
		if seat < 0 || seat >= len(f.Seats) {
			return draft{}, ErrNotYours.At(seat)
		}
		if err := f.timed(); err != nil {
			return draft{}, err
		}
		if f.waited(seat) {
			return draft{}, ErrWaited.At(seat)
		}
		if !f.mayWaitFor(seat) {
			return draft{}, ErrNothingToWait.At(seat)
		}
		for k := range f.Seats {
			if by.Who.Holds(k) && f.votes(k, seat) && !(f.clock.wanted == seat && f.clock.votes[k]) {
				return draft{kind: EventWait, seat: k, body: body{For: seat}}, nil
			}
		}
		return draft{}, ErrNotYours.At(seat)
	}}
}

// timed refuses the command if the table has no clocks.
func (f *Game) timed() error {
	if f.clock == nil {
		return ErrNoClock
	}
	return nil
}

// mayWaitFor reports whether the others may vote to wait for a seat: in a tournament, where
// those at other tables wait as well, once in a game.
func (f *Game) mayWaitFor(seat int) bool {
	if f.clock == nil || f.toAct() < 0 || f.Seats[seat].Kind != Person {
		return false
	}
	return !f.waited(seat) && (f.clock.runs == seat || f.clock.seats[seat].gone)
}

// waited reports whether the others at a tournament's table have waited for a seat.
func (f *Game) waited(seat int) bool {
	return f.Setup.Tournament != "" && slices.ContainsFunc(f.Events, func(e Event) bool { return e.Kind == EventWaits && e.Seat == seat })
}

// votes reports whether seat k is asked to vote on waiting for another seat.
func (f *Game) votes(k, seat int) bool {
	return k != seat && f.Seats[k].Kind == Person && f.Seats[k].ByHand()
}

func (c *clock) stopVoting() {
	c.wanted = -1
	clear(c.votes)
}

// allVote reports whether all who play by hand want to wait for the seat that was voted
// for, and who is the last of them, -1 if there is nobody.
func (f *Game) allVote() (last int, all bool) {
	last = -1
	for k := range f.Seats {
		if f.votes(k, f.clock.wanted) {
			if last = k; !f.clock.votes[k] {
				return k, false
			}
		}
	}
	return last, true
}

// waitedFor drafts a vote again that is the last one now that others have left: all who
// still play by hand have voted.
func (f *Game) waitedFor() (draft, bool) {
	c := f.clock
	if c == nil || c.wanted < 0 || !f.mayWaitFor(c.wanted) {
		return draft{}, false
	}
	k, all := f.allVote()
	return draft{kind: EventWait, seat: k, body: body{For: c.wanted, Auto: true}}, all && k >= 0
}

// addWait folds a vote and, after the last one, its result.
func (f *Game) addWait(e Entry, b body) error {
	c := f.clock
	if c == nil || b.For < 0 || b.For >= len(f.Seats) {
		return fmt.Errorf("wait for seat %d", b.For)
	}
	if c.wanted != b.For {
		c.stopVoting()
		c.wanted = b.For
	}
	if !c.votes[e.Seat] {
		c.votes[e.Seat] = true
		f.note(e, "", b.For)
	}
	if _, all := f.allVote(); !all {
		return nil
	}
	c.stopVoting()
	s := &c.seats[b.For]
	s.left, s.gone = max(s.left, seconds(f.Setup.Pace.Bank)), false
	c.restart(b.For)
	if f.Seats[b.For].Level != "" {
		f.Seats[b.For].Level = ""
		f.dropHeld(b.For)
	}
	f.Events = append(f.Events, Event{N: e.N, Time: time.UnixMilli(e.Time), Kind: EventWaits, Seat: b.For})
	return nil
}

// SetHours sets the quiet hours of one of the actor's seats; where it has some, from the
// next time on that those begin.
func SetHours(seat int, h Hours) Command {
	return Command{name: seatCommand("hours", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		return draft{kind: kindHours, seat: seat, body: body{Hours: &h}}, nil
	}}
}

// MayRest reports whether a seat may have these quiet hours, and others were set last.
func (f *Game) MayRest(seat int, h Hours) bool {
	return f.clock != nil && f.Setup.Pace.Days && f.toAct() >= 0 && seat < len(f.Seats) && f.Seats[seat].Kind == Person && f.clock.seats[seat].rest.newest() != h
}

// RestOf returns the quiet hours that were set last for a seat, and the end of its holiday
// after now; both zero for none.
func (f *Game) RestOf(seat int, now time.Time) (h Hours, away time.Time) {
	if f.clock == nil || !f.Setup.Pace.Days || seat < 0 || seat >= len(f.clock.seats) {
		return h, away
	}
	r := &f.clock.seats[seat].rest
	if r.away.to.After(now) {
		away = r.away.to
	}
	return r.newest(), away
}

// addHours folds quiet hours.
func (f *Game) addHours(e Entry, b body) error {
	if f.clock == nil || b.Hours == nil {
		return fmt.Errorf("no hours, or no clock")
	}
	r := &f.clock.seats[e.Seat].rest
	quiet, err := b.Hours.rest()
	if !b.Once {
		quiet.away = r.away
		*r = quiet
	} else if err == nil {
		r.change(quiet, time.UnixMilli(e.Time))
	}
	return err
}

// Away pauses the clock of the actor's seat from now until a given time; a past
// time ends the holiday. Errors: ErrNoHoliday if the table is not played by
// correspondence, ErrLongHoliday.
func Away(seat int, until time.Time) Command {
	return away(seat, func(time.Time) time.Time { return until })
}

func away(seat int, end func(now time.Time) time.Time) Command {
	return Command{name: seatCommand("away", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if f.clock == nil || !f.Setup.Pace.Days {
			return draft{}, ErrNoHoliday
		}
		if f.Seats[seat].Kind != Person || f.toAct() < 0 {
			return draft{}, ErrNotYours.At(seat)
		}
		now, until := by.Now, end(by.Now)
		taken := f.clock.seats[seat].takenAt(now)
		if length := until.Sub(now); length > MaxHoliday || length > 0 && taken+length > AllHoliday {
			return draft{}, ErrLongHoliday.Saying(fmt.Sprint(int(min(MaxHoliday, AllHoliday-taken) / (24 * time.Hour))))
		}
		return draft{kind: EventAway, seat: seat, body: body{Until: max(0, until.UnixMilli())}}, nil
	}}
}

// AwayFor is Away for a number of days from now; 0 or less ends the holiday.
func AwayFor(seat, days int) Command {
	return away(seat, func(now time.Time) time.Time { return now.Add(time.Duration(min(max(days, 0), 366)) * 24 * time.Hour) })
}

// takenAt returns how much holiday a seat has used by t.
func (s *seatClock) takenAt(t time.Time) time.Duration {
	if t.Before(s.rest.away.to) {
		return s.holiday + t.Sub(s.rest.away.from)
	}
	return s.holiday + s.rest.away.to.Sub(s.rest.away.from)
}

// addAway folds a holiday. The unused part of an earlier one is refunded.
func (f *Game) addAway(e Entry, b body) error {
	if f.clock == nil {
		return fmt.Errorf("no clock")
	}
	s, now := &f.clock.seats[e.Seat], time.UnixMilli(e.Time)
	s.holiday, s.rest.away = s.takenAt(now), span{}
	text := ""
	if until := time.UnixMilli(b.Until); until.After(now) {
		s.rest.away = span{now, until}
		text = until.UTC().Format(time.RFC3339)
	}
	f.note(e, text, 0)
	return nil
}

// Clock is a seat's clock as shown to players.
type Clock struct {
	Left time.Duration `json:"left"` // at the time of the snapshot, at least 0
	// Until is when it runs out; zero if it is not running.
	Until time.Time `json:"until,omitzero"`
	// Rests is set if it would run but for quiet hours or a holiday.
	Rests bool `json:"rests,omitempty"`
	// Away is the end of the person's holiday; zero for none.
	Away time.Time `json:"away,omitzero"`
	// RanOut is the number of times it has run out.
	RanOut int `json:"ranOut,omitempty"`
	// MayWait is set if the others may vote to wait for the seat; Votes lists
	// those who have.
	MayWait bool  `json:"mayWait,omitempty"`
	Votes   []int `json:"votes,omitempty"`
}

// clocks returns the seats' clocks at a time, nil for a table without clocks.
func (f *Game) clocks(now time.Time) []Clock {
	c := f.clock
	if c == nil || f.toAct() < 0 {
		return nil
	}
	out := make([]Clock, len(c.seats))
	for k := range c.seats {
		s := &c.seats[k]
		o := &out[k]
		o.Left, o.RanOut, o.MayWait = s.left, s.ranOut, f.mayWaitFor(k)
		if now.Before(s.rest.away.to) {
			o.Away = s.rest.away.to
		}
		if c.runs == k {
			o.Left -= f.rest(k).active(c.now, now)
			o.Until, _ = f.runsOut()
			o.Rests, _ = f.rest(k).at(now)
		}
		o.Left = max(0, o.Left)
		for j := range c.votes {
			if c.wanted == k && c.votes[j] {
				o.Votes = append(o.Votes, j)
			}
		}
	}
	return slices.Clip(out)
}

// MayWait reports whether the holder of the own seats may vote to wait for a
// seat.
func (s *Snapshot) MayWait(own []int, seat int) bool {
	if s.Clocks == nil || !s.Clocks[seat].MayWait {
		return false
	}
	return slices.ContainsFunc(own, func(k int) bool {
		mine := s.Seats[k]
		return k != seat && mine.Kind == Person && mine.ByHand() && !slices.Contains(s.Clocks[seat].Votes, k)
	})
}
