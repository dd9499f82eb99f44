package policy

import (
	"math/bits"

	"ruhr/bot/rng"
	"ruhr/rules"
)

// greedy picks the action that the hand-made evaluator values most and breaks
// ties at random. With noise, in hundredths of a VP, it sometimes takes an action
// up to that much below the best.
type greedy struct {
	*Evaluator
	noise int
}

// NewGreedy makes a greedy player from evaluator parameters.
func NewGreedy(l *Tables, par *Params, noise int) Policy {
	return &greedy{NewEvaluator(l, par), noise}
}

// Pick picks the best action, or one within noise of it.
func (t *greedy) Pick(s *rules.State, r *rng.Source) rules.Action {
	t.SetPosition(s)
	l := t.G.Legal(s)
	best, most, ties := rules.None, 0, 0
	for m := l.Mask; m != 0; m &= m - 1 {
		a := l.Base + rules.Action(bits.TrailingZeros64(m))
		w := t.Worth(a)
		if t.noise > 0 {
			w += r.Below(t.noise)
		}
		switch {
		case best == rules.None || w > most:
			best, most, ties = a, w, 1
		case w == most:
			if ties++; r.Below(ties) == 0 {
				best = a
			}
		}
	}
	return best
}
