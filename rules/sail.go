package rules

// sale is phase 4: each barge sails and sells; before the next one a die that
// fell off the track is placed.
func (g *Game) sale(s *State) bool {
	if g.askReturn(s) {
		return true
	}
	for ; s.turn < g.n; s.turn++ {
		who := s.order[s.turn]
		c := &s.seats[who]
		if c.option == Stranded {
			continue
		}
		k := g.storageAt[c.at]
		to := g.near[k]
		if c.option.HasPilot() {
			to = g.far[k]
		}
		legal := uint64(to) << sellSpace
		if c.progress&coalHauler&^c.used != 0 {
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
	c := &s.seats[who]
	if k < int(sellSpace) {
		g.useHauler(s, c, k)
		return
	}
	to := k - int(sellSpace)
	from := int(g.storageAt[c.at])
	value := s.dice.value(from)
	s.dice.set(from, 0)
	s.moored &^= 1 << from
	colour := int(g.white >> from & 1)
	if g.facts != nil {
		g.note(FSail, int(who), SAIL1, int(c.at), int(g.sellAt[to]))
	}
	passed := g.locksBelow[from] & g.locksAbove[to] &^ s.built
	if passed != 0 && value > 1 {
		value--
		if g.facts != nil {
			g.note(FPipLost, int(who), SAIL2, value+1, value)
		}
	}
	g.moveBarge(s, who, g.sellAt[to])
	g.payOut(s, who, colour, value, to)
	row := g.stage(s.round).push(&s.track[colour], value)
	if g.facts != nil {
		g.note(FToTrack, int(who), SAIL7, colour, value, row)
		if c := s.track[colour]; c>>(8*g.stage(s.round).rows) != 0 {
			g.note(FOffTrack, -1, TRACK3, colour, c.box(int(g.stage(s.round).rows)))
		}
	}
	s.turn++
}

// payOut gives the seat its token and Thaler for a die sold (SAIL-3 to SAIL-6).
func (g *Game) payOut(s *State, who uint8, colour, value, to int) {
	c := &s.seats[who]
	if g.facts != nil {
		g.note(FSold, int(who), SAIL3, colour, value, to)
	}
	area := g.sellArea[to][colour]
	thaler := value
	if g.tokens.full[c.tokens]>>area&1 == 0 {
		c.tokens += g.tokens.stride[area]
		thaler--
		if g.facts != nil {
			g.note(FToken, int(who), SAIL3, int(area))
		}
	} else if g.facts != nil {
		g.note(FAreaFull, int(who), SAIL3, int(area))
	}
	g.gain(c, who, thaler, SAIL3)
	bit := uint32(1) << to
	if s.demand&bit != 0 {
		lying := 1 + int(s.demand2>>to&1)
		s.demand &^= bit
		s.demand2 &^= bit
		g.gain(c, who, lying, SAIL4)
	}
	if city := g.sellCity[to]; city != noCity {
		g.payStorekeepers(s, city)
	} else if area == ruhrortArea {
		g.gain(c, who, 1, SAIL5)
		g.moveExport(s, who, value)
	}
}

// payStorekeepers gives 1 Thaler to every seat with a warehouse in the city
// (SAIL-6).
func (g *Game) payStorekeepers(s *State, city uint8) {
	owners := s.cities[city].seats
	if owners == 0 {
		return
	}
	for who := range g.n {
		if owners>>who&1 != 0 {
			g.gain(&s.seats[who], who, 1, SAIL6)
		}
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
		g.note(FExport, int(who), SAIL5, from, to)
	}
}
