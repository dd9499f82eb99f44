package lab

import (
	"math"

	"ruhr/board"
	"ruhr/bot/analysis"
)

// fitCorrection fits a correction to what searches expected and what came of it.
func fitCorrection(games []told) (c analysis.Correction) {
	c.Power = fitPower(games)
	c.Late, c.Early = fitVP(games)
	c.Spread = fitSpread(games, &c)
	return c
}

// fitPower finds the exponents of shares, in hundredths, under which those who won
// were most likely: in the first round and in the last.
func fitPower(games []told) [2]int {
	first, more := 1.0, 0.0 // the exponent in the first round, and how much more in the last
	for range 20 {          // Newton's method
		// Two slopes and three curvatures; a one keeps few games from great steps.
		a, b, aa, ab, bb := 0.0, 0.0, 1.0, 0.0, 1.0
		for i := range games {
			for j := range games[i].said {
				f := &games[i].said[j]
				part := float64(f.round-1) / (board.Rounds - 1)
				slope, curve := climb(f, &games[i].end, first+more*part)
				a, b = a+slope, b+part*slope
				aa, ab, bb = aa+curve, ab+part*curve, bb+part*part*curve
			}
		}
		d := aa*bb - ab*ab
		first, more = first+(a*bb-b*ab)/d, more+(b*aa-a*ab)/d
	}
	return [2]int{int(math.Round(100 * first)), int(math.Round(100 * (first + more)))}
}

// climb is how the likelihood of who won rises with the exponent at a position, and
// by how much less that is the greater it is.
func climb(f *foretold, end *outcome, power float64) (slope, curve float64) {
	var p, l [4]float64
	sum, mean := 0.0, 0.0
	for _, k := range f.order {
		l[k] = math.Log(max(f.raw.Win[k], analysis.Least))
		p[k] = math.Exp(power * l[k])
		sum += p[k]
	}
	for _, k := range f.order {
		p[k] /= sum
		mean += p[k] * l[k]
	}
	for _, k := range f.order {
		slope += (end.won(k) - p[k]) * l[k]
		curve += p[k] * (l[k] - mean) * (l[k] - mean)
	}
	return slope, curve
}

// eachReeder calls do with every seat of every position of games of Reeder alone.
func eachReeder(games []told, do func(f *foretold, seat int, vp float64)) (n float64) {
	for i := range games {
		if games[i].mixed {
			continue
		}
		for j := range games[i].said {
			f := &games[i].said[j]
			for _, k := range f.order {
				do(f, k, float64(games[i].end.vp[k]))
				n++
			}
		}
	}
	return n
}

// earlyPart is how much of what is missing early is missing in a round.
func earlyPart(round int) float64 {
	left := float64(board.Rounds-round) / (board.Rounds - 1)
	return left * left
}

// fitVP fits the VP that are missing by least squares, in 16ths.
func fitVP(games []told) (late, early int) {
	var x, xx, y, xy float64
	n := eachReeder(games, func(f *foretold, k int, vp float64) {
		part, missing := earlyPart(f.round), vp-f.raw.VP[k]
		x, xx, y, xy = x+part, xx+part*part, y+missing, xy+part*missing
	})
	slope := 0.0
	if d := n*xx - x*x; d > 0 {
		slope = (n*xy - x*y) / d
	}
	return int(math.Round(16 * (y - slope*x) / max(1, n))), int(math.Round(16 * slope))
}

// fitSpread is the spread, in hundredths of the one expected, with which nearest
// to 80 % of the final VP lie within the intervals.
func fitSpread(games []told, c *analysis.Correction) (best int) {
	least := 1.0
	for spread := 20; spread <= 200; spread++ {
		within := 0.0
		n := eachReeder(games, func(f *foretold, k int, vp float64) {
			mean := f.raw.VP[k] + (float64(c.Late)+float64(c.Early)*earlyPart(f.round))/16
			wide := max((f.raw.High[k]-f.raw.VP[k])*float64(spread)/100-0.5, 0.5)
			if vp >= math.Round(mean-wide) && vp <= math.Round(mean+wide) {
				within++
			}
		})
		if off := math.Abs(within/n - 0.8); off < least {
			best, least = spread, off
		}
	}
	return best
}
