package bot

import (
	"cmp"
	"math"
	"slices"

	"ruhr/bot/analysis"
	"ruhr/bot/policy"
	"ruhr/rules"
)

// correction corrects what a search expects before anybody sees it, for one
// number of seats; a search chooses by what it expects without it. A search
// plays rounds out by a policy and so expects fewer VP than seats that search
// get, and close games closer than they are. `ruhr-lab
// calibrate --fit` makes it from games (lab/strength.md).
type correction struct {
	// win is the share of wins, in thousandths, where 0, 10, … 100 % are expected:
	// in the first round and in the last. It rises.
	win [2][11]int
	// late is how many VP more than expected a seat gets in the last round, and
	// early how many more than those in the first, in 16ths. In between, early
	// counts with the square of the rounds left.
	late, early int
	spread      int // of the final VP, in hundredths of what is expected
}

// corrections are those of the nets of this version, by number of seats.
var corrections = [5]correction{
	2: {win: [2][11]int{{0, 121, 220, 312, 402, 490, 579, 670, 766, 870, 1000}, {0, 29, 92, 184, 303, 444, 594, 738, 863, 955, 1000}}, late: 8, early: 26, spread: 82},
	3: {win: [2][11]int{{0, 169, 255, 326, 390, 453, 518, 588, 668, 771, 1000}, {0, 47, 131, 241, 369, 506, 642, 767, 874, 955, 1000}}, late: 11, early: 58, spread: 81},
	4: {win: [2][11]int{{0, 130, 221, 302, 380, 458, 537, 621, 715, 826, 1000}, {0, 68, 159, 263, 375, 491, 609, 723, 831, 927, 1000}}, late: 7, early: 34, spread: 86},
}

// Show corrects the figures of actions that a search tried in a position, as
// searching players do unless they are Raw. The order stays that of the search.
func Show(g *rules.Game, s *rules.State, list []analysis.Considered) {
	c, who, round := &corrections[g.Seats()], s.ToDecide(), s.Round()
	more := c.moreVP(round)
	for i := range list {
		x := &list[i]
		shareOut(&x.Win, g.Seats(), who, c.share(x.Win[who], round))
		for k := range g.Seats() {
			wide := c.width(x.High[k] - x.VP[k])
			x.VP[k] += more
			x.Low[k], x.High[k] = x.VP[k]-wide, x.VP[k]+wide
		}
	}
}

// Raw makes a player give the figures as its search expects them, for
// measurements.
func Raw(b Bot) {
	if b, ok := b.(*searcher); ok {
		b.raw = true
	}
}

// share corrects a share of wins in a round. It depends on the whole hundredths
// alone, by which searches compare actions, and is never certain.
func (c *correction) share(win float64, round int) float64 {
	n := min(max(int(math.Round(100*win)), 1), 99)
	sum := 0
	for at, weight := range [2]int{policy.Rounds - round, round - 1} {
		knots := &c.win[at]
		sum += weight * (knots[n/10]*(10-n%10) + knots[n/10+1]*(n%10))
	}
	return float64(sum) / (10_000 * (policy.Rounds - 1))
}

// shareOut sets a seat's share of wins; the others divide the rest as before.
func shareOut(win *[4]float64, seats, who int, share float64) {
	rest := 0.0
	for k := range seats {
		if k != who {
			rest += win[k]
		}
	}
	for k := range seats {
		switch {
		case k == who:
			win[k] = share
		case rest > 0:
			win[k] *= (1 - share) / rest
		default:
			win[k] = (1 - share) / float64(seats-1)
		}
	}
}

// moreVP is how many VP a seat gets beyond those expected in a round.
func (c *correction) moreVP(round int) float64 {
	const all = (policy.Rounds - 1) * (policy.Rounds - 1)
	left := policy.Rounds - round
	return float64(c.late*all+c.early*left*left) / (16 * all)
}

// width corrects half the width of an 80 % interval. VP are whole, and both ends
// count: rounded, an interval is half a VP wider on either side.
func (c *correction) width(half float64) float64 {
	return max(float64(half*float64(c.spread)/100)-0.5, 0.5)
}

// sortShown puts what was tried often enough first, by the share of wins in whole
// hundredths and then by VP, as they are shown.
func sortShown(list []analysis.Considered, who int) {
	slices.SortStableFunc(list, func(x, y analysis.Considered) int {
		switch {
		case x.Rare && y.Rare:
			return 0
		case x.Rare:
			return 1
		case y.Rare:
			return -1
		}
		return cmp.Or(cmp.Compare(math.Round(100*y.Win[who]), math.Round(100*x.Win[who])), cmp.Compare(y.VP[who], x.VP[who]))
	})
}
