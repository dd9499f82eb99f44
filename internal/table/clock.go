package table

import (
	"slices"
	"time"

	"ruhr/internal/store"
	"ruhr/rules"
)

// How long after the last deed of a person a table with clocks ends by itself.
const (
	liveEnds = 7 * 24 * time.Hour
	daysEnds = 60 * 24 * time.Hour
)

// Vacations at one table: the longest, and all of a seat's together.
const (
	MaxVacation = 21 * 24 * time.Hour
	AllVacation = 42 * 24 * time.Hour
)

// wakeAfter is how long after an entry a table with clocks is looked at again
// where a computer player is to decide: it may have been thinking when the
// program ended.
const wakeAfter = 20 * time.Second

// clock is the time of a table's seats. It follows from the times in the log and
// from nothing else.
type clock struct {
	now   time.Time // of the newest entry
	runs  int       // the seat whose time runs since then, -1 for none
	turn  turnKey   // the turn that seat is at
	chose bool      // it has decided something in it
	deed  time.Time // when a person last did something
	seats []seatClock
	// wanted is for whom the others want to wait, -1 for nobody; votes says who.
	wanted int
	votes  []bool
}

// seatClock is the time of one seat.
type seatClock struct {
	left     time.Duration
	ranOut   int // how often
	gone     bool
	rest     rest
	vacation time.Duration // taken so far
}

// turnKey tells turns apart.
type turnKey struct {
	seat, round int
	phase       rules.Phase
}

