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
		if c.progress&^c.used&coalHauler != 0 {
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
	at := g.storageAt[c.barge.at()&riverMask] & 15
	from, to := &g.storages[at], &g.spaces[(k-int(sellSpace))&31]
	value := s.dice.value(int(at))
	s.dice.clear(int(at))
	s.moored &^= 1 << at
	if from.locksBelow&to.locksAbove&^s.built != 0 && value > 1 { // SAIL-2
		value--
	}
	track := &s.track[from.colour&1]
	*track = track.push(g.year(s).upper, value) // SAIL-7
	thaler := uint8(value)
	if area := to.area[from.colour&1] & 7; g.tokens.full[c.tokens]>>area&1 == 0 { // SAIL-3
		c.tokens += g.tokens.stride[area]
		thaler--
	}
	if space := uint32(1) << ((k - int(sellSpace)) & 31); s.demand&space != 0 { // SAIL-4
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

// sailAloud is sail with its facts, told by what is another after it than
// before. So sail has nothing to remember for them, which saved 2,500
// instructions a game.
func (g *Game) sailAloud(s *State, k int) {
	before := *s
	g.sail(s, k)
	if k >= int(sellSpace) {
		g.noteSale(&before, s, k-int(sellSpace))
	}
}

func (g *Game) noteSale(before, after *State, space int) {
	who := before.ToDecide()
	was, is := &before.seats[who], &after.seats[who]
	at := g.storageAt[was.barge.at()]
	to := &g.spaces[space]
	colour := int(g.storages[at].colour)
	loaded, value := before.Die(int(at)), before.Die(int(at))
	g.note(FSail, who, SAIL1, int(was.barge.at()), int(to.index), 0)
	if value > 1 && g.PipLost(before, int(at), space) {
		value--
		g.note(FPipLost, who, SAIL2, loaded, value, 0)
	}
	g.note(FSold, who, SAIL3, colour, value, space)
	if was.tokens != is.tokens {
		g.note(FToken, who, SAIL3, int(to.area[colour]), 0, 0)
		g.noteThaler(who, value-1, SAIL3)
	} else {
		g.note(FAreaFull, who, SAIL3, int(to.area[colour]), 0, 0)
		g.noteThaler(who, value, SAIL3)
	}
	g.noteThaler(who, before.Demand(space), SAIL4)
	if to.city != noCity {
		for other := range int(g.n) {
			if before.cities[to.city].has(other) {
				g.noteThaler(other, 1, SAIL6)
			}
		}
	} else if to.index == g.ruhrort {
		g.noteThaler(who, 1, SAIL5)
		if before.export != after.export {
			g.note(FExport, who, SAIL5, int(before.export), int(after.export), 0)
		}
	}
	column, row := after.track[colour], 0
	if column>>8 != before.track[colour] { // not moved down
		row = bits.TrailingZeros64(uint64(column^before.track[colour])) / 8
	}
	g.note(FToTrack, who, SAIL7, colour, value, row)
	if off := column >> g.year(after).end; off != 0 {
		g.note(FOffTrack, -1, TRACK3, colour, off.box(0), 0)
	}
}

func (g *Game) noteThaler(who, n int, rule Rule) {
	if n != 0 {
		g.note(FThaler, who, rule, n, 0, 0)
	}
}
