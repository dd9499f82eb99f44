package table

import (
	"ruhr/guide"
	"ruhr/record"
	"ruhr/rules"
)

// alone returns the only seat played by hand, -1 if there are several or none.
func (f *fold) alone() int {
	seat := -1
	for k, s := range f.seats {
		if s.ByHand() {
			if seat >= 0 {
				return -1
			}
			seat = k
		}
	}
	return seat
}

// sameTurn reports whether two consecutive decisions belong to one turn.
func sameTurn(a, b *record.Step) bool {
	return a.Seat == b.Seat && a.Round == b.Round && a.Phase == b.Phase
}

// held is a decision that will reveal something. It is carried out only once the
// person whose choices it makes final has confirmed the turn.
type held struct {
	n      int64 // its log number
	seat   int
	action rules.Action
	bot    string // level of the computer player that decided; "" by hand
	due    bool   // whether the turn was confirmed
}

// lastTurn identifies the turn of the last decision, including a held one.
func (f *fold) lastTurn() *record.Step {
	if f.held != nil && f.held.bot == "" {
		s := f.state()
		return &record.Step{Seat: f.held.seat, Round: s.Round(), Phase: s.Phase()}
	}
	if len(f.steps) == 0 {
		return nil
	}
	return f.steps[len(f.steps)-1].Step
}

// goesOn reports whether the last decision's turn has more to decide.
func (f *fold) goesOn() bool {
	s := f.state()
	last := f.lastTurn()
	return f.held == nil && s.Decision() != rules.Over &&
		s.ToDecide() == last.Seat && s.Round() == last.Round && s.Phase() == last.Phase
}

// choice reports whether a decision was a person's choice.
func (s *Step) choice() bool { return !s.Auto && s.Bot == "" }

// openTurn returns the first decision of the last turn that may still be undone.
// The turn is open if a choice is among the decisions from there on.
func (f *fold) openTurn() (seat, from int, open bool) {
	last := f.lastTurn()
	if last == nil {
		return -1, 0, false
	}
	open = f.held != nil
	for from = len(f.steps); from > 0; from-- {
		s := &f.steps[from-1]
		if s.Reveals() || s.Bot != "" || from <= f.handed || !sameTurn(s.Step, last) {
			break
		}
		open = open || s.choice()
	}
	return last.Seat, from, open && f.seats[last.Seat].ByHand()
}

// openAlone returns how far back somebody alone with computer players may go: to
// the last reveal, but not past another person's decision. It is open while it
// includes an unconfirmed choice.
func (f *fold) openAlone(seat int) (from int, open bool) {
	open = f.held != nil && f.held.bot == ""
	for from = len(f.steps); from > 0; from-- {
		s := &f.steps[from-1]
		if s.Reveals() || s.Seat != seat && s.choice() {
			break
		}
		open = open || from > f.handed && s.Seat == seat && s.choice()
	}
	return from, open
}

// turn returns the turn in progress, or the one that waits for confirmation
// because the next decision would make it final. Among several people that is
// any decision of another seat; alone with computer players, one that reveals
// something.
func (f *fold) turn() Turn {
	none := Turn{Seat: -1, From: len(f.steps), Held: rules.None}
	if f.frozen != nil {
		return none
	}
	t := Turn{Held: rules.None, Reveals: f.held != nil}
	if f.held != nil {
		t.Held = f.held.action
	}
	if t.Seat = f.alone(); t.Seat >= 0 {
		var open bool
		if t.From, open = f.openAlone(t.Seat); open {
			if t.Reveals = t.Reveals || f.forcedReveals(); t.Reveals {
				t.Waiting = true
				return t
			}
		}
	}
	seat, from, open := f.openTurn()
	if !open {
		return none
	}
	t.Seat, t.From = seat, from
	switch {
	case f.alone() >= 0:
		if !f.goesOn() {
			return none
		}
	case !f.goesOn():
		t.Waiting = true
	default:
		if a, only := f.only(); only {
			t.Reveals = f.reveals(a)
			t.Waiting = t.Reveals || f.isDone(a)
		}
	}
	return t
}

// only returns the seat's action if it has nothing to choose.
func (f *fold) only() (rules.Action, bool) {
	s := f.state()
	if s.Decision() == rules.Over {
		return rules.None, false
	}
	return f.game.Forced(&s)
}

// forcedReveals reports whether the next decision is forced and reveals
// something.
func (f *fold) forcedReveals() bool {
	a, only := f.only()
	return only && f.reveals(a)
}

// reveals reports whether a legal action would reveal something.
func (f *fold) reveals(a rules.Action) bool {
	s := f.state()
	step, err := f.stepper().Step(&s, a)
	return err == nil && step.Reveals()
}

// undo returns the seat that may undo choices now and their positions,
// ascending. A held choice has the position it will get.
func (f *fold) undo() (seat int, to []int) {
	if f.frozen != nil {
		return -1, nil
	}
	from := 0
	if seat = f.alone(); seat >= 0 {
		from, _ = f.openAlone(seat)
	} else {
		var open bool
		if seat, from, open = f.openTurn(); !open {
			return -1, nil
		}
	}
	for i := from; i < len(f.steps); i++ {
		if s := &f.steps[i]; s.Seat == seat && s.choice() {
			to = append(to, i)
		}
	}
	if f.held != nil && f.held.bot == "" && f.held.seat == seat {
		to = append(to, len(f.steps))
	}
	return seat, to
}

// turnFrom returns the position, of those that undo may go back to, where the
// last turn begins.
func (f *fold) turnFrom(to []int) int {
	if len(to) == 0 {
		return -1
	}
	at := func(i int) *record.Step {
		if i == len(f.steps) {
			return f.lastTurn() // the held one
		}
		return f.steps[i].Step
	}
	k := len(to) - 1
	for i := to[k]; i > 0 && k > 0 && sameTurn(at(i), at(i-1)); i-- {
		if i-1 == to[k-1] {
			k--
		}
	}
	return to[k]
}

// forced returns the decision to take automatically now. In the guided game,
// decisions with something to explain are not automatic.
func (f *fold) forced() (rules.Action, bool) {
	if f.frozen != nil {
		return rules.None, false
	}
	a, only := f.only()
	if !only || f.turn().Waiting {
		return rules.None, false
	}
	if k := f.decider(); f.askAll[k] && f.seats[k].ByHand() && f.alone() < 0 {
		return rules.None, false
	}
	if f.setup.Guided && f.seats[f.decider()].ByHand() && guide.Due(&f.history.Game, guide.Learner) != nil {
		return rules.None, false
	}
	return a, true
}

// botDue returns the level of the computer player that is to decide now.
func (f *fold) botDue() (level string, due bool) {
	if f.frozen != nil {
		return "", false
	}
	s := f.state()
	if s.Decision() == rules.Over || f.turn().Waiting {
		return "", false
	}
	level = f.seats[s.ToDecide()].Level
	return level, level != ""
}

// sameTask reports whether what a computer player decides about a position also serves
// a later one.
func (f *fold) sameTask(later *fold) bool {
	level, due := later.botDue()
	before, _ := f.botDue()
	return due && level == before && len(f.steps) == len(later.steps) && f.state() == later.state()
}
