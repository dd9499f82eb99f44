package rating

import "math"

// The constants of Glicko-2: the size of its inner scale in points, how much
// volatilities may change, and how precisely they are computed.
const (
	glickoScale = 173.7178
	tau         = 0.5
	epsilon     = 1e-6
)

// game is a game against another player: 1 for a win, 0.5 for a draw, 0 for a
// loss.
type game struct {
	other estimate
	score float64
}

// glicko2 returns a rating after the games of a rating period, of which so many
// periods are added to the deviation (step 6). The letters are those of the
// paper.
func glicko2(e estimate, games []game, periods float64) estimate {
	mu, phi := (e.value-firstValue)/glickoScale, e.deviation/glickoScale
	var inverse, gain float64 // 1/v and Δ/v
	for _, gm := range games {
		g := attenuation(gm.other.deviation / glickoScale)
		expected := 1 / (1 + math.Exp(-g*(mu-(gm.other.value-firstValue)/glickoScale)))
		inverse += g * g * expected * (1 - expected)
		gain += g * (gm.score - expected)
	}
	sigma := volatility(phi, 1/inverse, gain/inverse, e.volatility)
	phi = math.Sqrt(phi*phi + periods*sigma*sigma)
	phi = 1 / math.Sqrt(1/(phi*phi)+inverse)
	mu += phi * phi * gain
	return estimate{value: mu*glickoScale + firstValue, deviation: phi * glickoScale, volatility: sigma}
}

// attenuation is how much a result counts against a player of uncertain
// strength: g(φ).
func attenuation(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility is the new volatility σ′ by the Illinois algorithm (step 5).
func volatility(phi, v, delta, sigma float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	lower, upper := a, 0.0
	if delta*delta > phi*phi+v {
		upper = math.Log(delta*delta - phi*phi - v)
	} else {
		for upper = a - tau; f(upper) < 0; {
			upper -= tau
		}
	}
	fl, fu := f(lower), f(upper)
	for math.Abs(upper-lower) > epsilon {
		x := lower + (lower-upper)*fl/(fu-fl)
		fx := f(x)
		if fx*fu <= 0 {
			lower, fl = upper, fu
		} else {
			fl /= 2
		}
		upper, fu = x, fx
	}
	return math.Exp(lower / 2)
}
