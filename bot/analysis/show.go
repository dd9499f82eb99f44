package analysis

import (
	"math"

	"ruhr/board"
	"ruhr/rules"
)

// Correction corrects what a search expects before people see it, for one number
// of seats; a search chooses by what it expects without it. `ruhr-lab calibrate
// --fit` makes it from games (lab/strength.md).
type Correction struct {
	// Power is the exponent of every seat's share of wins, in hundredths, in the
	// first round and in the last: above 100 games are less close than expected.
	Power [2]int
	// Late is how many VP more than expected a seat gets in the last round, and
	// Early how many more than those in the first, in 16ths. In between, Early
	// counts with the square of the rounds left.
	Late, Early int
	Spread      int // of the final VP, in hundredths of what is expected
}

// corrections are those of the nets of this version, by number of seats.
var corrections = [5]Correction{
	2: {Power: [2]int{83, 134}, Late: 8, Early: 26, Spread: 82},
	3: {Power: [2]int{92, 127}, Late: 11, Early: 58, Spread: 81},
	4: {Power: [2]int{89, 111}, Late: 7, Early: 34, Spread: 86},
}

// Show corrects the figures of a position's candidates for all seats alike. The
// order stays that of the search.
func Show(g *rules.Game, s *rules.State, list []Candidate) {
	c := &corrections[g.Seats()]
	more := c.moreVP(s.Round())
	for i := range list {
		x := &list[i]
		c.shares(x.Win[:g.Seats()], s.Round())
		for k := range g.Seats() {
			wide := c.width(x.High[k] - x.VP[k])
			x.VP[k] += more
			x.Low[k], x.High[k] = x.VP[k]-wide, x.VP[k]+wide
		}
	}
}

// Least is the least share of wins that counts: some hundred playouts that all end
// alike do not make the end certain.
const Least = 0.005

// shares corrects the shares of wins of all seats in a round: each is raised to a
// power and taken as a part of their sum.
func (c *Correction) shares(win []float64, round int) {
	sum := 0.0
	for k := range win {
		win[k] = math.Pow(max(win[k], Least), c.power(round))
		sum += win[k]
	}
	for k := range win {
		win[k] /= sum
	}
}

// power is the exponent of shares in a round.
func (c *Correction) power(round int) float64 {
	return float64(c.Power[0]*(board.Rounds-round)+c.Power[1]*(round-1)) / (100 * (board.Rounds - 1))
}

// moreVP is how many VP a seat gets beyond those expected in a round.
func (c *Correction) moreVP(round int) float64 {
	const all = (board.Rounds - 1) * (board.Rounds - 1)
	left := board.Rounds - round
	return float64(c.Late*all+c.Early*left*left) / (16 * all)
}

// width corrects half the width of an 80 % interval. VP are whole, and both ends
// count: rounded, an interval is half a VP wider on either side.
func (c *Correction) width(half float64) float64 {
	return max(half*float64(c.Spread)/100-0.5, 0.5)
}
