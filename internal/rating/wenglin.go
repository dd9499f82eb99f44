package rating

import "math"

// scale is how much luck there is in a game, β of Weng and Lin, in points. At
// four seats, where performances are compared on a scale of 2β, 400 points more
// are thus a tenfold chance to finish before the other.
const scale = 200 / math.Ln10

// kappa keeps a deviation from vanishing in a single game.
const kappa = 0.0001

// change is what a game says of a player: how much its strength rises and how much of its
// variance goes, for each unit of variance.
type change struct{ gain, loss float64 }

// plackettLuce returns the changes after a game of several players with these ranks (1 is
// best, equal ranks are a tie): algorithm 4 of Weng and Lin, where each player is a team
// of itself and its turn. The letters are those of the paper.
func plackettLuce(ranks []int, before []estimate, beta float64) []change {
	var c float64
	for _, e := range before {
		c += e.deviation*e.deviation + beta*beta
	}
	c = math.Sqrt(c)
	out := make([]change, len(before))
	for i, e := range before {
		var omega, delta float64
		for q := range before {
			if ranks[q] > ranks[i] {
				continue
			}
			p, ties := e.share(q, c, ranks, before)
			delta += p * (1 - p) / ties
			if i == q {
				omega += (1 - p) / ties
			} else {
				omega -= p / ties
			}
		}
		gamma := e.deviation / c
		out[i] = change{gain: omega / c, loss: gamma * delta / (c * c)}
	}
	return out
}

// changed is an estimate after a change, of which it takes as much as it is uncertain.
func (e estimate) changed(c change) estimate {
	variance := e.deviation * e.deviation
	e.value += variance * c.gain
	e.deviation *= math.Sqrt(max(1-variance*c.loss, kappa))
	return e
}

// share is a player's chance to be the best of those who finished no better than
// player q, and how many share q's rank.
func (e estimate) share(q int, c float64, ranks []int, before []estimate) (p, ties float64) {
	var sum float64
	for s, other := range before {
		if ranks[s] >= ranks[q] {
			sum += math.Exp((other.value - e.value) / c)
		}
		if ranks[s] == ranks[q] {
			ties++
		}
	}
	return 1 / sum, ties
}
