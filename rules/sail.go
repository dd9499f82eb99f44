package rules

import "math/bits"

// sale is phase 4: each barge sails and sells; before the next one a die that
// fell off the track is placed.
func (g *Game) sale(s *State) bool {
	if s.dieOff(g.year(s).end) {
		g.askReturn(s)
		return true
	}
	for ; s.turn < g.n; s.turn++ {
		who := s.order[s.turn&3]
		c := &s.seats[who&3]
		if c.option == Stranded {
			continue
		}
		from := &g.storages[g.storageAt[c.barge.at()&riverMask]&15]
		legal := uint64(from.reach[pilotOptions.has(c.option)&1]) << sellSpace
		if c.ready()&coalHauler != 0 {
			legal |= uint64(s.dice.below6())
		}
		s.ask(Sell, who, legal)
		return true
	}
	return false
}

// sail carries out a choice in phase 4: coal hauler, or the trip with its sale
// (SAIL-1 to SAIL-7).
func (g *Game) sail(s *State, k int) {
	who := s.toDecide
	c := &s.seats[who&3]
	if k < int(sellSpace) {
		g.useHauler(s, c, k)
		return
	}
	at := int(g.storageAt[c.barge.at()&riverMask])
	from, to := &g.storages[at&15], &g.spaces[(k-int(sellSpace))&31]
	colour := from.colour & 1
	value := s.dice.value(at)
	s.dice.clear(at)
	s.moored &^= 1 << (at & 15)
	if g.facts != nil {
		g.note(FSail, int(who), SAIL1, int(from.index), int(to.index), 0)
	}
	if from.locksBelow&to.locksAbove&^s.built != 0 && value > 1 { // SAIL-2
		value--
		if g.facts != nil {
			g.note(FPipLost, int(who), SAIL2, value+1, value, 0)
		}
	}
	c.barge = arrivedAt(to.index, s.turn)
	if g.facts != nil {
		g.note(FSold, int(who), SAIL3, int(colour), value, k-int(sellSpace))
	}
	if area := to.area[colour] & 7; g.tokens.full[c.tokens]>>area&1 == 0 {
		c.tokens += g.tokens.stride[area]
		if g.facts != nil {
			g.note(FToken, int(who), SAIL3, int(area), 0, 0)
		}
		g.gain(c, who, value-1, SAIL3)
	} else {
		g.payFull(c, who, int(area), value)
	}
	if bit := uint32(1) << ((k - int(sellSpace)) & 31); s.demand&bit != 0 {
		g.payDemand(s, c, who, bit)
	}
	if to.city != noCity {
		if owners := s.cities[to.city&7].seats; owners != 0 {
			g.payStorekeepers(s, owners)
		}
	} else if to.index == g.ruhrort {
		g.gain(c, who, 1, SAIL5)
		g.moveExport(s, who, value)
	}
	row := s.track[colour].push(g.year(s).upper, value)
	if g.facts != nil {
		g.noteTrack(s, who, int(colour), value, row)
	}
	s.turn++
}

func (g *Game) noteTrack(s *State, who uint8, colour, value, row int) {
	g.note(FToTrack, int(who), SAIL7, colour, value, row)
	if off := s.track[colour] >> g.year(s).end; off != 0 {
		g.note(FOffTrack, -1, TRACK3, colour, off.box(0), 0)
	}
}

// payFull gives the seat the full value of a die for which it gets no token
// (SAIL-3).
func (g *Game) payFull(c *seat, who uint8, area, value int) {
	if g.facts != nil {
		g.note(FAreaFull, int(who), SAIL3, area, 0, 0)
	}
	g.gain(c, who, value, SAIL3)
}

// payDemand gives the seat the Thaler that lie on a selling space (SAIL-4).
func (g *Game) payDemand(s *State, c *seat, who uint8, bit uint32) {
	lying := 1
	if s.demand2&bit != 0 {
		lying = 2
	}
	s.demand &^= bit
	s.demand2 &^= bit
	g.gain(c, who, lying, SAIL4)
}

// payStorekeepers gives 1 Thaler to every seat with a warehouse in the city
// (SAIL-6).
func (g *Game) payStorekeepers(s *State, owners uint8) {
	for ; owners != 0; owners &= owners - 1 {
		who := uint8(bits.TrailingZeros8(owners))
		g.gain(&s.seats[who&3], who, 1, SAIL6)
	}
}

// moveExport moves the export marker right for a sale in Ruhrort: 1 box for a
// value of 1 to 3, 2 for 4 to 6, not past the last (SAIL-5).
func (g *Game) moveExport(s *State, who uint8, value int) {
	if s.flags&shipDocked != 0 && !g.variant.EveryShip {
		return
	}
	s.flags |= shipDocked
	from := int(s.export)
	to := from + 1
	if value >= 4 {
		to++
	}
	to = min(to, len(g.board.Export)-1)
	s.export = uint8(to)
	if g.facts != nil && to != from {
		g.note(FExport, int(who), SAIL5, from, to, 0)
	}
}
