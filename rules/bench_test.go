package rules_test

import (
	"math/bits"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

func newGame(t testing.TB, seats int, v rules.Variant) *rules.Game {
	b := board.Default()
	return rules.NewGame(b, seats, v)
}

// lcg is a small generator that costs next to nothing, so that the figures are
// the engine's.
type lcg uint64

func (r *lcg) intn(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	hi, _ := bits.Mul64(uint64(*r), uint64(n))
	return int(hi)
}

// randomMarker draws evenly from a set.
func (r *lcg) bit(set uint32) int {
	for k := r.intn(bits.OnesCount32(set)); k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}

func (r *lcg) chance(g *rules.Game, s *rules.State) {
	if s.Decision() == rules.DrawMarker {
		_ = g.Draw(s, r.bit(s.Unseen()))
		return
	}
	hidden := s.HiddenCountries()
	k := r.intn(hidden[0] + hidden[1] + hidden[2])
	c := 0
	for k >= hidden[c] {
		k -= hidden[c]
		c++
	}
	_ = g.Reveal(s, c)
}

// playRandom plays one uniformly random game through the public interface and
// counts its decisions.
func playRandom(g *rules.Game, r *lcg, list []rules.Action) (rules.State, int) {
	s := g.Start(r.intn(g.Seats()))
	n := 0
	for {
		switch s.Decision() {
		case rules.Over:
			return s, n
		case rules.DrawMarker, rules.RevealCountry:
			r.chance(g, &s)
		default:
			list = g.Legal(&s).Append(list[:0])
			if err := g.Apply(&s, list[r.intn(len(list))]); err != nil {
				panic(err)
			}
			n++
		}
	}
}

func BenchmarkPublic(b *testing.B) {
	g := newGame(b, 4, rules.Variant{})
	r := lcg(7)
	list := make([]rules.Action, 0, 64)
	decisions := 0
	b.ReportAllocs()
	for b.Loop() {
		_, n := playRandom(g, &r, list)
		decisions += n
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(decisions)/float64(b.N), "decisions/game")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(decisions), "ns/decision")
}

func BenchmarkCopy(b *testing.B) {
	g := newGame(b, 4, rules.Variant{})
	s := g.Start(0)
	var to rules.State
	for b.Loop() {
		to = s
	}
	_ = to
}
