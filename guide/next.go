package guide

import (
	"math/bits"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// Step is what a learner might do after the guided game.
type Step struct {
	Won bool   // the learner has won: a stronger computer player suits
	Try string // what to try in the next game, "" for nothing; "guide.next." and this is the catalogue's key
}

// What a learner who scored well has achieved.
const (
	someLocks   = 4
	someLimited = 2
	spareStock  = 2 // warehouses left that might have scored
)

// Next suggests what to try after a finished game: what the learner lost the
// most points by leaving undone.
func Next(played *record.Game, learner int) Step {
	g, s := played.Rules, played.After(played.Len())
	return Step{Won: g.Result(s).Rank[learner] == 1, Try: missed(g, s, learner)}
}

// missed is what a seat has left undone, the most costly first.
func missed(g *rules.Game, s *rules.State, seat int) string {
	locks, port := 0, 0
	for k := range board.Obstacles {
		if s.LockBuilder(k) == seat {
			locks++
		}
	}
	for c := range board.Countries {
		if s.PortPlace(c, seat) >= 0 {
			port++
		}
	}
	switch {
	case s.Debts(seat) > 0:
		return "debts"
	case locks < someLocks:
		return "locks"
	case s.Held(seat)>>board.GrafschaftMark&1 == 0:
		return "white"
	case port == 0:
		return "port"
	case s.Supply(seat) >= spareStock:
		return "stock"
	case limited(g, s, seat) < someLimited:
		return "limited"
	case depots(g, s, seat) < len(g.Board().Depots):
		return "depots"
	case s.CitiesOf(seat) < board.Cities:
		return "cities"
	}
	return ""
}

// depots is in how many coal depots a seat has a warehouse.
func depots(g *rules.Game, s *rules.State, seat int) (n int) {
	for k := range g.Board().Depots {
		n += min(1, s.DepotOf(k, seat))
	}
	return n
}

// limited is how many limited markers a seat holds.
func limited(g *rules.Game, s *rules.State, seat int) int {
	set := uint16(0)
	for k, p := range g.Board().Progress {
		if p.Limited {
			set |= 1 << k
		}
	}
	return bits.OnesCount16(s.Held(seat) & set)
}
