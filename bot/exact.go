package bot

import (
	"context"
	"slices"

	"ruhr/rules"
)

// solver plays the end of the game out exactly. In round 12 nothing is random
// any more; once the positions still to come are few enough it looks at all of
// them, each seat choosing what gives it the greatest reward (max^n). What
// several ways lead to is looked at once.
type solver struct {
	g     *rules.Game
	known map[rules.State]ending
	left  int
	ctx   context.Context
}

// ending is the final VP of each seat.
type ending [4]int8

// solvable is the number of positions that are looked at before it gives up.
const solvable = 12000

func newSolver(g *rules.Game) *solver { return &solver{g: g} }

// within says whether the position is so late that trying pays: at most two
// seats have purchases to make.
func (v *solver) within(s *rules.State) bool {
	return s.Round() == rounds && s.Phase() == rules.Purchase && s.Turn() >= v.g.Seats()-2
}

// solve gives the best action where the position can be played out, with what
// comes of every action.
func (v *solver) solve(ctx context.Context, s *rules.State) (Thought, bool) {
	if !v.within(s) {
		return Thought{}, false
	}
	v.known, v.left, v.ctx = map[rules.State]ending{}, solvable, ctx
	who := s.ToDecide()
	type line struct {
		a   rules.Action
		end ending
	}
	var lines []line
	for l := v.g.Legal(s); l.Mask != 0; l.Mask &= l.Mask - 1 {
		next := *s
		v.g.Play(&next, l.First())
		lines = append(lines, line{l.First(), v.value(&next)})
		if v.left < 0 {
			return Thought{}, false
		}
	}
	slices.SortStableFunc(lines, func(x, y line) int {
		return int(v.reward(y.end, who) - v.reward(x.end, who))
	})
	th := Thought{Action: lines[0].a}
	for _, x := range lines {
		th.Considered = append(th.Considered, v.certain(x.a, x.end))
	}
	return th, true
}

// certain tells an ending as what is expected of an action.
func (v *solver) certain(a rules.Action, end ending) Considered {
	c := Considered{Action: a, Playouts: 1}
	var vp [4]int8 = end
	for who := range v.g.Seats() {
		x := float64(end[who])
		c.VP[who], c.Low[who], c.High[who] = x, x, x
		c.Win[who] = winShare(&vp, v.g.Seats(), who)
	}
	return c
}

func (v *solver) reward(e ending, who int) int64 {
	var vp [4]int
	for i, x := range e {
		vp[i] = int(x)
	}
	return rewardsOf(&vp, v.g.Seats())[who]
}

// value is the ending when all go on as suits them best. Where several actions
// are equal to a seat, the first is taken.
func (v *solver) value(s *rules.State) ending {
	for s.Decision() != rules.Over && v.g.Legal(s).Len() == 1 {
		v.g.Play(s, v.g.Legal(s).First())
	}
	if s.Decision() == rules.Over {
		var e ending
		for who := range v.g.Seats() {
			e[who] = int8(v.g.Score(s, who))
		}
		return e
	}
	if e, ok := v.known[*s]; ok {
		return e
	}
	if v.left--; v.left < 0 || v.left%256 == 0 && v.ctx.Err() != nil {
		v.left = -1
		return ending{}
	}
	who := s.ToDecide()
	var best ending
	most := int64(-1)
	for l := v.g.Legal(s); l.Mask != 0; l.Mask &= l.Mask - 1 {
		next := *s
		v.g.Play(&next, l.First())
		e := v.value(&next)
		if v.left < 0 {
			return best
		}
		if r := v.reward(e, who); r > most {
			best, most = e, r
		}
	}
	v.known[*s] = best
	return best
}
