package game

import (
	"cmp"
	"slices"
	"time"

	"ruhr/record"
	"ruhr/rules"
)

// A table with clocks ends this long after the last action of a
// person.
const (
	liveEnds = 7 * 24 * time.Hour
	daysEnds = 60 * 24 * time.Hour
)

// Limits on holidays at one table: a single one, and all of a seat's together.
const (
	MaxHoliday = 21 * 24 * time.Hour
	AllHoliday = 42 * 24 * time.Hour
)

// wakeAfter is how long after an entry a table with clocks is checked again if a
// computer player is to decide: the program may have stopped while it was
// thinking.
const wakeAfter = 20 * time.Second

// clock holds the clocks of a table's seats. It depends only on the times in the
// log.
type clock struct {
	now        time.Time     // time of the newest entry
	runs       int           // seat whose clock has run since then, -1 for none
	turn       turnKey       // that seat's turn
	chose      bool          // whether the seat has decided something this turn
	began      int64         // log number at which the turn began, or its seat got more time
	had        time.Duration // the seat's time then
	lastAction time.Time     // time of the last action by a person
	once       bool          // since decisions were taken back, a turn played again brings no second increment
	seats      []seatClock
	// wanted is the seat the others have voted to wait for, -1 for none; votes
	// says who has voted.
	wanted int
	votes  []bool
}

// seatClock is the clock of one seat.
type seatClock struct {
	left    time.Duration
	ranOut  int // number of times it ran out
	gone    bool
	paid    turnKey // the furthest turn that brought the increment
	came    turnKey // that of its own in which its person took it back last
	rest    rest
	holiday time.Duration // holiday used so far
}

// turnKey identifies a turn.
type turnKey struct {
	seat, round int
	phase       rules.Phase
}

// after reports whether a turn of a seat comes after another one of that seat.
func (k turnKey) after(other turnKey) bool {
	return cmp.Or(cmp.Compare(k.round, other.round), cmp.Compare(k.phase, other.phase)) > 0
}

