package table

import (
	"ruhr/guide"
	"ruhr/rules"
)

// alone gives the one seat that is played by hand where computer players play all
// others, -1 where there are more or none.
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

// sameTurn says whether two decisions next to each other belong to one turn.
func sameTurn(a, b *Step) bool {
	return a.Seat == b.Seat && a.Round == b.Round && a.Phase == b.Phase
}

// goesOn says whether the last decision's turn has more to decide.
func (f *fold) goesOn() bool {
	s := f.state()
	last := &f.steps[len(f.steps)-1]
	return s.Decision() != rules.Over &&
		s.ToDecide() == last.Seat && s.Round() == last.Round && s.Phase() == last.Phase
}

// choice says whether a decision was a person's choice.
func (s *Step) choice() bool { return !s.Auto && s.Bot == "" }

// openTurn gives the place of the first decision of the last turn that may
// still be taken back, and whether a choice is among those from there on: then
// the turn is open.
func (f *fold) openTurn() (from int, open bool) {
	n := len(f.steps)
	for from = n; from > 0; from-- {
		s := &f.steps[from-1]
		if s.Reveals || s.Bot != "" || from <= f.handed && f.alone() < 0 || !sameTurn(s, &f.steps[n-1]) {
			break
		}
		open = open || s.choice()
	}
	return from, open && f.seats[f.steps[n-1].Seat].ByHand()
}

// turn gives the turn in progress or the one that waits.
func (f *fold) turn() Turn {
	none := Turn{Seat: -1, From: len(f.steps), Last: rules.None}
	if f.frozen != nil {
		return none
	}
	from, open := f.openTurn()
	if !open {
		return none
	}
	t := Turn{Seat: f.steps[len(f.steps)-1].Seat, From: from, Last: rules.None}
	if !f.goesOn() {
		if f.alone() >= 0 {
			return none
		}
		t.Waiting = true
		return t
	}
	s := f.state()
	if legal := f.game.Legal(&s); legal.Len() == 1 && f.endsTurn(s, legal.First()) {
		t.Last = legal.First()
	}
	return t
}

// endsTurn says whether a decision hands its turn over for good: `done` does,
// and whatever reveals something.
func (f *fold) endsTurn(s rules.State, a rules.Action) bool {
	if f.isDone(a) {
		return true
	}
	step, err := f.stepper().Step(&s, a)
	return err == nil && step.Reveals()
}

// undo gives whose choices may be taken back now and their places, rising.
func (f *fold) undo() (seat int, to []int) {
	if f.frozen != nil || len(f.steps) == 0 {
		return -1, nil
	}
	from := 0
	if seat = f.alone(); seat >= 0 {
		from = f.openAlone(seat)
	} else {
		seat = f.steps[len(f.steps)-1].Seat
		var open bool
		if from, open = f.openTurn(); !open {
			return -1, nil
		}
	}
	for i := from; i < len(f.steps); i++ {
		if s := &f.steps[i]; s.Seat == seat && s.choice() {
			to = append(to, i)
		}
	}
	return seat, to
}

// openAlone is how far back a person alone with computer players may go: to the last
// reveal, not past another person's decision.
func (f *fold) openAlone(seat int) int {
	from := len(f.steps)
	for ; from > 0; from-- {
		if s := &f.steps[from-1]; s.Reveals || s.Seat != seat && s.choice() {
			break
		}
	}
	return from
}

// turnFrom is the one of the places to go back to at which the last turn that
// can be taken back began.
func (f *fold) turnFrom(to []int) int {
	if len(to) == 0 {
		return -1
	}
	k := len(to) - 1
	for i := to[k]; i > 0 && k > 0 && sameTurn(&f.steps[i], &f.steps[i-1]); i-- {
		if i-1 == to[k-1] {
			k--
		}
	}
	return to[k]
}

// forced gives the decision that is taken by itself now. In the game that
// teaches none is that has something to explain.
func (f *fold) forced() (rules.Action, bool) {
	s := f.state()
	if f.frozen != nil || s.Decision() == rules.Over {
		return rules.None, false
	}
	legal := f.game.Legal(&s)
	if legal.Len() != 1 {
		return rules.None, false
	}
	if t := f.turn(); t.Waiting || t.Last != rules.None {
		return rules.None, false
	}
	if f.setup.Guided && f.seats[s.ToDecide()].ByHand() && guide.Due(&f.history, guide.Learner) != nil {
		return rules.None, false
	}
	return legal.First(), true
}

// botDue gives the computer player that is to decide now.
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
