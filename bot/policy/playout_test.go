package policy

import (
	"fmt"
	"testing"

	"ruhr/board"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// BenchmarkPlayout plays whole games by the learned policy, which is where the
// searching levels spend their time.
func BenchmarkPlayout(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		b.Run(fmt.Sprintf("%d_seats", seats), func(b *testing.B) {
			g := rules.NewGame(board.Default(), seats, rules.Variant{})
			p := NewLearned(NewTables(g), Models()[seats], 28)
			start, r := g.Start(0), rng.Source(1)
			b.ReportAllocs()
			for b.Loop() {
				s := start
				Playout(g, &s, p, &r)
			}
		})
	}
}

// A playout does not allocate.
func TestPlayoutsAllocateNothing(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	l := NewTables(g)
	for name, p := range map[string]Policy{
		"uniform": NewUniform(g), "heuristic": NewHeuristic(g, 20), "learned": NewLearned(l, Models()[4], 16),
	} {
		r := rng.Source(1)
		var s rules.State
		if n := testing.AllocsPerRun(20, func() {
			s = g.Start(0)
			Playout(g, &s, p, &r)
		}); n > 0 {
			t.Errorf("%s: %v allocations a playout", name, n)
		}
	}
}
