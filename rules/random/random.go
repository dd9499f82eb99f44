// Package random plays games at random, very fast: the yardstick of the
// engine's speed, the base of property tests, and the start of every search.
package random

import (
	"math/bits"

	"ruhr/rules"
)

// Source is a small generator (a 64-bit Weyl sequence through one multiply
// fold) that costs next to nothing. The zero value is a source; the same seed
// gives the same numbers on every processor.
type Source struct{ state uint64 }

// New gives a source for a seed.
func New(seed uint64) Source { return Source{seed * 0x9e3779b97f4a7c15} }

// Uint64 gives the next number.
func (r *Source) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// Below gives a number from 0 to n-1, even up to one part in 2^32.
func (r *Source) Below(n int) int {
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Marker gives a marker drawn evenly from those unseen: whether one lies on the
// river or in the bag nobody knows, so each is as likely.
func (r *Source) Marker(s *rules.State) int {
	set := uint64(s.Unseen())
	return rules.Nth(set, r.Below(bits.OnesCount64(set)))
}

// Country gives a country drawn evenly from the face-down markers.
func (r *Source) Country(s *rules.State) int {
	hidden := s.HiddenCountries()
	k := r.Below(hidden[0] + hidden[1] + hidden[2])
	for c, n := range hidden {
		if k < n {
			return c
		}
		k -= n
	}
	return 0
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

// Player plays through the public interface with a list it keeps.
type Player struct{ list [64]rules.Action }

// Play plays to the end, asking for the list of legal actions and handing the
// chosen one to the judge. It gives the number of decisions.
func (p *Player) Play(g *rules.Game, s *rules.State, r *Source) (decisions int) {
	for {
		switch s.Decision() {
		case rules.Over:
			return decisions
		case rules.DrawMarker, rules.RevealCountry:
			r.Chance(g, s)
		default:
			list := g.Legal(s).Append(p.list[:0])
			if err := g.Apply(s, list[r.Below(len(list))]); err != nil {
				panic(err)
			}
			decisions++
		}
	}
}

// Finish plays to the end as a search does: it picks from the mask, skips the
// judge and asks for no chance where there is no choice.
func (p *Player) Finish(g *rules.Game, s *rules.State, r *Source) (decisions int) {
	for {
		d := s.Decision()
		if d >= rules.DrawMarker {
			if d == rules.Over {
				return decisions
			}
			r.Chance(g, s)
			continue
		}
		legal := g.Legal(s)
		n := legal.Len()
		a := legal.First()
		if n > 1 {
			a = legal.Nth(r.Below(n))
		}
		g.Play(s, a)
		decisions++
	}
}
