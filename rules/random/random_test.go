package random_test

import (
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/rules/random"
)

func game(t testing.TB, seats int) *rules.Game {
	b := board.Default()
	return rules.NewGame(b, seats, rules.Variant{})
}

// Both players play the same games: the playout only takes shorter ways.
func TestPlayAndFinish(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := game(t, seats)
		for seed := range uint64(50) {
			var p random.Player
			a, b := random.New(seed), random.New(seed)
			s, u := g.Start(a.Below(seats)), g.Start(b.Below(seats))
			p.Play(g, &s, &a)
			p.Finish(g, &u, &b)
			if s != u || a != b || s.Decision() != rules.Over {
				t.Fatalf("%d seats, seed %d: different ends, or not by the same numbers", seats, seed)
			}
		}
	}
}

// Every action of a legal set is drawn about as often, whether the set is drawn
// from by one look-up (two bytes from its first action on) or by counting.
func TestActionEven(t *testing.T) {
	for _, mask := range []uint64{
		1<<0 | 1<<3 | 1<<4 | 1<<31 | 1<<63,
		1<<40 | 1<<41,
		0xffff << 20,
		1<<7 | 1<<8 | 1<<15 | 1<<16 | 1<<22,
		1<<7 | 1<<8 | 1<<15 | 1<<16 | 1<<23,
	} {
		testEven(t, rules.Legal{Base: 100, Mask: mask})
	}
}

func testEven(t *testing.T, legal rules.Legal) {
	r := random.New(1)
	var drawn [64]int
	const each = 20000
	for range each * legal.Len() {
		a := r.Action(legal)
		require.Must(t, legal.Has(a), "drew %d, which is not among %x", a, legal.Mask)
		drawn[a-legal.Base]++
	}
	for k, times := range drawn {
		if legal.Mask>>k&1 != 0 && (times < each*95/100 || times > each*105/100) {
			t.Errorf("of %x, action %d drawn %d times, expected about %d", legal.Mask, k, times, each)
		}
	}
}

func bench(b *testing.B, play func(*rules.Game, *rules.State, *random.Source)) {
	g := game(b, 4)
	r := random.New(7)
	var s rules.State
	b.ReportAllocs()
	for b.Loop() {
		s = g.Start(r.Below(4))
		play(g, &s, &r)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkPlay(b *testing.B) {
	var p random.Player
	bench(b, p.Play)
}

func BenchmarkFinish(b *testing.B) {
	var p random.Player
	bench(b, p.Finish)
}
