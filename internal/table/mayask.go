package table

import (
	"ruhr/rules"
)

// decider is the seat to decide.
func (f *fold) decider() int {
	s := f.state()
	return s.ToDecide()
}

// mayAsk refuses if there is no hint for the actor.
func (f *fold) mayAsk(who Actor) error {
	if f.frozen != nil {
		return ErrFrozen
	}
	s := f.state()
	if s.Decision() == rules.Over {
		return ErrOver
	}
	if t := f.turn(); t.Waiting {
		return ErrWaiting.at(t.Seat)
	}
	seat := s.ToDecide()
	if !who.Holds(seat) {
		return ErrNotYourTurn.at(seat)
	}
	if err := f.byHand(seat); err != nil {
		return err
	}
	if !f.setup.Hints {
		return ErrNoHints
	}
	if _, forced := f.game.Forced(&s); forced {
		return ErrNoChoice
	}
	return nil
}

// noteHint notes that the actor asked for advice on the decision to be made.
func noteHint() Command {
	return Command{name: "hint", stands: sameDecision, draft: func(f *fold, by Call) (draft, error) {
		return draft{kind: EventHint, seat: f.decider(), body: body{}}, f.mayAsk(by.Who)
	}}
}
