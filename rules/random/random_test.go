package random_test

import (
	"math/bits"
	"testing"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/rules/random"
)

func game(t testing.TB, seats int) *rules.Game {
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
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
			if m, n := p.Play(g, &s, &a), p.Finish(g, &u, &b); m != n || s != u || s.Decision() != rules.Over {
				t.Fatalf("%d seats, seed %d: %d and %d decisions, or different ends", seats, seed, m, n)
			}
		}
	}
}

// Every action of a legal set is drawn about as often.
func TestActionEven(t *testing.T) {
	legal := rules.Legal{Base: 100, Mask: 1<<0 | 1<<3 | 1<<4 | 1<<31 | 1<<63}
	r := random.New(1)
	var drawn [64]int
	const each = 20000
	n := bits.OnesCount64(legal.Mask)
	for range each * n {
		a := r.Action(legal)
		if !legal.Has(a) {
			t.Fatalf("drew %d, which is not legal", a)
		}
		drawn[a-legal.Base]++
	}
	for k, times := range drawn {
		if legal.Mask>>k&1 != 0 && (times < each*95/100 || times > each*105/100) {
			t.Errorf("action %d drawn %d times, expected about %d", k, times, each)
		}
	}
}

func bench(b *testing.B, play func(*rules.Game, *rules.State, *random.Source) int) {
	g := game(b, 4)
	r := random.New(7)
	decisions := 0
	var s rules.State
	b.ReportAllocs()
	for b.Loop() {
		s = g.Start(r.Below(4))
		decisions += play(g, &s, &r)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(decisions), "ns/decision")
}

func BenchmarkPlay(b *testing.B) {
	var p random.Player
	bench(b, p.Play)
}

func BenchmarkFinish(b *testing.B) {
	var p random.Player
	bench(b, p.Finish)
}
