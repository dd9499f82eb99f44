package lab

import (
	"math"
	"slices"

	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/coach"
)

// further is what the second estimate says.
func (l *LossLine) further() Spread { return l.Further[min(bot.FurtherRounds, len(l.Further))-1] }

// lost is what is said that a decision lost, and the deviation of the truth from that.
func (l *LossLine) lost(c *coach.Calibration) (lost, deviation float64) {
	lost = c.Lost(l.First, l.further()[0])
	return lost, c.Deviation(lost, l.further()[1])
}

// weight is how much a decision counts: the less is known of what it lost, the less.
func (l *LossLine) weight(c *coach.Calibration) float64 {
	_, deviation := l.lost(c)
	return 1 / (deviation*deviation + l.Truth[1]*l.Truth[1])
}

// FitLosses fits what decisions lose, by least squares through the origin, and how much
// they deviate from that beyond the sampling of the truth, in turns.
func FitLosses(list []*LossLine) coach.Calibration {
	c := coach.Calibration{Alone: coach.Calibrated.Alone, First: 0.5, Further: 0.5, PerLoss: 5, PerError: 5}
	for range 40 {
		var loss, variance regression
		for _, l := range list {
			loss.add(l.weight(&c), l.First, l.further()[0], l.Truth[0])
		}
		c.First, c.Further = loss.solve()
		for _, l := range list {
			w, off := l.weight(&c), c.Lost(l.First, l.further()[0])
			rest := (l.Truth[0]-off)*(l.Truth[0]-off) - l.Truth[1]*l.Truth[1]
			variance.add(w*w, math.Abs(off), l.further()[1], rest)
		}
		c.PerLoss, c.PerError = variance.solve()
	}
	return c
}

// regression is one by weighted least squares on two quantities, through the origin.
type regression struct{ xx, xy, yy, xt, yt float64 }

func (r *regression) add(weight, x, y, t float64) {
	r.xx += weight * x * x
	r.xy += weight * x * y
	r.yy += weight * y * y
	r.xt += weight * x * t
	r.yt += weight * y * t
}

func (r *regression) solve() (x, y float64) {
	det := r.xx*r.yy - r.xy*r.xy
	return (r.xt*r.yy - r.yt*r.xy) / det, (r.yt*r.xx - r.xt*r.xy) / det
}

// LossProof compares what is said that decisions lost with what they lost when they
// were played out.
type LossProof struct {
	N         int
	Slope     float64 // of what was lost over what is said
	Low, High float64 // … 95 % of the slopes of games drawn at random
	Held      float64 // the part of the 80 % intervals that hold what was lost
	Deviation float64 // root mean square of what was lost less what is said, sampling apart
	Sure      int     // established losses
	Positive  int     // … of which the better action won more games
	Right     float64 // … the part that lost something, by all that is known of each
	Said      float64 // … what is said of them on average
	Became    Mean    // … and what they lost
	Marked    int     // losses that are marked
	Marks     int     // … of which the better action won more games
}

// ProveLosses compares other decisions than those of the fit.
func ProveLosses(c *coach.Calibration, list []*LossLine) (p LossProof) {
	rest := 0.0
	var became []float64
	for _, l := range list {
		lost, deviation := l.lost(c)
		off, sampling := l.Truth[0]-lost, l.Truth[1]*l.Truth[1]
		rest += off*off - sampling
		if math.Abs(off) <= coach.Wide*math.Sqrt(deviation*deviation+sampling) {
			p.Held++
		}
		if lost <= coach.Sure*deviation {
			continue
		}
		p.Sure++
		positive := 0
		if l.Truth[0] > 0 {
			positive = 1
		}
		p.Positive += positive
		p.Right += l.positive(c)
		p.Said += lost
		became = append(became, l.Truth[0])
		if marked(l.First, lost, coach.Wide*deviation) {
			p.Marked++
			p.Marks += positive
		}
	}
	p.N = len(list)
	n, sure := max(1, float64(p.N)), max(1, float64(p.Sure))
	p.Held, p.Right, p.Said = p.Held/n, p.Right/sure, p.Said/sure
	p.Deviation, p.Became = math.Sqrt(max(0, rest/n)), meanOf(became)
	p.slope(c, list)
	return p
}

// slope adds the slope. Decisions of one game are drawn together.
func (p *LossProof) slope(c *coach.Calibration, list []*LossLine) {
	games := map[int][]*LossLine{}
	var numbers []int
	for _, l := range list {
		k := l.N / lossesOfGame
		if games[k] == nil {
			numbers = append(numbers, k)
		}
		games[k] = append(games[k], l)
	}
	slope := func(pick func(i int) int) float64 {
		up, down := 0.0, 0.0
		for i := range numbers {
			for _, l := range games[numbers[pick(i)]] {
				lost, _ := l.lost(c)
				w := l.weight(c)
				up, down = up+w*lost*l.Truth[0], down+w*lost*lost
			}
		}
		return up / down
	}
	p.Slope = slope(func(i int) int { return i })
	chance := rng.Seeded(1, 0x510e)
	var drawn []float64
	for range 1000 {
		drawn = append(drawn, slope(func(int) int { return chance.Below(len(numbers)) }))
	}
	slices.Sort(drawn)
	p.Low, p.High = drawn[25], drawn[974]
}

// positive is how likely it is that a decision lost something: what is said and what
// was measured, each weighted by how exact it is.
func (l *LossLine) positive(c *coach.Calibration) float64 {
	lost, deviation := l.lost(c)
	s, e := deviation*deviation, max(0.01, l.Truth[1]*l.Truth[1])
	mean := (lost*e + l.Truth[0]*s) / (s + e)
	return (1 + math.Erf(mean/math.Sqrt(2*s*e/(s+e)))) / 2
}

// HalfOfGames are the decisions of every other game.
func HalfOfGames(list []*LossLine, odd bool) (out []*LossLine) {
	for _, l := range list {
		if (l.N/lossesOfGame%2 == 1) == odd {
			out = append(out, l)
		}
	}
	return out
}

// OfSeats are the decisions of games of so many seats.
func OfSeats(list []*LossLine, seats int) (out []*LossLine) {
	for _, l := range list {
		if l.Seats == seats {
			out = append(out, l)
		}
	}
	return out
}

// missed is what the reviews of games with so many seats did not foresee, in points by place,
// if decisions counted with only a part of what the reviews say.
func missed(games []*GameLine, seats int, part float64) [][]float64 {
	out := make([][]float64, seats)
	for _, g := range games {
		if len(g.Places) != seats {
			continue
		}
		for k, p := range g.Places {
			out[k] = append(out[k], (float64(p.Unforeseen)+(1-part)*float64(p.Own+p.Others))/(coach.Whole/100))
		}
	}
	return out
}

// NotForeseen is the root mean square of that.
func NotForeseen(games []*GameLine, seats int, part float64) float64 {
	var squares, n float64
	for _, place := range missed(games, seats, part) {
		for _, x := range place {
			squares, n = squares+x*x, n+1
		}
	}
	return math.Sqrt(squares / n)
}
