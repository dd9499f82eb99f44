package lab

import "math"

// SPRT is a sequential probability ratio test of the first computer player against
// the others: it stops as soon as one of two hypotheses about its strength can be
// accepted with an error rate of at most Alpha. Strength is in rating points (see
// Entrant.Rating) above the others.
type SPRT struct {
	H0, H1 float64 // 0 and 15 for something new, -10 and 5 for something simpler
	Alpha  float64 // 0 for 0.05
}

// Verdict of a sequential test.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	Better    Verdict = "H1"
	NotBetter Verdict = "H0"
)

// SPRTResult is the state of a sequential test: the log-likelihood ratio of H1
// against H0, and the bounds between which the match continues.
type SPRTResult struct {
	Verdict Verdict `json:"verdict"`
	Blocks  int     `json:"blocks"`
	LLR     float64 `json:"llr"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// fewest is the number of blocks before a test may stop: the spread of block
// scores must be known by then.
const fewest = 16

// test tests the block scores of the first computer player, taken as normal with the
// spread that they have.
func (t *SPRT) test(scores []float64, seats int) SPRTResult {
	alpha := t.Alpha
	if alpha == 0 {
		alpha = 0.05
	}
	r := SPRTResult{Verdict: Undecided, Low: math.Log(alpha / (1 - alpha)), High: math.Log((1 - alpha) / alpha)}
	m0, m1 := shareOf(t.H0, seats), shareOf(t.H1, seats)
	n, sum, squares := 0.0, 0.0, 0.0
	for _, x := range scores {
		n, sum, squares = n+1, sum+x, squares+x*x
		if n < fewest {
			continue
		}
		spread := max((squares-sum*sum/n)/(n-1), 1e-4)
		r.LLR = (m1 - m0) * (sum - n*(m0+m1)/2) / spread
		r.Blocks = int(n)
		if r.LLR >= r.High {
			r.Verdict = Better
			return r
		}
		if r.LLR <= r.Low {
			r.Verdict = NotBetter
			return r
		}
	}
	r.Blocks = int(n)
	return r
}

// shareOf is the win share of a player that many rating points above equal
// others.
func shareOf(points float64, seats int) float64 {
	f := math.Pow(10, points/400)
	return f / (f + float64(seats) - 1)
}
