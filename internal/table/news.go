package table

// newsworthy is what people may have to hear of when it changes.
type newsworthy struct {
	asked   int // the person to act while others play, too; -1 for none
	open    int // seats that nobody has joined
	ended   bool
	rematch string
}

// newsworthy returns it as the table stands now.
func (f *fold) newsworthy() newsworthy {
	w := newsworthy{asked: -1, rematch: f.rematch}
	for _, s := range f.seats {
		if s.Kind == Open && s.ByHand() {
			w.open++
		}
	}
	k := f.toAct()
	w.ended = f.n > 0 && k < 0
	if k >= 0 && f.alone() < 0 && f.seats[k].Kind == Person && f.seats[k].ByHand() {
		w.asked = k
	}
	return w
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

// BegunAt is the log number at which the last open seat was taken, 0 if one is
// open or none ever was, and after the first round.
func (s *Snapshot) BegunAt() (n int64) {
	if s.Game == nil || s.State.Round() > 1 {
		return 0
	}
	for _, seat := range s.Seats {
		if seat.Kind == Open && seat.ByHand() {
			return 0
		}
	}
	for _, e := range s.Events {
		if e.Kind == EventJoin || e.Kind == EventFill {
			n = e.N
		}
	}
	return n
}

// EndedAt is the log number at which the game was over or the table ended by
// itself, 0 if it goes on.
func (s *Snapshot) EndedAt() int64 {
	switch {
	case s.Frozen != nil && s.Frozen.Key == FrozenEnded:
		return s.Frozen.N
	case s.Over && len(s.Steps) > 0:
		return s.Steps[len(s.Steps)-1].N
	}
	return 0
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
