package game

import (
	"slices"
	"time"
)

// notifyKey is what people may need a notice of when it changes.
type notifyKey struct {
	asked   int // the person to act while others play or wait; -1 for none
	open    int // seats that nobody has joined
	ended   bool
	rematch string

	takeback int64 // the log number of a request to take a choice back
	short    shortage
}

// notifyKey returns it as the table stands now.
func (f *Game) notifyKey() notifyKey {
	w := notifyKey{asked: -1, rematch: f.Rematch}
	for _, s := range f.Seats {
		if s.Kind == Open && s.ByHand() {
			w.open++
		}
	}
	k := f.toAct()
	w.ended = f.N > 0 && k < 0
	if k >= 0 && (f.alone() < 0 || f.Setup.Tournament != "") && f.Seats[k].Kind == Person && f.Seats[k].ByHand() {
		w.asked = k
	}
	if f.takeback != nil {
		w.takeback = f.takeback.n
	}
	w.short, _ = f.shortage()
	w.short.at = w.short.at.Round(time.Second) // the same after each decision of a turn
	return w
}

// Short identifies the turn of a seat of which four fifths of the time have
// gone, at a table by correspondence: by the log number at which it began. It is 0
// for another seat, and before.
func (s *Snapshot) Short(seat int) int64 {
	if s.short == nil || s.short.seat != seat || s.now.Before(s.short.at) {
		return 0
	}
	return s.short.turn
}

// ShortAt returns when Short will be true of the seat to act; zero for never, or
// if it is.
func (s *Snapshot) ShortAt() time.Time {
	if s.short == nil || !s.now.Before(s.short.at) {
		return time.Time{}
	}
	return s.short.at
}

// TurnSince identifies the turn the table waits for: the log number after which
// nobody but its seat has decided anything, 1 at the beginning. It is 0 if nobody
// is to act.
func (s *Snapshot) TurnSince() int64 {
	if s.ToAct < 0 {
		return 0
	}
	n := int64(1)
	for i := len(s.Steps) - 1; i >= 0; i-- {
		if step := s.Steps[i]; step.Seat != s.ToAct || step.Bot != "" {
			n = step.N
			break
		}
	}
	for i := len(s.Events) - 1; i >= 0 && s.Events[i].N > n; i-- {
		if e := s.Events[i]; e.Kind == EventWaits && e.Seat == s.ToAct {
			return e.N
		}
	}
	return n
}

// TimeOf returns when the last step or event up to a log number happened; before
// the first one, when the table was made.
func (s *Snapshot) TimeOf(n int64) time.Time {
	t := s.Created
	for _, step := range s.Steps {
		if step.N <= n && step.Time.After(t) {
			t = step.Time
		}
	}
	for _, e := range s.Events {
		if e.N <= n && e.Time.After(t) {
			t = e.Time
		}
	}
	return t
}

// Begun returns the log number at which the last open seat was taken, and that
// seat; 0 if one is open or none ever was, and after the first round. At a table of a
// tournament the program seats all, at 1.
func (s *Snapshot) Begun() (n int64, seat int) {
	if s.Game == nil || s.State.Round() > 1 {
		return 0, -1
	}
	if seat = -1; s.Tournament != "" {
		n = 1
	}
	for _, k := range s.Seats {
		if k.Kind == Open && k.ByHand() {
			return 0, -1
		}
	}
	for _, e := range s.Events {
		if e.Kind == EventJoin || e.Kind == EventFill {
			n, seat = e.N, e.Seat
		}
	}
	return n, seat
}

// Ended returns the log number at which the game was over or the table ended by
// itself, 0 if it goes on, and the seat of the person whose choice came last; -1
// for nobody's.
func (s *Snapshot) Ended() (n int64, seat int) {
	switch {
	case s.Frozen != nil && s.Frozen.Key == FrozenEnded:
		return s.Frozen.N, -1
	case s.Over && len(s.Steps) > 0:
		for i := len(s.Steps) - 1; i >= 0; i-- {
			if s.Steps[i].choice() {
				return s.Steps[len(s.Steps)-1].N, s.Steps[i].Seat
			}
		}
		return s.Steps[len(s.Steps)-1].N, -1
	}
	return 0, -1
}

// RematchAt is the log number at which a rematch was made, 0 for none.
func (s *Snapshot) RematchAt() (n int64) {
	for _, e := range s.Events {
		if e.Kind == EventRematch {
			n = e.N
		}
	}
	return n
}

// Left reports whether a computer player decided for the person at a seat, who
// comes last at a rated table by that.
func (s *Snapshot) Left(seat int) bool {
	return s.Seats[seat].Kind == Person &&
		(s.Seats[seat].Level != "" || slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Seat == seat && step.Bot != "" }))
}

// Own reports whether decision n, from 1, was made at the table by who has its seat now: not
// by a computer player that stood in for a person, by who had the seat before, or in the
// game that the table goes on from.
func (s *Snapshot) Own(n int) bool {
	step := &s.Steps[n-1]
	return !step.Before && (step.Bot == "" || s.Seats[step.Seat].Kind != Person) &&
		!slices.ContainsFunc(s.Sat, func(before Sitting) bool { return before.Seat == step.Seat && step.N < before.Until })
}

// StoodIn reports whether a computer player made the last decision for the
// person at a seat, so that the result of a finished game is not the person's.
func (s *Snapshot) StoodIn(seat int) bool {
	if s.Seats[seat].Kind != Person {
		return false
	}
	for _, step := range slices.Backward(s.Steps) {
		if step.Seat == seat && !step.Auto {
			return step.Bot != ""
		}
	}
	return false
}
