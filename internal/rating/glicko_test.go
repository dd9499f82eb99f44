package rating

import (
	"math"
	"testing"
)

// The new volatility solves the equation of step 5 of Glickman's paper, here
// found by halving an interval: after results as expected, somewhat better, and
// far better or worse than expected.
func TestGlicko2Volatility(t *testing.T) {
	for _, c := range []struct{ phi, v, delta, sigma float64 }{
		{1.1513, 1.7785, -0.4834, 0.06}, // the paper's example
		{0.2, 4, 0, 0.06},
		{2, 3.5, 0, 0.06},
		{1.5, 3, 2, 0.06},
		{0.5, 1, 3, 0.06},
		{0.5, 1, -3, 0.06},
		{0.3, 0.5, 5, 0.3},
		{0.25, 4.1, 12, 0.06},
		{0.25, 0.1, 0, 1.2},
		{0.05, 0.02, 0.1, 1.5},
	} {
		rest := func(x float64) float64 {
			all := math.Pow(c.phi, 2) + c.v + math.Exp(x)
			return math.Exp(x)*(math.Pow(c.delta, 2)-all)/(2*math.Pow(all, 2)) - (x-2*math.Log(c.sigma))/math.Pow(tau, 2)
		}
		lower, upper := -20.0, 20.0 // rest is above 0, and below 0
		for range 100 {
			if middle := (lower + upper) / 2; rest(middle) > 0 {
				lower = middle
			} else {
				upper = middle
			}
		}
		if got, want := volatility(c.phi, c.v, c.delta, c.sigma), math.Exp(lower/2); !near(got/want, 1, 1e-6) {
			t.Errorf("volatility%v = %v, want %v", c, got, want)
		}
	}
}

// A game against somebody whose strength is known says more, and the new
// volatility and the time since the last game count in the new deviation.
func TestGlicko2Steps(t *testing.T) {
	e := estimate{1500, 200, 0.06}
	g := []game{{estimate{value: 1900, deviation: 50}, 1}}
	after := glicko2(e, g, 0)
	phi := e.deviation / glickoScale
	att := 1 / math.Sqrt(1+3*math.Pow(50/glickoScale, 2)/math.Pow(math.Pi, 2))
	expected := 1 / (1 + math.Exp(att*400/glickoScale))
	v := 1 / (att * att * expected * (1 - expected))
	if want := volatility(phi, v, v*att*(1-expected), e.volatility); !near(after.volatility, want, 1e-12) {
		t.Errorf("an unlikely win makes the volatility %v, want %v", after.volatility, want)
	}
	for _, periods := range []float64{0, 1, 100} {
		star := math.Sqrt(phi*phi + periods*after.volatility*after.volatility)
		want := glickoScale / math.Sqrt(1/(star*star)+1/v)
		if got := glicko2(e, g, periods).deviation; !near(got, want, 1e-9) {
			t.Errorf("after %v periods the deviation is %v, want %v", periods, got, want)
		}
	}
}
