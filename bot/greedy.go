package bot

import (
	"math/bits"

	"ruhr/rules"
)

// thrifty picks the action of the most worth by the hand-made sense of value,
// the first of equals by chance.
//
// blur, in hundredths of a VP, is how much less than the best an action may be
// worth and still be taken at times.
type thrifty struct {
	*sense
	blur int
}

func newThrifty(g *rules.Game, blur int) *thrifty {
	return &thrifty{newSense(newLore(g), &handMade), blur}
}

func (t *thrifty) pick(s *rules.State, r *source) rules.Action {
	t.look(s)
	l := t.g.Legal(s)
	best, most, ties := rules.None, 0, 0
	for m := l.Mask; m != 0; m &= m - 1 {
		a := l.Base + rules.Action(bits.TrailingZeros64(m))
		w := t.worth(a)
		if t.blur > 0 {
			w += r.below(t.blur)
		}
		switch {
		case best == rules.None || w > most:
			best, most, ties = a, w, 1
		case w == most:
			if ties++; r.below(ties) == 0 {
				best = a
			}
		}
	}
	return best
}
