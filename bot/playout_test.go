package bot

import (
	"fmt"
	"testing"

	"ruhr/rules"
)

// BenchmarkPlayout is a whole game by the learned policy, as the searching
// levels play it out: a benchmark of their one costly part.
func BenchmarkPlayout(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		b.Run(fmt.Sprintf("%d_seats", seats), func(b *testing.B) {
			g := rules.NewGame(defaultBoard(b), seats, rules.Variant{})
			p := newLearned(newTables(g), modelFor(seats), tuned.play)
			start, r := g.Start(0), source(1)
			b.ReportAllocs()
			for b.Loop() {
				s := start
				playout(g, &s, p, &r)
			}
		})
	}
}
