package search

import (
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/rules"
)

// The units of the sums that a tree keeps, as parts of a VP and of a win.
const (
	vpParts  = 16
	winParts = 12 * 256
)

// result is what one simulation found for each seat.
type result struct {
	reward [4]int64 // 0 to One
	vp     [4]int32 // in vpParts
	vp2    [4]int64 // squares of those, with the spread that an estimate leaves open
	wins   [4]int32 // in winParts
}

// leaves estimates positions at the beginning of a round.
type leaves struct {
	e      *value.Estimator
	fit    *[policy.Rounds + 1]value.Fit
	margin *[policy.Rounds + 1][2*widestMargin*perVP + 1]int64
}

const (
	widestMargin = 40 // VP; beyond, margins do not differ
	perVP        = 4  // entries of a table of margins
)

func newLeaves(g *rules.Game, n *value.Net) *leaves {
	v := &leaves{e: value.NewEstimator(value.NewTables(g), n), fit: &n.Fit}
	v.margin = new([policy.Rounds + 1][2*widestMargin*perVP + 1]int64)
	for round := range v.margin {
		for i := range v.margin[round] {
			v.margin[round][i] = blurred((i-widestMargin*perVP)*value.One/perVP, n.Fit[round].Margin)
		}
	}
	return v
}

// thirtySeconds are the midpoints of the 32 equally likely parts of a normal
// distribution, the upper half, in 256ths of its standard deviation.
var thirtySeconds = [16]int{10, 30, 50, 71, 92, 114, 136, 160, 184, 211, 239, 271, 307, 351, 408, 510}

// blurred is the mean of squash over the distribution of a margin, both in
// 256ths.
func blurred(margin, deviation int) (sum int64) {
	for _, q := range thirtySeconds {
		off := q * deviation / 256
		sum += squashFine(margin+off) + squashFine(margin-off)
	}
	return sum / (2 * int64(len(thirtySeconds)))
}

func squashFine(margin int) int64 {
	const half = 8 * value.One
	m := int64(margin)
	if m < 0 {
		return One/4 + One/4*m/(half-m)
	}
	return One/4 + One/4*m/(half+m)
}

// estimate estimates the result of a position at the beginning of a round.
func (v *leaves) estimate(g *rules.Game, s *rules.State) (r result) {
	vp := v.e.Estimate(s)
	n, fit := g.Seats(), &v.fit[s.Round()]
	best, second := 0, -1
	for who := 1; who < n; who++ {
		switch {
		case vp[who] > vp[best]:
			best, second = who, best
		case second < 0 || vp[who] > vp[second]:
			second = who
		}
	}
	var odds [4]int64
	total := int64(0)
	for who := range n {
		odds[who] = int64(policy.OddsOf(int32(int(vp[best]-vp[who]) * value.One / fit.Win)))
		total += odds[who]
	}
	open := int64(fit.VP) * vpParts / value.One
	for who := range n {
		rival := best
		if who == best {
			rival = second
		}
		at := int(vp[who]-vp[rival])*perVP/value.One + widestMargin*perVP
		at = max(0, min(at, 2*widestMargin*perVP))
		r.wins[who] = int32(odds[who] * winParts / total)
		r.reward[who] = odds[who]*(One/2)/total + v.margin[s.Round()][at]
		r.vp[who] = vp[who] * vpParts / value.One
		r.vp2[who] = int64(r.vp[who])*int64(r.vp[who]) + open*open
	}
	return r
}

// ended is the result of a game that is over.
func ended(g *rules.Game, s *rules.State) (r result) {
	reward, vp := Rewards(g, s)
	r.reward = reward
	best, ties := vp[0], 0
	for _, v := range vp[1:g.Seats()] {
		best = max(best, v)
	}
	for _, v := range vp[:g.Seats()] {
		if v == best {
			ties++
		}
	}
	for who, v := range vp[:g.Seats()] {
		r.vp[who] = int32(v) * vpParts
		r.vp2[who] = int64(r.vp[who]) * int64(r.vp[who])
		if v == best {
			r.wins[who] = int32(winParts / ties)
		}
	}
	return r
}

// Outlook estimates positions at the beginning of a round without a search.
type Outlook struct {
	g *rules.Game
	v *leaves
}

// NewOutlook makes the outlook of a net.
func NewOutlook(g *rules.Game, n *value.Net) *Outlook { return &Outlook{g, newLeaves(g, n)} }

// Win is what share of the win each seat may expect at the beginning of a round, or
// has at the end of the game.
func (o *Outlook) Win(s *rules.State) (win [4]float64) {
	r := result{}
	if s.Decision() == rules.Over {
		r = ended(o.g, s)
	} else {
		r = o.v.estimate(o.g, s)
	}
	for who := range o.g.Seats() {
		win[who] = float64(r.wins[who]) / winParts
	}
	return win
}
