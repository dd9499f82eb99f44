package record

import "ruhr/rules"

// Step is one decision of a game and its consequences.
type Step struct {
	Seat   int // who took it
	Round  int // round and phase it was taken in
	Phase  rules.Phase
	Action rules.Action
	Forced bool         // nothing was to choose (rules.Game.Forced)
	Facts  []rules.Fact // of the decision and all that followed automatically; never nil

	// Before and After are the positions before and after it.
	Before, After rules.State
}

// Reveals reports whether something hidden was revealed: a marker, a country, or
// everything at the end of the game.
func (s *Step) Reveals() bool {
	for _, f := range s.Facts {
		if f.Kind == rules.FMarker || f.Kind == rules.FCountry {
			return true
		}
	}
	return s.After.Decision() == rules.Over
}

// Stepper plays a game decision by decision, for live games, replays and records
// alike. It keeps no position, so that a caller may continue from any.
type Stepper struct {
	game   *rules.Game
	chance rules.Chance
	facts  []rules.Fact
}

// NewStepper returns a stepper for a game with a source of chance.
func NewStepper(g *rules.Game, c rules.Chance) *Stepper {
	p := &Stepper{chance: c}
	p.game = g.WithFacts(&p.facts)
	return p
}

// SetChance replaces the source of chance for the steps to come.
func (p *Stepper) SetChance(c rules.Chance) { p.chance = c }

// Start returns the position at the first decision when a seat begins, and the
// facts before it. Errors are those of rules.Game.Settle; the position is then
// the one without an outcome.
func (p *Stepper) Start(seat int) (s rules.State, opening []rules.Fact, err error) {
	p.facts = p.facts[:0]
	s = p.game.Start(seat)
	err = p.game.Settle(&s, p.chance)
	return s, p.taken(), err
}

// Step plays a decision and the chance events after it. An illegal decision is
// refused with a *rules.Refusal and no step. With any other error (from
// rules.Game.Settle) the step ends at the missing outcome.
func (p *Stepper) Step(s *rules.State, a rules.Action) (Step, error) {
	p.facts = p.facts[:0]
	_, forced := p.game.Forced(s)
	step := Step{Seat: s.ToDecide(), Round: s.Round(), Phase: s.Phase(), Action: a, Before: *s, After: *s, Forced: forced}
	if err := p.game.Apply(&step.After, a); err != nil {
		return Step{}, err
	}
	err := p.game.Settle(&step.After, p.chance)
	step.Facts = p.taken()
	return step, err
}

// taken returns the facts collected since the step began.
func (p *Stepper) taken() []rules.Fact { return append([]rules.Fact{}, p.facts...) }
