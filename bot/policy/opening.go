package policy

import (
	"ruhr/bot/rng"
	"ruhr/rules"
)

// Opening plays round 1 by one policy and the rest of the game by another. A level that
// plays each position alike opens alike at each place, and the openings of all together
// then decide who wins; one that varies its first round does not.
type Opening struct{ First, Later Policy }

// Pick picks by the policy of the round.
func (o Opening) Pick(s *rules.State, r *rng.Source) rules.Action {
	if s.Round() == 1 {
		return o.First.Pick(s, r)
	}
	return o.Later.Pick(s, r)
}
