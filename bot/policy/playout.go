// Package policy has what plays without searching: rules of thumb, a hand-made
// evaluator that looks one trip ahead, and what training made of it. Searches
// play their games out with it.
package policy

import (
	"math/bits"

	"ruhr/bot/rng"
	"ruhr/rules"
)

// A policy picks among the legal actions without searching. It must not
// allocate: playouts call it some hundred times a game.
type Policy interface {
	Pick(s *rules.State, r *rng.Source) rules.Action
}

// Settle lets chance decide until a seat must, or the game is over: every
// unseen marker is equally likely, and every country marker still face down.
func Settle(g *rules.Game, s *rules.State, r *rng.Source) {
	for {
		switch s.Decision() {
		case rules.DrawMarker:
			g.Draw(s, nthBit(s.Unseen(), r.Below(bits.OnesCount32(s.Unseen()))))
		case rules.RevealCountry:
			g.Reveal(s, drawCountry(s, r))
		default:
			return
		}
	}
}

func drawCountry(s *rules.State, r *rng.Source) int {
	a, b, c := s.HiddenOf(0), s.HiddenOf(1), s.HiddenOf(2)
	switch k := r.Below(a + b + c); {
	case k < a:
		return 0
	case k < a+b:
		return 1
	}
	return 2
}

// nthBit is the place of the n-th set bit, counted from 0.
func nthBit(set uint32, n int) int {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}

// NthAction is the n-th legal action, counted from 0.
func NthAction(l rules.Legal, n int) rules.Action {
	m := l.Mask
	for ; n > 0; n-- {
		m &= m - 1
	}
	return l.Base + rules.Action(bits.TrailingZeros64(m))
}

// Playout plays a position to the end of the game with one policy for all
// seats. It does not allocate.
func Playout(g *rules.Game, s *rules.State, p Policy, r *rng.Source) {
	for {
		Settle(g, s, r)
		if s.Decision() == rules.Over {
			return
		}
		l := g.Legal(s)
		if l.Mask&(l.Mask-1) == 0 {
			g.Play(s, l.First())
			continue
		}
		g.Play(s, p.Pick(s, r))
	}
}

// uniform picks any legal action with equal chance.
type uniform struct{ g *rules.Game }

func NewUniform(g *rules.Game) Policy { return uniform{g} }

func (u uniform) Pick(s *rules.State, r *rng.Source) rules.Action {
	l := u.g.Legal(s)
	return NthAction(l, r.Below(l.Len()))
}
