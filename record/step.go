package record

import "ruhr/rules"

// Step is one decision of a game and what came of it.
type Step struct {
	Seat   int // who took it
	Round  int // in which it was taken, and in which phase
	Phase  rules.Phase
	Action rules.Action
	Forced bool         // it was the only legal one
	Facts  []rules.Fact // of the decision and of all that followed by itself; never nil

	// Before and After are the positions it was taken in and led to.
	Before, After rules.State
}

// Reveals reports whether something came to light that nobody knew before: a
// marker, a country, or with the end of the game everything.
func (s *Step) Reveals() bool {
	for _, f := range s.Facts {
		if f.Kind == rules.FMarker || f.Kind == rules.FCountry {
			return true
		}
	}
	return s.After.Decision() == rules.Over
}

// Stepper plays a game decision by decision: every game that is played,
// replayed or read runs through one. It keeps no position, so that a caller
// may go on from any.
type Stepper struct {
	game   *rules.Game
	chance rules.Chance
	facts  []rules.Fact
}

// NewStepper makes a stepper of a game whose chance comes from one source.
func NewStepper(g *rules.Game, c rules.Chance) *Stepper {
	p := &Stepper{chance: c}
	p.game = g.Noting(&p.facts)
	return p
}

// Start gives the position at the first decision when a seat begins, and what
// happened before it. The error is that of rules.Game.Settle; the position is
// then the one that chance has no outcome for.
func (p *Stepper) Start(seat int) (s rules.State, opening []rules.Fact, err error) {
	p.facts = p.facts[:0]
	s = p.game.Start(seat)
	err = p.game.Settle(&s, p.chance)
	return s, p.taken(), err
}

// Step plays a decision and what chance decides after it. A decision that is
// not legal is refused with a *rules.Refusal and no step. With any other error
// (that of rules.Game.Settle) the step ends where chance has no outcome.
func (p *Stepper) Step(s *rules.State, a rules.Action) (Step, error) {
	p.facts = p.facts[:0]
	step := Step{Seat: s.ToDecide(), Round: s.Round(), Phase: s.Phase(), Action: a, Before: *s, After: *s,
		Forced: p.game.Legal(s).Len() == 1}
	if err := p.game.Apply(&step.After, a); err != nil {
		return Step{}, err
	}
	err := p.game.Settle(&step.After, p.chance)
	step.Facts = p.taken()
	return step, err
}

// taken gives the facts noted since the beginning of the step.
func (p *Stepper) taken() []rules.Fact { return append([]rules.Fact{}, p.facts...) }