func newClock(b *base) *clock {
	if !b.setup.Pace.Timed() {
		return nil
	}
	c := &clock{now: b.created, runs: -1, deed: b.created, wanted: -1}
	for range b.setup.Seats {
		c.seats = append(c.seats, seatClock{left: seconds(b.setup.Pace.Bank)})
		c.votes = append(c.votes, false)
	}
	return c
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func (c *clock) clone() *clock {
	if c == nil {
		return nil
	}
	out := *c
	out.seats, out.votes = slices.Clone(c.seats), slices.Clone(c.votes)
	return &out
}

// rest is when the clock of a seat rests at this table.
func (f *fold) rest(seat int) *rest {
	if !f.setup.Pace.Days {
		return &rest{}
	}
	return &f.clock.seats[seat].rest
}

// countTo takes the time up to a moment from the seat whose clock runs.
func (f *fold) countTo(t time.Time) {
	c := f.clock
	if c == nil || !t.After(c.now) {
		return
	}
	if c.runs >= 0 {
		c.seats[c.runs].left -= f.rest(c.runs).active(c.now, t)
	}
	c.now = t
}

// wound sets the clocks after an entry: it gives the increment for a turn that is
// done, and lets run whose turn it is now.
func (f *fold) wound(e store.Entry, b body) {
	c := f.clock
	if c == nil {
		return
	}
	if byPerson(e, b) {
		c.deed = time.UnixMilli(e.Time)
	}
	if e.Seat == c.turn.seat && byPerson(e, b) && (e.Kind == kindAct || e.Kind == kindHold || e.Kind == kindConfirm) {
		c.chose = true
	}
	c.runs = f.clockRuns()
	now := f.turnNow()
	if now == c.turn {
		return
	}
	if k := c.turn.seat; c.chose && k >= 0 && f.seats[k].ByHand() {
		s, p := &c.seats[k], f.setup.Pace
		s.left = max(s.left, min(s.left+seconds(p.Increment), seconds(p.Cap)))
	}
	if c.wanted == c.turn.seat {
		c.stopVoting()
	}
	c.turn, c.chose = now, false
}

// byPerson says whether an entry is what a person did.
func byPerson(e store.Entry, b body) bool {
	switch e.Kind {
	case kindAct, kindHold:
		return !b.Auto && b.Bot == ""
	case kindCreate, EventTimeout, EventFill, EventEnd, kindForget:
		return false
	}
	return true
}

// turnNow is the turn the table waits for; its seat is -1 where there is none.
func (f *fold) turnNow() turnKey {
	k := turnKey{seat: f.toAct()}
	if k.seat < 0 {
		return k
	}
	s := f.state()
	k.round, k.phase = s.Round(), s.Phase()
	if last := f.lastTurn(); last != nil && f.turn().Waiting {
		k.round, k.phase = last.Round, last.Phase
	}
	return k
}

// toAct is the seat the table waits for, by hand or by a computer player, -1 for
// none.
func (f *fold) toAct() int {
	s := f.state()
	if f.frozen != nil || f.game == nil || s.Decision() == rules.Over {
		return -1
	}
	if t := f.turn(); t.Waiting {
		return t.Seat
	}
	return s.ToDecide()
}

// clockRuns is the seat whose clock runs now: that of the person the table waits
// for, once everybody has sat down and as long as anybody else plays by hand.
func (f *fold) clockRuns() int {
	if !f.peopled() || f.alone() >= 0 {
		return -1
	}
	if k := f.toAct(); k >= 0 && f.seats[k].ByHand() {
		return k
	}
	return -1
}

// peopled says whether nobody is missing and a person plays by hand.
func (f *fold) peopled() bool {
	some := false
	for _, s := range f.seats {
		if s.Kind == Open && s.ByHand() {
			return false
		}
		some = some || s.ByHand()
	}
	return some
}

// runsOut is the moment at which the seat whose clock runs has no time left,
// false where none runs.
func (f *fold) runsOut() (time.Time, bool) {
	c := f.clock
	if c == nil || c.runs < 0 {
		return time.Time{}, false
	}
	return f.rest(c.runs).after(c.now, max(0, c.seats[c.runs].left)), true
}

// ends is the moment at which the table ends by itself if nobody does anything,
// false for never.
func (f *fold) ends() (time.Time, bool) {
	if f.clock == nil || f.toAct() < 0 {
		return time.Time{}, false
	}
	if f.setup.Pace.Days {
		return f.clock.deed.Add(daysEnds), true
	}
	return f.clock.deed.Add(liveEnds), true
}

// fills is the moment at which computer players take the seats that are still
// open, false for never.
func (f *fold) fills() (time.Time, bool) {
	if f.setup.Fill <= 0 || f.frozen != nil || f.unfilled() < 0 {
		return time.Time{}, false
	}
	return f.created.Add(seconds(f.setup.Fill)), true
}

// unfilled is the first seat that nobody has joined and no computer player plays.
func (f *fold) unfilled() int {
	return slices.IndexFunc(f.seats, func(s Seat) bool { return s.Kind == Open && s.Level == "" })
}

// due is when the table is to be looked at again by itself (unix milliseconds), 0
// for never.
func (f *fold) due() int64 {
	var at []time.Time
	for _, when := range []func() (time.Time, bool){f.runsOut, f.fills, f.ends} {
		if t, ok := when(); ok {
			at = append(at, t)
		}
	}
	if _, bot := f.botDue(); bot && f.clock != nil && f.peopled() {
		at = append(at, f.clock.now.Add(wakeAfter))
	}
	if len(at) == 0 {
		return 0
	}
	return max(1, slices.MinFunc(at, time.Time.Compare).UnixMilli())
}

// overdue drafts what is to happen by itself at a moment, false for nothing.
func (f *fold) overdue(now time.Time) (draft, bool) {
	reached := func(t time.Time, ok bool) bool { return ok && !t.After(now) }
	switch {
	case f.frozen != nil:
		return draft{}, false
	case reached(f.ends()):
		return draft{kind: EventEnd, seat: store.Nobody, body: body{}}, true
	case reached(f.fills()):
		return draft{kind: EventFill, seat: f.unfilled(), body: body{Level: f.setup.StandIn}}, true
	case reached(f.runsOut()):
		return draft{kind: EventTimeout, seat: f.clock.runs, body: body{Level: f.setup.StandIn}}, true
	}
	return draft{}, false
}

// leaves notes that a seat ran out of time or was resigned.
func (f *fold) leaves(seat int, ranOut bool) {
	if f.clock == nil {
		return
	}
	s := &f.clock.seats[seat]
	s.gone = true
	if ranOut {
		s.ranOut++
	}
}

// comesBack gives who takes a seat back time to begin with: the increment, or
// where there is none a tenth of the bank.
func (f *fold) comesBack(seat int) {
	if f.clock == nil {
		return
	}
	s, p := &f.clock.seats[seat], f.setup.Pace
	least := p.Increment
	if least == 0 {
		least = p.Bank / 10
	}
	s.left, s.gone = max(s.left, seconds(least)), false
}
