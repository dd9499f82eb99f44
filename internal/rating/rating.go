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
//
// Whose turn comes first in round 1 is drawn. What a turn is worth is estimated from the
// games of people, by the same model, and is part of what is expected of a player.
package rating

import (
	"math"
	"time"
)

// Version is a number that grows whenever the same results would give other ratings. Ratings
// of an older version are computed again.
const Version = "11"

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

// What is thought of a turn in round 1 before people have played: that it is worth
// nothing, give or take the deviation; and the least deviation, in points.
const (
	firstTurn = 80
	leastTurn = 5
)

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

// FirstTurn is what a turn in round 1 is thought to be worth before people have played
// with it. It is a Rating around 0 to add to that of the player.
func FirstTurn() Rating { return estimate{deviation: firstTurn}.rating() }

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
	Turn   Rating // what its turn in round 1 is worth; zero where it is not known
	Rank   int    // 1 is best; equal ranks are a tie
	Anchor bool   // the rating never moves
}

// Rate returns the ratings of all players after a game that ended at a time
// (unix milliseconds), and what their turns are worth, in their order. Fewer than two
// players change nothing. A game of the pool Two has two players at most.
func Rate(pool Pool, players []Player, ended int64) (ratings, turns []Rating) {
	for _, p := range players {
		ratings, turns = append(ratings, p.Rating), append(turns, p.Turn)
	}
	if len(players) < 2 {
		return ratings, turns
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
		ratings[i] = after[i].limited().rating()
		ratings[i].Games, ratings[i].Time = p.Games+1, ended
	}
	rateTurns(pool, players, turns, ended)
	return ratings, turns
}

// rateTurns brings what turns are worth up to date. Only people tell: what a turn is worth
// to a computer player depends on its level.
func rateTurns(pool Pool, players []Player, turns []Rating, ended int64) {
	var who, ranks []int
	var before []estimate
	for i, p := range players {
		if !p.Anchor && p.Turn != (Rating{}) {
			who, ranks, before = append(who, i), append(ranks, p.Rank), append(before, p.estimate().with(p.Turn))
		}
	}
	if len(who) < 2 {
		return
	}
	beta := scale
	if pool == Two {
		beta = glickoScale / math.Sqrt2
	}
	for k, c := range plackettLuce(ranks, before, beta) {
		p := players[who[k]]
		after := p.Turn.estimate().changed(c)
		after.deviation = max(leastTurn, after.deviation)
		turn := after.rating()
		turn.Games, turn.Time = p.Turn.Games+1, ended
		turns[who[k]] = turn
	}
}

// twoPlayers rates a game of two by Glicko-2; it leaves out anchors.
func twoPlayers(players []Player, ended int64) []estimate {
	out := make([]estimate, 2)
	for i, p := range players {
		if p.Anchor {
			continue
		}
		other := players[1-i]
		score := 0.5
		switch {
		case p.Rank < other.Rank:
			score = 1
		case p.Rank > other.Rank:
			score = 0
		}
		against := other.estimate().with(other.Turn).with(Rating{Value: -p.Turn.Value, Deviation: p.Turn.Deviation})
		out[i] = glicko2(p.estimate(), []game{{against, score}}, p.periods(ended))
	}
	return out
}

// severalPlayers rates a game of several by the Plackett–Luce model. As in
// Glicko-2, time makes ratings less certain.
func severalPlayers(players []Player, ended int64) []estimate {
	var before, played []estimate
	var ranks []int
	for _, p := range players {
		e := p.estimate()
		if !p.Anchor {
			drift := firstVolatility * glickoScale
			e.deviation = min(firstDeviation, math.Sqrt(e.deviation*e.deviation+p.periods(ended)*drift*drift))
		}
		before, played, ranks = append(before, e), append(played, e.with(p.Turn)), append(ranks, p.Rank)
	}
	for i, c := range plackettLuce(ranks, played, scale) {
		before[i] = before[i].changed(c)
	}
	return before
}

// estimate is a rating in numbers to calculate with, in points.
type estimate struct{ value, deviation, volatility float64 }

func (r Rating) estimate() estimate {
	return estimate{float64(r.Value) / 1000, float64(r.Deviation) / 1000, float64(r.Volatility) / 1e6}
}

// with is the strength of a player whose turn comes then.
func (e estimate) with(turn Rating) estimate {
	t := turn.estimate()
	e.value, e.deviation = e.value+t.value, math.Hypot(e.deviation, t.deviation)
	return e
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
