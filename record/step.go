package record

import (
	"errors"

	"ruhr/rules"
)

// Step is one decision of a game and all that followed by the rules and by chance,
// or the beginning of a game. It never changes once it is part of one.
type Step struct {
	Seat   int          // who decided, -1 at the beginning
	Action rules.Action // rules.None at the beginning
	Round  int          // round and phase it was taken in
	Phase  rules.Phase
	Turn   int          // turns count from 1: a seat's consecutive decisions in one phase; 0 at the beginning
	Forced bool         // nothing was to choose (rules.Game.Forced)
	Facts  []rules.Fact // of the decision and of all that followed; never nil
	Chance []Outcome    // what chance decided after it, in order
	State  rules.State  // after all that
}

// Outcome is what chance decided at a position.
type Outcome struct {
	Before rules.State // where the rules asked for it: rules.DrawMarker or rules.RevealCountry
	Number int         // the marker's on the board, or the country's port column
	Fact   int         // the place of the first fact that follows from it among those of its step
	Set    Correction  // nil; else people put this right there, and chance decided nothing
}

// Reveals reports whether something hidden was revealed: a marker, a country, or
// everything at the end of the game.
func (s *Step) Reveals() bool { return len(s.Chance) > 0 || s.State.Decision() == rules.Over }

// RoundsBegun is how many rounds begin in the step.
func (s *Step) RoundsBegun() (n int) {
	for _, f := range s.Facts {
		if f.Kind == rules.FRound {
			n++
		}
	}
	return n
}

// Stepper plays a game decision by decision, for live games, replays and records
// alike. It keeps no position, so that a caller may continue from any.
type Stepper struct {
	game     *rules.Game
	chance   rules.Chance
	facts    []rules.Fact
	outcomes []Outcome
}

// NewStepper returns a stepper for a game with a source of chance.
func NewStepper(g *rules.Game, c rules.Chance) *Stepper {
	p := &Stepper{chance: c}
	p.game = g.WithFacts(&p.facts)
	return p
}

// SetChance replaces the source of chance for the steps to come.
func (p *Stepper) SetChance(c rules.Chance) { p.chance = c }

// Start returns the beginning of a game when a seat begins, up to its first
// decision. With an error (from rules.Game.Settle) it ends at the missing outcome.
func (p *Stepper) Start(seat int) (*Step, error) {
	s := &Step{Seat: -1, Action: rules.None, Round: 1, Phase: 1}
	p.facts = p.facts[:0]
	s.State = p.game.Start(seat)
	return s, p.settle(s)
}

// Step plays a decision and the chance events after it. An illegal decision is
// refused with a *rules.Refusal and no step. With any other error (from
// rules.Game.Settle) the step ends at the missing outcome.
func (p *Stepper) Step(s *rules.State, a rules.Action) (*Step, error) {
	_, forced := p.game.Forced(s)
	step := &Step{Seat: s.ToDecide(), Round: s.Round(), Phase: s.Phase(), Action: a, Forced: forced, State: *s}
	p.facts = p.facts[:0]
	if err := p.game.Apply(&step.State, a); err != nil {
		return nil, err
	}
	return step, p.settle(step)
}

// settle plays the chance events after a decision.
func (p *Stepper) settle(s *Step) error {
	p.outcomes = p.outcomes[:0]
	return p.settleOn(s)
}

// settleOn is settle after some chance events of the step.
func (p *Stepper) settleOn(s *Step) error {
	err := p.game.Settle(&s.State, (*noting)(p))
	if errors.Is(err, errUnknown) {
		err = nil // it waits
	}
	s.Facts, s.Chance = append([]rules.Fact{}, p.facts...), append([]Outcome(nil), p.outcomes...)
	return err
}

// noting is a stepper as the source of chance that notes the outcomes of its own.
type noting Stepper

// Marker implements [rules.Chance].
func (p *noting) Marker(s *rules.State) (int, error) { return p.note(s, p.chance.Marker) }

// Country implements [rules.Chance].
func (p *noting) Country(s *rules.State) (int, error) { return p.note(s, p.chance.Country) }

func (p *noting) note(s *rules.State, source func(*rules.State) (int, error)) (int, error) {
	n, err := source(s)
	if err == nil {
		p.outcomes = append(p.outcomes, Outcome{Before: *s, Number: n, Fact: len(p.facts)})
	}
	return n, err
}
