// Package policy provides players that do not search: heuristics, a hand-made
// evaluator that looks one trip ahead, and the trained model. Searches use them
// for their playouts.
package policy

import (
	"math/bits"

	"ruhr/bot/rng"
	"ruhr/rules"
)

// Policy picks among the legal actions without searching. Playouts call it some
// hundred times a game, so it must not allocate.
type Policy interface {
	Pick(s *rules.State, r *rng.Source) rules.Action
}

// Settle resolves chance until a seat must decide or the game is over. Every
// unseen marker is equally likely, and so is every face-down country marker.
func Settle(g *rules.Game, s *rules.State, r *rng.Source) {
	for {
		switch s.Decision() {
		case rules.DrawMarker:
			g.Draw(s, nthBit(uint64(s.Unseen()), r.Below(bits.OnesCount32(s.Unseen()))))
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

// nthAction is the n-th legal action, counted from 0.
func nthAction(l rules.Legal, n int) rules.Action {
	return l.Base + rules.Action(nthBit(l.Mask, n))
}

// Playout plays a position to the end of the game with one policy for all
// seats. It does not allocate.
func Playout(g *rules.Game, s *rules.State, p Policy, r *rng.Source) {
	PlayRounds(g, s, p, r, Rounds)
}

// PlayRounds plays a position to the end of a round, before chance decides
// anything of the next one, or to the end of the game.
func PlayRounds(g *rules.Game, s *rules.State, p Policy, r *rng.Source, last int) {
	for s.Round() <= last {
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

// Uniform picks legal actions with equal probability.
type Uniform struct{ g *rules.Game }

// NewUniform makes a game's policy that plays at random.
func NewUniform(g *rules.Game) Uniform { return Uniform{g} }

// Pick picks an action.
func (u Uniform) Pick(s *rules.State, r *rng.Source) rules.Action {
	l := u.g.Legal(s)
	return l.Base + rules.Action(AnyOf(l.Mask, r))
}

// AnyOf is the index of a random set bit of a mask, each equally likely.
func AnyOf(mask uint64, r *rng.Source) int {
	first := bits.TrailingZeros64(mask) & 63
	if near := mask >> first; near < 1<<16 {
		places, size := placesIn(near)
		k, _ := bits.Mul64(r.Next(), size)
		return first + int(places>>(k&60)&15)
	}
	return nthOfMany(mask, r.Below(bits.OnesCount64(mask)))
}
