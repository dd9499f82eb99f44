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
	c := &s.seats[s.toDecide&3]
	at := g.storageOf(c)
	from, to := &g.storages[at&15], &g.spaces[v&31]
	value := s.dice.Value(at)
	s.dice.Clear(at)
	s.moored &^= 1 << (at & 15)
	if from.locksBelow&to.locksAbove&^s.built != 0 && value > 1 { // SAIL-2
		value--
	}
	colour := from.colour & 1
	track := &s.track[colour] // SAIL-7
	path := &g.years[s.round&15].path
	*track = track.Push(path, value)
	off = track.Off(path)
	thaler := uint8(value) // SAIL-3
	if area := to.area[colour] & 7; g.tokens.room(c.tokens, area) {
		c.tokens += g.tokens.stride[area]
		thaler--
	}
	if s.demand.Lies(v) { // SAIL-4
		thaler += s.demand.Take(v)
	}
	c.thaler += thaler
	c.barge = packed.ArrivedAt(to.index, s.turn)
	s.turn++
	if to.city != noCity {
		s.payStorekeepers(to.city)
	} else if to.index == g.ruhrort { // SAIL-5
		c.thaler++
		g.moveExport(s, value)
	}
	return off
}

// payStorekeepers gives 1 Thaler to every seat with a warehouse in the city
// (SAIL-6).
func (s *State) payStorekeepers(city uint8) {
	for owners := s.cities[city].Seats(); owners != 0; owners &= owners - 1 {
		s.seats[bits.TrailingZeros8(owners)&3].thaler++
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
	s.export = min(to, uint8(len(g.board.Export)-1))
}
