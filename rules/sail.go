package rules

import (
	"math/bits"

	"ruhr/rules/packed"
)

// sale is phase 4: each barge sails and sells (SAIL-1). A die that fell off the
// track is placed before the next one sails.
func (g *Game) sale(s *State) bool {
	for ; s.turn < g.n; s.turn++ {
		who := s.order[s.turn&3]
		c := &s.seats[who&3]
		if c.option == Stranded { // START-12
			continue
		}
		from := &g.storages[g.storageOf(c)&15]
		legal := uint64(from.reach[pilotOptions.has(c.option)&1]) << sellSpace
		if c.ready&coalHauler != 0 { // START-10
			legal |= uint64(s.dice.BelowSix())
		}
		s.ask(Sell, who, legal)
		return true
	}
	return false
}

// sail is the trip to selling space v with its sale. It says whether a die fell
// off the track.
func (g *Game) sail(s *State, v int) (off bool) {
	c, who := s.decider(), s.toDecide
	at := g.storageOf(c)
	from, to := &g.storages[at&15], &g.spaces[v&31]
	loaded, colour := s.dice.Value(at), from.colour&1
	s.dice.Clear(at)
	s.moored &^= 1 << (at & 15)
	c.barge = packed.ArrivedAt(to.index, s.turn)
	s.turn++
	value := loaded
	if from.locksBelow&to.locksAbove&^s.built != 0 && value > 1 { // SAIL-2
		value--
	}
	if g.facts != nil {
		g.emitTrip(who, at, v, loaded, value)
	}
	thaler := value
	if area := to.area[colour] & 7; g.tokens.room(c.tokens, area) {
		c.tokens += g.tokens.stride[area]
		g.emit(FToken, int(who), SAIL3, int(area), 0, 0)
		thaler--
	} else {
		g.emit(FAreaFull, int(who), SAIL3, int(area), 0, 0)
	}
	g.gain(c, who, thaler, SAIL3)
	if s.demand.Lies(v) { // SAIL-4
		g.gain(c, who, int(s.demand.Take(v)), SAIL4)
	}
	if to.city != noCity {
		for owners := s.cities[to.city].Seats(); owners != 0; owners &= owners - 1 { // SAIL-6
			owner := uint8(bits.TrailingZeros8(owners))
			g.gain(s.seat(owner), owner, 1, SAIL6)
		}
	} else if to.index == g.ruhrort {
		g.gain(c, who, 1, SAIL5)
		g.moveExport(s, value)
	}
	track, path := &s.track[colour], &g.year(s).path // SAIL-7
	before := *track
	*track = before.Push(path, value)
	if g.facts != nil {
		g.emitPush(before, *track, path, who, int(colour), value)
	}
	return track.Off(path)
}

// emitTrip records a trip from a storage to selling space v, the value loaded and
// the value sold.
func (g *Game) emitTrip(who uint8, storage, v, loaded, sold int) {
	from := &g.storages[storage]
	g.emit(FSail, int(who), SAIL1, int(from.index), int(g.spaces[v].index), 0)
	if sold < loaded {
		g.emit(FPipLost, int(who), SAIL2, loaded, sold, 0)
	}
	g.emit(FSold, int(who), SAIL3, int(from.colour), sold, v)
}

// emitPush records where the die sold came to lie and which one fell off.
func (g *Game) emitPush(before, after packed.Column, path *packed.Path, who uint8, colour, value int) {
	g.emit(FToTrack, int(who), SAIL7, colour, value, after.PushedTo(before))
	if after.Off(path) {
		g.emit(FOffTrack, -1, TRACK3, colour, after.TakeOff(path), 0)
	}
}

// moveExport moves the export marker right for a sale in Ruhrort: 1 box for a
// value of 1 to 3, 2 for 4 to 6, not past the last (SAIL-5).
func (g *Game) moveExport(s *State, value int) {
	if s.flags&shipDocked != 0 && !g.variant.EveryShip {
		return
	}
	s.flags |= shipDocked
	to := s.export + 1
	if value >= 4 {
		to++
	}
	to = min(to, uint8(len(g.board.Export)-1))
	if to != s.export {
		g.emit(FExport, int(s.toDecide), SAIL5, int(s.export), int(to), 0)
	}
	s.export = to
}
