// Package rating computes how strong players are from the results of their
// games. It has no I/O and knows nothing of accounts or tables.
//
// Games of two are rated by Glicko-2 (Mark Glickman, "Example of the Glicko-2
// system"), games of three and four by the Plackett–Luce model of Weng and Lin
// ("A Bayesian approximation method for online ranking", JMLR 12, 2011). Both
// are on one scale: a newcomer has 1500 ± 350, and 400 points more are a
// tenfold chance to finish before the other.
//
// Computer players are anchors: their ratings come from measured matches and
// never move (see [Anchor]).
package rating

import (
	"math"
	"time"
)

// Version is a number that grows whenever the same results would give other ratings. Ratings
// of an older version are computed again.
const Version = "9"

// Pool is a kind of game with ratings of its own.
type Pool string

// The pools.
const (
	Two  Pool = "two"  // games of two
	More Pool = "more" // games of three and four
)

// Pools are all pools.
var Pools = []Pool{Two, More}

// PoolOf returns the pool of games with so many seats.
func PoolOf(seats int) Pool {
	if seats == 2 {
		return Two
	}
	return More
}

// A newcomer's rating, and the limits of a deviation, in points. Deviations end
// at the lower limit so that ratings keep moving.
const (
	firstValue     = 1500
	firstDeviation = 350
	leastDeviation = 45
)

// provisional is the deviation in points above which a rating is provisional.
const provisional = 110

// firstVolatility is a newcomer's volatility in Glicko-2.
const firstVolatility = 0.06

// period is the time in which a rating becomes less certain by the player's
// volatility: a rating period of Glicko-2.
const period = 7 * 24 * time.Hour

// Rating is what is known of a player's strength. Its numbers are whole, so that
// equal results give equal ratings.
type Rating struct {
	Value      int   `json:"value"`                // thousandths of a point
	Deviation  int   `json:"deviation"`            // thousandths of a point
	Volatility int   `json:"volatility,omitempty"` // millionths; Glicko-2 only
	Games      int   `json:"games"`                // rated games so far
	Time       int64 `json:"time"`                 // of the last rated game, unix milliseconds; 0 for none
}

// First returns a newcomer's rating.
func First(pool Pool) Rating {
	r := estimate{value: firstValue, deviation: firstDeviation}
	if pool == Two {
		r.volatility = firstVolatility
	}
	return r.rating()
}

// Points is the rating in whole points.
func (r Rating) Points() int { return int(math.Round(float64(r.Value) / 1000)) }

// Margin is the deviation in whole points. The strength is within twice as much
// of Points in 19 of 20 cases.
func (r Rating) Margin() int { return int(math.Round(float64(r.Deviation) / 1000)) }

// Provisional reports whether the rating is still uncertain.
func (r Rating) Provisional() bool { return r.Deviation > provisional*1000 }

// Player is a player of a finished game.
type Player struct {
	Rating
	Rank   int  // 1 is best; equal ranks are a tie
	Anchor bool // the rating never moves
}

// Rate returns the ratings of all players after a game that ended at a time
// (unix milliseconds), in their order. Fewer than two players change nothing. A
// game of the pool Two has two players at most.
func Rate(pool Pool, players []Player, ended int64) []Rating {
	out := make([]Rating, len(players))
	for i, p := range players {
		out[i] = p.Rating
	}
	if len(players) < 2 {
		return out
	}
	rate := severalPlayers
	if pool == Two {
		rate = twoPlayers
	}
	after := rate(players, ended)
	for i, p := range players {
		if p.Anchor {
			continue
		}
		out[i] = after[i].limited().rating()
		out[i].Games, out[i].Time = p.Games+1, ended
	}
	return out
}

// twoPlayers rates a game of two by Glicko-2; it leaves out anchors.
func twoPlayers(players []Player, ended int64) []estimate {
	out := make([]estimate, 2)
	for i, p := range players {
		if p.Anchor {
			continue
		}
		score := 0.5
		switch other := players[1-i].Rank; {
		case p.Rank < other:
			score = 1
		case p.Rank > other:
			score = 0
		}
		out[i] = glicko2(p.estimate(), []game{{players[1-i].estimate(), score}}, p.periods(ended))
	}
	return out
}

// severalPlayers rates a game of several by the Plackett–Luce model. As in
// Glicko-2, time makes ratings less certain.
func severalPlayers(players []Player, ended int64) []estimate {
	before := make([]estimate, len(players))
	var ranks []int
	for i, p := range players {
		before[i] = p.estimate()
		if !p.Anchor {
			drift := firstVolatility * glickoScale
			before[i].deviation = min(firstDeviation, math.Sqrt(before[i].deviation*before[i].deviation+p.periods(ended)*drift*drift))
		}
		ranks = append(ranks, p.Rank)
	}
	return plackettLuce(ranks, before, scale)
}

// estimate is a rating in numbers to calculate with, in points.
type estimate struct{ value, deviation, volatility float64 }

func (r Rating) estimate() estimate {
	return estimate{float64(r.Value) / 1000, float64(r.Deviation) / 1000, float64(r.Volatility) / 1e6}
}

// rating rounds an estimate. The digits cut off are those in which processors
// may differ.
func (e estimate) rating() Rating {
	round := func(f float64) int { return int(math.Round(f)) }
	return Rating{Value: round(e.value * 1000), Deviation: round(e.deviation * 1000), Volatility: round(e.volatility * 1e6)}
}

// periods is how many rating periods have passed since the player's last game.
func (p Player) periods(ended int64) float64 {
	if p.Time == 0 || ended <= p.Time {
		return 0
	}
	return float64(ended-p.Time) / float64(period.Milliseconds())
}

// limited keeps a deviation within its limits.
func (e estimate) limited() estimate {
	e.deviation = max(leastDeviation, min(e.deviation, firstDeviation))
	return e
}
