// Package random plays games at random, very fast: the yardstick of the
// engine's speed and the base of property tests.
package random

import (
	"math/bits"

	"ruhr/rules"
)

// Source is a small, fast generator: a 64-bit Weyl sequence through one multiply
// fold. The zero value is a source; the same seed
// gives the same numbers on every processor.
type Source struct{ state uint64 }

// New returns a source for a seed.
func New(seed uint64) Source { return Source{seed * 0x9e3779b97f4a7c15} }

// Uint64 returns the next number.
func (r *Source) Uint64() uint64 {
	x := r.state + 0x9e3779b97f4a7c15
	r.state = x
	hi, lo := bits.Mul64(x, x^0xe7037ed1a0b428db)
	return hi ^ lo
}

// Below returns a number from 0 to n-1, even up to one part in 2^32.
func (r *Source) Below(n int) int {
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Marker returns a marker drawn evenly from those unseen: whether one lies on the
// river or in the bag nobody knows, so each is as likely.
func (r *Source) Marker(s *rules.State) int {
	return pickFar(uint64(s.Unseen()), r.Uint64())
}

// Country returns a country drawn evenly from the face-down markers.
func (r *Source) Country(s *rules.State) int {
	first, second := s.HiddenOf(0), s.HiddenOf(1)
	switch k := r.Below(first + second + s.HiddenOf(2)); {
	case k < first:
		return 0
	case k < first+second:
		return 1
	}
	return 2
}

// Chance hands in an outcome where chance decides.
func (r *Source) Chance(g *rules.Game, s *rules.State) {
	// The outcomes are of what is unseen, so they are never refused.
	if s.Decision() == rules.DrawMarker {
		_ = g.Draw(s, r.Marker(s))
	} else {
		_ = g.Reveal(s, r.Country(s))
	}
}

// Action returns an action drawn evenly from a legal set. Where there is only one
// it takes no number from the source.
func (r *Source) Action(legal rules.Legal) rules.Action {
	if legal.Mask&(legal.Mask-1) == 0 {
		return legal.First()
	}
	return legal.Base + rules.Action(pick(legal.Mask, r.Uint64()))
}

// Player plays games at random. It keeps nothing between them.
type Player struct{}

// Play plays to the end through the public interface: it asks what is legal
// and applies the action drawn.
func (p *Player) Play(g *rules.Game, s *rules.State, r *Source) { play(g, s, r) }

// play has no receiver, so that game and state are its first arguments, as they
// are those of Apply, and stay in their registers. Here and in finish the body of
// pick is written out, as it is too large for the compiler to inline.
func play(g *rules.Game, s *rules.State, r *Source) {
	for {
		mask := g.Legal(s).Mask
		var k int
		if mask&(mask-1) != 0 {
			random := r.Uint64()
			first := bits.TrailingZeros64(mask)
			if near := mask >> first; near < 1<<nearBits {
				k = first + pickNear(near, random)
			} else {
				k = pickFar(mask, random)
			}
		} else if mask != 0 { // no need for chance
			k = bits.TrailingZeros64(mask)
		} else if s.Decision() == rules.Over {
			return
		} else {
			r.Chance(g, s)
			continue
		}
		if err := g.Apply(s, g.Legal(s).Base+rules.Action(k)); err != nil {
			panic(err)
		}
	}
}

// Finish plays to the end as a search does: by the mask alone, without naming
// actions.
func (p *Player) Finish(g *rules.Game, s *rules.State, r *Source) { finish(g, s, r) }

func finish(g *rules.Game, s *rules.State, r *Source) {
	for {
		mask := g.Legal(s).Mask
		var k int
		if mask&(mask-1) != 0 {
			random := r.Uint64()
			first := bits.TrailingZeros64(mask)
			if near := mask >> first; near < 1<<nearBits {
				k = first + pickNear(near, random)
			} else {
				k = pickFar(mask, random)
			}
		} else if mask != 0 { // no need for chance
			k = bits.TrailingZeros64(mask)
		} else if s.Decision() == rules.Over {
			return
		} else {
			r.Chance(g, s)
			continue
		}
		g.PlayNumber(s, k)
	}
}
