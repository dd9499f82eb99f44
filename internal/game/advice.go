package game

import (
	"ruhr/rules"
)

// decider is the seat to decide.
func (f *Game) decider() int {
	s := f.State()
	return s.ToDecide()
}

// MayAsk refuses if there is no hint for the actor.
func (f *Game) MayAsk(who Actor) error {
	if f.Frozen != nil {
		return ErrFrozen
	}
	s := f.State()
	if s.Decision() == rules.Over {
		return ErrOver
	}
	if t := f.turn(); t.Waiting {
		return ErrWaiting.At(t.Seat)
	}
	seat := s.ToDecide()
	if !who.Holds(seat) {
		return ErrNotYourTurn.At(seat)
	}
	if err := f.byHand(seat); err != nil {
		return err
	}
	if !f.Setup.Hints {
		return ErrNoHints
	}
	if _, forced := f.Rules.Forced(&s); forced {
		return ErrNoChoice
	}
	return nil
}

// NoteHint notes that the actor asked for advice on the decision to be made.
func NoteHint() Command {
	return Command{name: "hint", stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		return draft{kind: EventHint, seat: f.decider(), body: body{}}, f.MayAsk(by.Who)
	}}
}
