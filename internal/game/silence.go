package game

import (
	"fmt"
	"time"
)

// Silence is how long a table without clocks waits for a person until the others may
// replace them.
const Silence = 7 * 24 * time.Hour

// moves reports whether entries of a kind change what a table waits for. A person who
// only looks something up keeps the others waiting as before.
func moves(kind string) bool {
	switch kind {
	case kindCreate, kindAct, kindHold, kindConfirm, EventUndo, kindEnter, kindEnterAgain, kindCorrect:
		return true
	case EventJoin, EventGive, EventTake, EventRemove, EventDecline, EventFill, EventReplace:
		return true
	}
	return false
}

// Replace gives the seat of a person for whom a table without clocks has waited for
// Silence to a computer player, for anyone else with a seat, or the owner. The person
// may take it back.
func Replace(seat int, level string) Command {
	return Command{name: seatCommand("replace", seat), stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		if err := f.checkMember(by.Who, seat); err != nil {
			return draft{}, err
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		if by.Who.Holds(seat) || !replaceable(f.Setup.Pace, f.toAct(), seat, by.Now.Sub(f.moved)) {
			return draft{}, ErrNotSilent.At(seat).Saying(fmt.Sprint(days(by.Now.Sub(f.moved))))
		}
		who := 0
		if len(by.Who.Seats) > 0 {
			who = by.Who.Seats[0] + 1
		}
		return draft{kind: EventReplace, seat: seat, body: body{Level: level, By: who}}, by.Level(seat, level)
	}}
}

func replaceable(p Pace, toAct, seat int, silent time.Duration) bool {
	return !p.Timed() && toAct == seat && silent >= Silence
}

func days(d time.Duration) int { return int(d / (24 * time.Hour)) }

// Replaceable returns the seat whose person a viewer may replace, and for how many days
// the table has waited for them; -1 for none.
func (s *Snapshot) Replaceable(who Actor) (seat, silent int) {
	seat = s.ToAct
	if seat < 0 || who.Holds(seat) || len(who.Seats) == 0 && !who.Owner || s.Seats[seat].Kind != Person || !s.Seats[seat].ByHand() ||
		!replaceable(s.Pace, s.ToAct, seat, s.now.Sub(s.moved)) {
		return -1, 0
	}
	return seat, days(s.now.Sub(s.moved))
}
