package game

import (
	"ruhr/guide"
	"ruhr/record"
	"ruhr/rules"
)

// alone returns the only seat played by hand, -1 if there are several or none.
func (f *Game) alone() int {
	seat := -1
	for k, s := range f.Seats {
		if s.ByHand() {
			if seat >= 0 {
				return -1
			}
			seat = k
		}
	}
	return seat
}

// solo is alone where nobody else waits for the person's last word: computer players answer
// at once, and what they did is taken back with it.
func (f *Game) solo() int {
	if f.Setup.Strict {
		return -1
	}
	return f.alone()
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
func (f *Game) lastTurn() *record.Step {
	if f.held != nil && f.held.bot == "" {
		s := f.State()
		return &record.Step{Seat: f.held.seat, Round: s.Round(), Phase: s.Phase()}
	}
	if len(f.Steps) == 0 {
		return nil
	}
	return f.Steps[len(f.Steps)-1].Step
}

// goesOn reports whether the last decision's turn has more to decide.
func (f *Game) goesOn() bool {
	s := f.State()
	last := f.lastTurn()
	return f.held == nil && s.Decision() != rules.Over && !record.Waits(&s) &&
		s.ToDecide() == last.Seat && s.Round() == last.Round && s.Phase() == last.Phase
}

// choice reports whether a decision was a person's choice.
func (s *Step) choice() bool { return !s.Auto && s.Bot == "" }

// openTurn returns the first decision of the last turn that may still be undone.
// The turn is open if a choice is among the decisions from there on.
func (f *Game) openTurn() (seat, from int, open bool) {
	last := f.lastTurn()
	if last == nil {
		return -1, 0, false
	}
	open = f.held != nil
	for from = len(f.Steps); from > 0; from-- {
		s := &f.Steps[from-1]
		if s.Reveals() || s.Bot != "" || from <= f.handed || !sameTurn(s.Step, last) {
			break
		}
		open = open || s.choice()
	}
	return last.Seat, from, open && f.Seats[last.Seat].ByHand()
}

// openAlone returns how far back somebody alone with computer players may go: to
// the last reveal, but not past another person's decision. It is open while it
// includes an unconfirmed choice.
func (f *Game) openAlone(seat int) (from int, open bool) {
	open = f.held != nil && f.held.bot == ""
	for from = len(f.Steps); from > 0; from-- {
		s := &f.Steps[from-1]
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
func (f *Game) turn() Turn {
	none := Turn{Seat: -1, From: len(f.Steps), Held: rules.None}
	if f.Frozen != nil {
		return none
	}
	if f.entered() {
		return f.enteredTurn()
	}
	t := Turn{Held: rules.None, Reveals: f.held != nil}
	if f.held != nil {
		t.Held = f.held.action
	}
	if t.Seat = f.solo(); t.Seat >= 0 {
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
	case f.solo() >= 0:
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
func (f *Game) only() (rules.Action, bool) {
	s := f.State()
	if s.Decision() == rules.Over {
		return rules.None, false
	}
	return f.Rules.Forced(&s)
}

// forcedReveals reports whether the next decision is forced and reveals
// something.
func (f *Game) forcedReveals() bool {
	a, only := f.only()
	return only && f.reveals(a)
}

// reveals reports whether a legal action would reveal something.
func (f *Game) reveals(a rules.Action) bool {
	s := f.State()
	step, err := f.stepper().Step(&s, a)
	return err == nil && step.Reveals()
}

// undo returns the seat that may undo choices now (see Actor.undoes) and their positions,
// ascending. A held choice has the position it will get.
func (f *Game) undo() (seat int, to []int) {
	if f.Frozen != nil {
		return -1, nil
	}
	if f.entered() {
		return -1, f.choices()
	}
	from := 0
	if seat = f.solo(); seat >= 0 {
		from, _ = f.openAlone(seat)
	} else {
		var open bool
		if seat, from, open = f.openTurn(); !open {
			return -1, nil
		}
	}
	for i := from; i < len(f.Steps); i++ {
		if s := &f.Steps[i]; s.Seat == seat && s.choice() {
			to = append(to, i)
		}
	}
	if f.held != nil && f.held.bot == "" && f.held.seat == seat {
		to = append(to, len(f.Steps))
	}
	return seat, to
}

// turnFrom returns the position, of those that undo may go back to, where the
// last turn begins.
func (f *Game) turnFrom(to []int) int {
	if len(to) == 0 {
		return -1
	}
	at := func(i int) *record.Step {
		if i == len(f.Steps) {
			return f.lastTurn() // the held one
		}
		return f.Steps[i].Step
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
func (f *Game) forced() (rules.Action, bool) {
	if f.Frozen != nil {
		return rules.None, false
	}
	a, only := f.only()
	if !only || f.turn().Waiting {
		return rules.None, false
	}
	if k := f.decider(); f.askAll[k] && f.Seats[k].ByHand() && f.alone() < 0 {
		return rules.None, false
	}
	if f.Setup.Deal == Lesson && f.Seats[f.decider()].ByHand() && guide.Due(&f.History.Game, guide.Learner) != nil {
		return rules.None, false
	}
	return a, true
}

// BotDue returns the level of the computer player that is to decide now.
func (f *Game) BotDue() (level string, due bool) {
	if f.Frozen != nil {
		return "", false
	}
	s := f.State()
	if s.Decision() == rules.Over || record.Waits(&s) || f.turn().Waiting {
		return "", false
	}
	level = f.Seats[s.ToDecide()].Level
	return level, level != ""
}

// SameTask reports whether what a computer player decides about a position also serves
// a later one.
func (f *Game) SameTask(later *Game) bool {
	level, due := later.BotDue()
	before, _ := f.BotDue()
	return due && level == before && len(f.Steps) == len(later.Steps) && f.State() == later.State()
}
