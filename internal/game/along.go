package game

import "time"

// The kinds of entry with which a game is taken along and goes on here.
const (
	kindAlong  = "along"
	kindReturn = "return"
)

// MayTakeAlong reports whether somebody may take the running game along in a file: one that
// they play alone against computer players, without clocks, and whose result and deal
// concern nobody else. Its table is then closed until they return to it.
func (s *Snapshot) MayTakeAlong(who Actor) bool { return s.movable && alone(s.Seats, who) }

// movable reports whether the game may be taken along by the one who plays it alone.
func (f *Game) movable(now time.Time) bool {
	s := &f.Setup
	return f.Frozen == nil && f.Rules != nil && !f.over() && !f.Hidden(now) && !s.Rated && s.Common == nil && s.Tournament == "" && !s.Pace.Timed() &&
		s.Deal != Entered && s.Deal != Lesson
}

// alone reports whether an actor has all seats but those of computer players.
func alone(seats []Seat, who Actor) bool {
	mine := 0
	for k, s := range seats {
		if s.Kind == Bot {
			continue
		}
		if s.Kind != Person || !who.Holds(k) {
			return false
		}
		mine++
	}
	return mine == 1 && len(seats) > 1
}

// TakeAlong closes the table, because its game goes on elsewhere from its record. Errors:
// ErrNotAlong where it may not be (MayTakeAlong).
func TakeAlong() Command {
	return Command{name: "along", draft: func(f *Game, by Call) (draft, error) {
		if !f.movable(by.Now) || !alone(f.Seats, by.Who) {
			return draft{}, ErrNotAlong
		}
		return draft{kind: kindAlong, seat: Nobody}, nil
	}}
}

// Return opens a table again whose game was taken along. Errors: ErrNotAlong.
func Return() Command {
	return Command{name: "return", frozen: FrozenAlong, draft: func(f *Game, by Call) (draft, error) {
		if f.Frozen == nil || f.Frozen.Key != FrozenAlong || !alone(f.Seats, by.Who) {
			return draft{}, ErrNotAlong
		}
		return draft{kind: kindReturn, seat: Nobody}, nil
	}}
}

// addAlong folds that a game was taken along, or goes on here.
func (f *Game) addAlong(e Entry) {
	if f.Frozen = nil; e.Kind == kindAlong {
		f.Frozen = &Frozen{Key: FrozenAlong, N: e.N}
	}
}
