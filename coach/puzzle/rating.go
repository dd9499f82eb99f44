package puzzle

import "math"

// Ratings are points, as those of games are: with 400 points more than a puzzle has, one
// solves it ten times for each time one misses it.
const (
	middle = 1500 // about what nothing is known of
	spread = 350
	odds   = 400
)

// Tries are first tries, all alike, of someone at a puzzle or of a puzzle at someone.
type Tries struct {
	Against   float64 // the rating of the puzzle, or of who tried it
	Of, Right int
}

// Chance is how probable it is that who has a rating solves a puzzle.
func Chance(rating, puzzle float64) float64 { return 1 / (1 + math.Pow(10, (puzzle-rating)/odds)) }

// Rate returns the most probable rating of who made tries, and its standard error in points.
func Rate(list []Tries) (rating, deviation float64) {
	const c = math.Ln10 / odds
	rating = middle
	for range 100 {
		slope, curve := (middle-rating)/(spread*spread), 1/float64(spread*spread)
		for _, t := range list {
			p := Chance(rating, t.Against)
			slope += c * (float64(t.Right) - float64(t.Of)*p)
			curve += c * c * float64(t.Of) * p * (1 - p)
		}
		step := min(max(slope/curve, -odds), odds)
		if rating, deviation = rating+step, 1/math.Sqrt(curve); math.Abs(step) < 1e-6 {
			break
		}
	}
	return rating, deviation
}

// Rater is a level of computer player with its rating.
type Rater struct {
	Name   string
	Rating int
}

// Raters are the levels whose tries rated the puzzles (lab/coach.md).
var Raters = []Rater{{"schiffsjunge", 1263}, {"schiffer", 1341}, {"steuermann", 1334}, {"lotse", 1326}, {"hafenmeister", 1882}, {"kohlenhaendler", 2013}, {"reeder", 2452}}
