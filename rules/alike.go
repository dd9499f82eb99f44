package rules

import (
	"math/bits"
	"slices"

	"ruhr/board"
)

// interchangeable are sets of the actions of a decision, as masks over its legal
// list, of which it makes no difference which one is taken.
type interchangeable struct {
	places []uint64 // all dice that return after the last sale
	locks  []uint64 // before the last round
	last   []uint64 // purchases of the last round
	roomy  []uint64 // the same while no column of the port can fill up
}

// Alike returns sets of actions, as masks like those of Legal, between which
// nothing can differ: after either of two such actions every seat has the same
// choices and ends with the same score, except that two interchangeable places
// have changed roles. Do not change the sets.
//
// A lock counts for its VP and for the trips that pass it (BUY-2, SAIL-2), and what
// lies below it nobody knows (SET-9). In round 12 no trip follows, no die is
// loaded and no country scores (EVENT-12).
func (g *Game) Alike(s *State) []uint64 {
	switch {
	case s.decision == Buy && s.round < rounds:
		return g.alike.locks
	case s.decision == Buy && g.PortHasRoom(s):
		return g.alike.roomy
	case s.decision == Buy:
		return g.alike.last
	case s.decision == Place && s.phase == Sale && s.round == rounds:
		return g.alike.places
	}
	return nil
}

// Forced returns the action to take where there is nothing to choose: the only
// legal one, or the first of several that are alike.
func (g *Game) Forced(s *State) (a Action, forced bool) {
	legal := g.Legal(s)
	if legal.Len() < 2 {
		return legal.First(), legal.Len() == 1
	}
	forced = slices.ContainsFunc(g.Alike(s), func(set uint64) bool { return legal.Mask&^set == 0 })
	return legal.First(), forced
}

// PortHasRoom reports whether no column of the port can fill up in this phase 6: each
// seat still to buy brings at most one warehouse to a column (BUY-6, BUY-7).
func (g *Game) PortHasRoom(s *State) bool {
	for column := range s.port {
		if g.portRows-s.port[column].Len() < int(g.n-s.turn) {
			return false
		}
	}
	return true
}

// listAlike fills the sets behind Alike.
func (g *Game) listAlike() {
	byVP := g.locksBy(func(lock int) [3]uint64 { return [3]uint64{uint64(g.lockVP[lock])} })
	g.alike = interchangeable{
		places: []uint64{1<<board.Storages - 1},
		locks: several(g.locksBy(func(lock int) [3]uint64 {
			return [3]uint64{uint64(g.lockVP[lock]), g.storagesAbove(lock), g.salesBelow(lock)}
		})),
	}
	g.alike.last = several(byVP)
	g.alike.roomy = several(append(byVP, 7<<buyPort, 7<<buyAnyPort))
}

// locksBy groups the locks, as purchases, by what makes them alike.
func (g *Game) locksBy(kind func(lock int) [3]uint64) (sets []uint64) {
	at := map[[3]uint64]int{}
	for lock := range board.Obstacles {
		k, known := at[kind(lock)]
		if !known {
			k = len(sets)
			at[kind(lock)] = k
			sets = append(sets, 0)
		}
		sets[k] |= 1 << lock
	}
	return sets
}

// storagesAbove are the storages upriver of a lock, salesBelow the selling spaces
// downriver of it: the ends of the trips that pass it.
func (g *Game) storagesAbove(lock int) (set uint64) {
	for k := range board.Storages {
		set |= uint64(g.storages[k].locksBelow>>lock&1) << k
	}
	return set
}

func (g *Game) salesBelow(lock int) (set uint64) {
	for k := range board.Sells {
		set |= uint64(g.spaces[k].locksAbove>>lock&1) << k
	}
	return set
}

// several drops the sets with a single action.
func several(sets []uint64) []uint64 {
	return slices.DeleteFunc(slices.Clone(sets), func(set uint64) bool { return bits.OnesCount64(set) < 2 })
}
