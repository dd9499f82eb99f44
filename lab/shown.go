package lab

import (
	"math"

	"ruhr/board"
)

// ShownFit is a correction of what is shown, as the table in bot/shown.go has it.
type ShownFit struct {
	Win         [2][11]int
	Late, Early int
	Spread      int
}

// fitShown fits a correction to what searches expected and what came of it.
func fitShown(all []foretold) (f ShownFit) {
	if len(all) == 0 {
		return f
	}
	f.Win = fitShares(all)
	f.Late, f.Early = fitVP(all)
	f.Spread = fitSpread(all, f.Late, f.Early)
	return f
}

// fitShares fits a logistic curve whose steepness and offset change evenly from
// round to round, and reads off the shares at every tenth of the first round and
// of the last.
func fitShares(all []foretold) (knots [2][11]int) {
	theta := [4]float64{1}
	at := func(win float64, round int) [4]float64 {
		win = min(max(win, 0.005), 0.995)
		l, part := math.Log(win/(1-win)), float64(round-1)/(board.Rounds-1)
		return [4]float64{l, 1, l * part, part}
	}
	for range 20 { // Newton's method
		var slope [4]float64
		var curve [4][4]float64
		for i := range all {
			x := at(all[i].raw.win, all[i].round)
			p := logistic(&theta, &x)
			for a := range x {
				slope[a] += (all[i].won - p) * x[a]
				for b := range x {
					curve[a][b] += p * (1 - p) * x[a] * x[b]
				}
			}
		}
		for a := range curve {
			curve[a][a]++ // keeps few games from steep curves
		}
		step := solve(curve, slope)
		for a := range theta {
			theta[a] += step[a]
		}
	}
	for k, round := range [2]int{1, board.Rounds} {
		knots[k][10] = 1000
		for n := 1; n < 10; n++ {
			x := at(float64(n)/10, round)
			knots[k][n] = int(math.Round(1000 * logistic(&theta, &x)))
		}
	}
	return knots
}

func logistic(theta, x *[4]float64) float64 {
	sum := 0.0
	for a := range x {
		sum += theta[a] * x[a]
	}
	return 1 / (1 + math.Exp(-sum))
}

// solve solves linear equations of a positive definite matrix.
func solve(m [4][4]float64, v [4]float64) [4]float64 {
	for i := range m {
		for r := range m {
			if r == i {
				continue
			}
			times := m[r][i] / m[i][i]
			for k := range m {
				m[r][k] -= times * m[i][k]
			}
			v[r] -= times * v[i]
		}
	}
	for i := range v {
		v[i] /= m[i][i]
	}
	return v
}

// earlyPart is how much of what is missing early is missing in a round.
func earlyPart(round int) float64 {
	left := float64(board.Rounds-round) / (board.Rounds - 1)
	return left * left
}

// fitVP fits the VP that are missing by least squares, in 16ths.
func fitVP(all []foretold) (late, early int) {
	var n, x, xx, y, xy float64
	for i := range all {
		part, missing := earlyPart(all[i].round), float64(all[i].vp)-all[i].raw.vp
		n, x, xx, y, xy = n+1, x+part, xx+part*part, y+missing, xy+part*missing
	}
	slope := 0.0
	if d := n*xx - x*x; d > 0 {
		slope = (n*xy - x*y) / d
	}
	return int(math.Round(16 * (y - slope*x) / n)), int(math.Round(16 * slope))
}

// fitSpread is the spread, in hundredths of the one expected, with which nearest
// to 80 % of the final VP lie within the intervals.
func fitSpread(all []foretold, late, early int) (best int) {
	least := 1.0
	for spread := 20; spread <= 200; spread++ {
		within := 0
		for i := range all {
			f := &all[i]
			mean := f.raw.vp + (float64(late)+float64(early)*earlyPart(f.round))/16
			wide := max((f.raw.high-f.raw.vp)*float64(spread)/100-0.5, 0.5)
			if vp := float64(f.vp); vp >= math.Round(mean-wide) && vp <= math.Round(mean+wide) {
				within++
			}
		}
		if off := math.Abs(float64(within)/float64(len(all)) - 0.8); off < least {
			best, least = spread, off
		}
	}
	return best
}
