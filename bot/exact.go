package bot

import (
	"context"

	"ruhr/rules"
)

// solver plays the end of the game out exactly. In round 12 nothing is random
// any more; once the positions still to come are few enough it looks at all of
// them, each seat choosing what gives it the greatest reward (max^n). What
// several ways lead to is looked at once.
type solver struct {
	g     *rules.Game
	known map[rules.State][4]int64
	left  int
	ctx   context.Context
}

// solvable is the number of positions that are looked at before it gives up.
const solvable = 20000

func newSolver(g *rules.Game) *solver { return &solver{g: g} }

// solve gives the best action where the position can be played out.
func (v *solver) solve(ctx context.Context, s *rules.State) (Thought, bool) {
	if s.Round() < rounds || s.Phase() != rules.Purchase {
		return Thought{}, false
	}
	v.known, v.left, v.ctx = map[rules.State][4]int64{}, solvable, ctx
	who := s.ToDecide()
	l := v.g.Legal(s)
	var th Thought
	best := int64(-1)
	for i := range l.Len() {
		a := nthAction(l, i)
		next := *s
		v.g.Play(&next, a)
		worth := v.value(&next)
		if v.left < 0 {
			return Thought{}, false
		}
		if worth[who] > best {
			th.Action, best = a, worth[who]
		}
	}
	return th, true
}

// value is the reward of each seat when all go on as suits them best. Where
// several actions are equal to a seat, the first is taken.
func (v *solver) value(s *rules.State) [4]int64 {
	for s.Decision() != rules.Over {
		l := v.g.Legal(s)
		if l.Len() > 1 {
			break
		}
		v.g.Play(s, l.First())
	}
	if s.Decision() == rules.Over {
		r, _ := rewards(v.g, s)
		return r
	}
	if r, ok := v.known[*s]; ok {
		return r
	}
	if v.left--; v.left < 0 || v.left%256 == 0 && v.ctx.Err() != nil {
		v.left = -1
		return [4]int64{}
	}
	who := s.ToDecide()
	var best [4]int64
	first := true
	for l := v.g.Legal(s); l.Mask != 0; l.Mask &= l.Mask - 1 {
		next := *s
		v.g.Play(&next, l.First())
		r := v.value(&next)
		if v.left < 0 {
			return best
		}
		if first || r[who] > best[who] {
			best, first = r, false
		}
	}
	v.known[*s] = best
	return best
}
