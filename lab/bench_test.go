package lab

import (
	"slices"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/rules/random"
)

// BenchmarkSim plays games of `ruhr-lab sim` between random players in one worker,
// in turn with as many games of the engine alone, as playgames does. It
// reports the median ratio of their speeds, which other work on the machine
// hardly affects.
func BenchmarkSim(b *testing.B) {
	const games = 1000
	board := board.Default()
	g := rules.NewGame(board, 4, rules.Variant{})
	var p random.Player
	r := random.New(7)
	var shares []float64
	var simulated time.Duration
	for b.Loop() {
		began := time.Now()
		for range games {
			s := g.Start(r.Below(4))
			p.Play(g, &s, &r)
		}
		alone := time.Since(began)
		began = time.Now()
		if _, err := Sim(b.Context(), SimConfig{Board: board, Seats: 4, Games: games, Seed: uint64(b.N), Bots: []string{"random"}}); err != nil {
			b.Fatal(err)
		}
		took := time.Since(began)
		simulated += took
		shares = append(shares, alone.Seconds()/took.Seconds())
	}
	slices.Sort(shares)
	b.ReportMetric(shares[len(shares)/2], "of_playgames")
	b.ReportMetric(float64(games*len(shares))/simulated.Seconds(), "games/s")
}
