package rating

import "math"

// step is how a level of computer player does against the level below it, which
// holds all other seats: its share of wins at two and at four seats.
type step struct {
	level     string
	two, four float64
}

// ladder is the levels from the weakest up, as docs/strength.md has them.
var ladder = []step{
	{level: "schiffsjunge"},
	{"schiffer", 0.787, 0.678},
	{"steuermann", 0.808, 0.628},
	{"lotse", 0.805, 0.490},
	{"hafenmeister", 0.809, 0.477},
	{"kohlenhaendler", 0.776, 0.481},
	{"reeder", 0.820, 0.515},
	{"bergrat", 0.766, 0.545},
}

// middle is the level that has a newcomer's rating.
const middle = "lotse"

// anchorDeviation is the deviation of anchors in points, about that of the
// matches they come from.
const anchorDeviation = 30

// Anchor returns the rating of a level of computer player, which never moves.
// Levels without measured matches have none.
func Anchor(pool Pool, level string) (Rating, bool) {
	value, found, base := 0.0, math.NaN(), 0.0
	for i, s := range ladder {
		if i > 0 {
			value += s.points(pool)
		}
		if s.level == level {
			found = value
		}
		if s.level == middle {
			base = value
		}
	}
	if math.IsNaN(found) {
		return Rating{}, false
	}
	return estimate{value: firstValue + found - base, deviation: anchorDeviation}.rating(), true
}

// points is the difference in rating that gives the step's share of wins: at
// four seats, that of one player to three equal others.
func (s step) points(pool Pool) float64 {
	odds := s.two / (1 - s.two)
	if pool == More {
		odds = 3 * s.four / (1 - s.four)
	}
	return 400 * math.Log10(odds)
}
