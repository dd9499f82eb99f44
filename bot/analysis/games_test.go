package analysis_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// In recorded games, the shares shown of all seats add up to one, and do not change
// because another seat is to decide: what is expected alike is shown alike from one
// position to the next within a round, and nearly alike when the round ends.
func TestSharesDoNotJump(t *testing.T) {
	files, err := filepath.Glob("../../record/testdata/*-seats-*.json")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	b := board.Default()
	passed := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		r, err := record.Read(data)
		require.NoError(t, err)
		played, err := record.Referee(r, b)
		require.NoError(t, err)
		g := played.Rules
		for n := 1; n < played.Len(); n++ {
			before, after := played.After(n-1), played.After(n)
			if before.ToDecide() != after.ToDecide() {
				passed++
			}
			for _, win := range [][4]float64{{0.6, 0.4}, {0.05, 0.95}, {0.2, 0.5, 0.3}, {0.9, 0.08, 0.02}, {0.25, 0.25, 0.25, 0.25}, {0.4, 0.1, 0.2, 0.3}, {0, 0, 0.01, 0.99}} {
				if win[g.Seats()-1] == 0 || g.Seats() < 4 && win[g.Seats()] > 0 {
					continue
				}
				x, y := shown(g, before, win), shown(g, after, win)
				most := 0.0
				if before.Round() != after.Round() {
					most = 0.02
				}
				sum := 0.0
				for k := range g.Seats() {
					sum += y[k]
					if math.Abs(x[k]-y[k]) > most+1e-12 {
						t.Errorf("%s, decision %d: seat %d jumps from %.4f to %.4f", file, n, k, x[k], y[k])
					}
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Errorf("%s, decision %d: shares %v add up to %v", file, n, y, sum)
				}
			}
		}
	}
	require.True(t, passed >= 300, "the turn passed %d times", passed)
}

// shown is how shares of wins are shown at a position.
func shown(g *rules.Game, s *rules.State, win [4]float64) [4]float64 {
	list := []analysis.Candidate{{Win: win}}
	analysis.Show(g, s, list)
	return list[0].Win
}
