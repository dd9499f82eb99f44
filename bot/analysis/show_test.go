package analysis

import (
	"math"
	"slices"
	"testing"

	"ruhr/board"
)

// Shares, VP and intervals corrected by hand.
func TestCorrection(t *testing.T) {
	c := &Correction{Power: [2]int{100, 200}, Late: 16, Early: 32, Spread: 80}
	for _, x := range []struct {
		win, want []float64
		round     int
	}{
		{[]float64{0.7, 0.3}, []float64{0.7, 0.3}, 1},
		{[]float64{0.75, 0.25}, []float64{0.9, 0.1}, 12},
		{[]float64{0.5, 0.25, 0.25}, []float64{2 / 3., 1 / 6., 1 / 6.}, 12},
		{[]float64{0.25, 0.5, 0.25, 0}, []float64{50 / 201., 100 / 201., 50 / 201., 1 / 201.}, 1},
	} {
		got := slices.Clone(x.win)
		c.shares(got, x.round)
		for k := range got {
			if math.Abs(got[k]-x.want[k]) > 1e-9 {
				t.Errorf("%.4f in round %d become %.4f, want %.4f", x.win, x.round, got, x.want)
			}
		}
	}
	for round, want := range map[int]float64{12: 1, 1: 3, 11: 1 + 2/121.0} {
		if got := c.moreVP(round); math.Abs(got-want) > 1e-9 {
			t.Errorf("%.3f more VP in round %d, expected %.3f", got, round, want)
		}
	}
	for half, want := range map[float64]float64{5: 3.5, 1: 0.5, 0: 0.5} {
		if got := c.width(half); math.Abs(got-want) > 1e-9 {
			t.Errorf("%.1f to either side becomes %.2f, expected %.2f", half, got, want)
		}
	}
}

// A seat that is expected to win more often at the others' expense is shown to,
// and a small difference is shown as a small one, in every round.
func TestSharesRiseSmoothly(t *testing.T) {
	const step = 0.001
	for seats := 2; seats <= 4; seats++ {
		c := &corrections[seats]
		for round := 1; round <= board.Rounds; round++ {
			last := -1.0
			for n := 10; n <= 990; n++ {
				win := make([]float64, seats)
				for k := range win {
					win[k] = (1 - float64(n)*step) / float64(seats-1)
				}
				win[0] = float64(n) * step
				c.shares(win, round)
				if last >= 0 && (win[0] <= last || win[0]-last > 5*step) {
					t.Errorf("%d seats, round %d: %d thousandths are shown as %.4f, one less as %.4f", seats, round, n, win[0], last)
				}
				last = win[0]
			}
		}
	}
}
