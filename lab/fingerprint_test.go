package lab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/rules"
)

// TestFingerprint pins the figures of fixed matches and games. If a change is
// intended, run
//
//	go test ./lab -run Fingerprint -args -update
func TestFingerprint(t *testing.T) {
	var got strings.Builder
	interval := func(i Interval) string { return fmt.Sprintf("%.4f (%.4f to %.4f)", i.Mean, i.Low, i.High) }
	for _, bots := range [][]string{
		{"lotse", "schiffer"}, {"greedy", "schiffer", "random"}, {"schiffer", "lotse", "schiffer", "greedy"},
	} {
		seats := len(bots)
		r, err := Arena(t.Context(), ArenaConfig{Board: board.Default(), Seats: seats, Games: 20*seats - 1, Seed: 12, Bots: bots,
			SPRT: &SPRT{H0: 0, H1: 400, Alpha: 1e-9}})
		require.NoError(t, err)
		fmt.Fprintf(&got, "%d seats, %d games, %d blocks, fair %.4f, LLR %.4f within %.4f to %.4f: %s\n",
			r.Seats, r.Games, r.Blocks, r.Fair, r.SPRT.LLR, r.SPRT.Low, r.SPRT.High, r.SPRT.Verdict)
		for _, e := range r.Entrants {
			fmt.Fprintf(&got, "  %s wins %s margin %s VP %s rank %s rating %.2f in %d decisions\n", e.Bot,
				interval(e.Win), interval(e.Margin), interval(e.VP), interval(e.Rank), e.Rating, e.Chosen)
		}
		s, err := Sim(t.Context(), SimConfig{Board: board.Default(), Seats: seats, Games: 20, Seed: 3, Bots: bots})
		require.NoError(t, err)
		fmt.Fprintf(&got, "  sim: %d games, winner %.3f\n", s.Games, s.WinnerVP)
		for _, x := range s.Seats {
			fmt.Fprintf(&got, "  %s %.4f wins, %.3f VP, rank %.3f\n", x.Bot, x.Wins, x.MeanVP, x.MeanRank)
		}
	}
	tuned := tune(t.Context(), rules.NewGame(board.Default(), 3, rules.Variant{}), policy.HandMadeParams, 4, 5, nil)
	got.WriteString("tuned in five steps:")
	for _, p := range tuned.All() {
		fmt.Fprintf(&got, " %d", *p)
	}
	got.WriteString("\n")
	bottest.Fingerprint(t, "testdata/fingerprint.txt", got.String())
}

// Times are counted in buckets and found again to within 3 %.
func TestStopwatch(t *testing.T) {
	w, other := stopwatch{Buckets: map[int]int{}}, stopwatch{Buckets: map[int]int{}}
	for range 90 {
		w.add(2 * time.Millisecond)
	}
	for range 10 {
		other.add(50 * time.Millisecond)
	}
	w.merge(&other)
	if w.count() != 100 {
		t.Errorf("%d times, expected 100", w.count())
	}
	for q, want := range map[float64]float64{0.5: 2, 0.9: 2, 0.95: 50, 0.99: 50} {
		if got := w.quantile(q); got < 0.97*want || got > 1.03*want {
			t.Errorf("quantile %v is %.3f ms, expected %v", q, got, want)
		}
	}
	if empty := (&stopwatch{}).quantile(0.5); empty != 0 {
		t.Errorf("nothing took %v ms", empty)
	}
}

// Fitting raises the weight of the feature that the searches preferred and
// lowers the loss on held-out decisions.
func TestFitLearns(t *testing.T) {
	m := &policy.Model{Weights: make([]int16, 3)}
	var samples []sample
	for range 100 {
		samples = append(samples, sample{
			feats: []policy.Feature{{Which: 0, Amount: policy.Unit}, {Which: 1, Amount: policy.Unit}},
			ends:  []int32{1, 2},
			share: []float32{0.9, 0.1},
		})
	}
	before, after := fit(m, samples, 20, 1)
	if before < 0.69 || before > 0.70 { // the logarithm of two
		t.Errorf("the loss before is %v", before)
	}
	if after > 0.36 { // it cannot be below 0.325
		t.Errorf("the loss after is %v", after)
	}
	if odds := int(m.Weights[0]) - int(m.Weights[1]); odds < 400 || odds > 650 { // 256 times the logarithm of 9 is 562
		t.Errorf("weights %v", m.Weights)
	}
	if m.Weights[2] != 0 {
		t.Errorf("the feature that never occurred weighs %d", m.Weights[2])
	}
}