func newClock(b *base) *clock {
	if !b.Setup.Pace.Timed() {
		return nil
	}
	c := &clock{now: b.created, runs: -1, lastAction: b.created, wanted: -1}
	for range b.Setup.Seats {
		c.seats = append(c.seats, seatClock{left: seconds(b.Setup.Pace.Bank)})
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

// rest returns the times when a seat's clock is paused.
func (f *Game) rest(seat int) *rest {
	if !f.Setup.Pace.Days {
		return &rest{}
	}
	return &f.clock.seats[seat].rest
}

// countTo charges the time up to t to the seat whose clock runs.
func (f *Game) countTo(t time.Time) {
	c := f.clock
	if c == nil || !t.After(c.now) {
		return
	}
	if c.runs >= 0 {
		c.seats[c.runs].left -= f.rest(c.runs).active(c.now, t)
	}
	c.now = t
}

// updateClock updates the clocks after an entry: it adds the increment for a finished
// turn and starts the clock of the seat to act.
func (f *Game) updateClock(e Entry, b body) {
	c := f.clock
	if c == nil {
		return
	}
	if byPerson(e, b) {
		c.lastAction = time.UnixMilli(e.Time)
	}
	if e.Seat == c.turn.seat && byPerson(e, b) && (e.Kind == kindAct || e.Kind == kindHold || e.Kind == kindConfirm) {
		c.chose = true
	}
	c.runs = f.clockRuns()
	now := f.turnNow()
	if now == c.turn {
		if k := c.turn.seat; k >= 0 && c.seats[k].left > c.had { // restart
			c.began, c.had = e.N, c.seats[k].left
		}
		return
	}
	if k := c.turn.seat; c.chose && k >= 0 && f.Seats[k].ByHand() {
		s, p := &c.seats[k], f.Setup.Pace
		further := c.turn.after(s.paid)
		if further || !c.once {
			s.left = max(s.left, min(s.left+seconds(p.Increment), seconds(p.Cap)))
		}
		if further {
			s.paid = c.turn
		}
	}
	if c.wanted == c.turn.seat {
		c.stopVoting()
	}
	c.turn, c.chose, c.began, c.had = now, false, e.N, 0
	if now.seat >= 0 {
		c.had = c.seats[now.seat].left
	}
}

// restart lets the time that a seat got count as what it has for its turn, if
// that is in progress, from the entry that is being added.
func (c *clock) restart(seat int) {
	if c.turn.seat == seat {
		c.had = 0
	}
}

// shortage is when most of a seat's time for its turn has gone.
type shortage struct {
	seat int
	turn int64     // log number at which the turn began
	at   time.Time // when four fifths of the time have gone
}

// shortage returns that for the seat whose clock runs; false if none runs, or at a
// live table. A time that has passed is that of the newest entry.
func (f *Game) shortage() (shortage, bool) {
	c := f.clock
	if c == nil || c.runs < 0 || !f.Setup.Pace.Days {
		return shortage{}, false
	}
	rest := max(0, c.seats[c.runs].left-c.had/5)
	return shortage{c.runs, c.began, f.rest(c.runs).after(c.now, rest)}, true
}

// byPerson reports whether an entry is a person's action.
func byPerson(e Entry, b body) bool {
	switch e.Kind {
	case kindAct, kindHold:
		return !b.Auto && b.Bot == ""
	case EventWait:
		return !b.Auto
	case kindCreate, EventTimeout, EventFill, EventEnd, KindForget:
		return false
	}
	return true
}

// turnNow returns the current turn; its seat is -1 if nobody is to act.
func (f *Game) turnNow() turnKey {
	k := turnKey{seat: f.toAct()}
	if k.seat < 0 {
		return k
	}
	s := f.State()
	k.round, k.phase = s.Round(), s.Phase()
	if last := f.lastTurn(); last != nil && f.turn().Waiting {
		k.round, k.phase = last.Round, last.Phase
	}
	return k
}

// toAct returns the seat to act, person or computer player, -1 for none.
func (f *Game) toAct() int {
	s := f.State()
	if f.Frozen != nil || f.Rules == nil || s.Decision() == rules.Over {
		return -1
	}
	if t := f.turn(); t.Waiting {
		return t.Seat
	}
	if record.Waits(&s) { // somebody with a seat enters it
		return max(0, slices.IndexFunc(f.Seats, Seat.ByHand))
	}
	return s.ToDecide()
}

// clockRuns returns the seat whose clock runs: the person to act, once all seats
// are taken and while at least one other person plays, or others wait for the end; -1
// otherwise.
func (f *Game) clockRuns() int {
	if !f.inPlay() || f.alone() >= 0 && f.Setup.Tournament == "" {
		return -1
	}
	if k := f.toAct(); k >= 0 && f.Seats[k].ByHand() {
		return k
	}
	return -1
}

// inPlay reports whether all seats are taken and at least one person plays.
func (f *Game) inPlay() bool {
	some := false
	for _, s := range f.Seats {
		if s.Kind == Open && s.ByHand() {
			return false
		}
		some = some || s.ByHand()
	}
	return some
}

// TimedPlay reports whether the table has clocks and is in play, so that somebody waits
// for it.
func (f *Game) TimedPlay() bool {
	return f.clock != nil && (f.inPlay() || f.Setup.Tournament != "")
}

// runsOut returns when the running clock reaches zero; false if none runs.
func (f *Game) runsOut() (time.Time, bool) {
	c := f.clock
	if c == nil || c.runs < 0 {
		return time.Time{}, false
	}
	return f.rest(c.runs).after(c.now, max(0, c.seats[c.runs].left)), true
}

// ends returns when the table ends without further actions; false for
// never.
func (f *Game) ends() (time.Time, bool) {
	if f.clock == nil || f.toAct() < 0 {
		return time.Time{}, false
	}
	if f.Setup.Pace.Days {
		return f.clock.lastAction.Add(daysEnds), true
	}
	return f.clock.lastAction.Add(liveEnds), true
}

// fills returns when computer players take the open seats; false for never.
func (f *Game) fills() (time.Time, bool) {
	if f.Setup.Fill <= 0 || f.Frozen != nil || f.unfilled() < 0 {
		return time.Time{}, false
	}
	return f.created.Add(seconds(f.Setup.Fill)), true
}

// unfilled returns the first seat without a person or computer player.
func (f *Game) unfilled() int {
	return slices.IndexFunc(f.Seats, func(s Seat) bool { return s.Kind == Open && s.Level == "" })
}

// Ended returns the log number and the time of the game's end, false while it
// goes on.
func (f *Game) Ended() (n int64, at time.Time, ok bool) {
	if f.Frozen != nil && f.Frozen.Key == FrozenEnded {
		for _, e := range f.Events {
			if e.N == f.Frozen.N {
				return e.N, e.Time, true
			}
		}
	}
	if f.Frozen != nil || f.Rules == nil || len(f.Steps) == 0 {
		return 0, time.Time{}, false
	}
	if s := f.State(); s.Decision() != rules.Over {
		return 0, time.Time{}, false
	}
	last := f.Steps[len(f.Steps)-1]
	return last.N, last.Time, true
}

// Due returns when the table must be checked again without any action
// (unix milliseconds), 0 for never.
func (f *Game) Due() int64 {
	if _, at, over := f.Ended(); over {
		return max(1, at.UnixMilli()) // its result is to be stored
	}
	var at []time.Time
	for _, when := range []func() (time.Time, bool){f.runsOut, f.fills, f.ends} {
		if t, ok := when(); ok {
			at = append(at, t)
		}
	}
	if _, bot := f.BotDue(); bot && f.TimedPlay() {
		at = append(at, f.clock.now.Add(wakeAfter))
	}
	if len(at) == 0 {
		return 0
	}
	return max(1, slices.MinFunc(at, time.Time.Compare).UnixMilli())
}

// Overdue is the command that is due at a time without any action; false for none.
func (f *Game) Overdue(now time.Time) (Command, bool) {
	reached := func(t time.Time, ok bool) bool { return ok && !t.After(now) }
	d := draft{body: body{Level: f.Setup.StandIn}}
	switch {
	case f.Frozen != nil:
		return Command{}, false
	case reached(f.ends()):
		d = draft{kind: EventEnd, seat: Nobody}
	case reached(f.fills()):
		d.kind, d.seat = EventFill, f.unfilled()
	case reached(f.runsOut()):
		d.kind, d.seat = EventTimeout, f.clock.runs
	default:
		return Command{}, false
	}
	return Command{draft: func(*Game, Call) (draft, error) { return d, nil }}, true
}

// leaves records that a seat ran out of time or resigned.
func (f *Game) leaves(seat int, ranOut bool) {
	if f.clock == nil {
		return
	}
	s := &f.clock.seats[seat]
	s.gone = true
	if ranOut {
		s.ranOut++
	}
}

// comesBack gives a returning player who has no time left some to start with: the
// increment, or without one a tenth of the bank. Older logs gave it to everyone (not once).
func (f *Game) comesBack(seat int, once bool) {
	c := f.clock
	if c == nil {
		return
	}
	s, p := &c.seats[seat], f.Setup.Pace
	least := p.Increment
	if least == 0 {
		least = p.Bank / 10
	}
	if !once || s.left <= 0 {
		s.left = max(s.left, seconds(least))
	}
	s.gone = false
	if c.turn.seat == seat {
		s.came = c.turn
	}
	c.restart(seat)
}
