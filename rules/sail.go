package rules

import "math/bits"

// sale is phase 4: each barge sails and sells. A die that fell off the track is
// placed before the next one sails.
func (g *Game) sale(s *State) bool {
	for ; s.turn < g.n; s.turn++ {
		who := s.order[s.turn&3]
		c := &s.seats[who&3]
		if c.option == Stranded {
			continue
		}
		from := &g.storages[g.storageAt[c.barge.at()&riverMask]&15]
		legal := uint64(from.reach[pilotOptions.has(c.option)&1]) << sellSpace
		if c.ready&coalHauler != 0 {
			legal |= uint64(s.dice.below6())
		}
		s.ask(Sell, who, legal)
		return true
	}
	return false
}

// sail is the trip to a selling space with its sale (SAIL-1 to SAIL-7). It says
// whether a die fell off the track.
func (g *Game) sail(s *State, v int) (off bool) {
	c := &s.seats[s.toDecide&3]
	at := int(g.storageAt[c.barge.at()&riverMask] & 15)
	from, to := &g.storages[at], &g.spaces[v&31]
	value := s.dice.value(at)
	s.dice.clear(at)
	s.moored &^= 1 << at
	if from.locksBelow&to.locksAbove&^s.built != 0 && value > 1 { // SAIL-2
		value--
	}
	colour := from.colour & 1
	track := &s.track[colour]
	y := g.year(s)
	*track = track.push(y.upper, value) // SAIL-7
	off = *track>>(y.end&63) != 0
	thaler := uint8(value)
	if area := int(to.area[colour] & 7); g.tokens.of.full[c.tokens&lastToken]>>area&1 == 0 { // SAIL-3
		c.tokens += g.tokens.stride[area]
		thaler--
	}
	if space := uint32(1) << (v & 31); s.demand&space != 0 { // SAIL-4
		thaler++
		if s.demand2&space != 0 {
			thaler++
		}
		s.demand &^= space
		s.demand2 &^= space
	}
	c.thaler += thaler
	c.barge = arrivedAt(to.index, s.turn)
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
	for owners := s.cities[city].seats; owners != 0; owners &= owners - 1 {
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
