package rules

import "math/bits"

// stage is one of the three paths of the transport track: how many boxes a
// column has and which of them, from the top, is the arrow box (TRACK-1).
type stage struct{ rows, arrow uint8 }

// stage gives the path in use this round.
func (g *Game) stage(round uint8) *stage {
	switch {
	case round >= 8:
		return &g.stages[2]
	case round >= 4:
		return &g.stages[1]
	default:
		return &g.stages[0]
	}
}

// push lays a die on a column: on the arrow box, else the next free box above,
// else on top of the column moved down by one (TRACK-2). upper has the arrow box
// and those above it.
func (c column) push(upper column, value int) column {
	free := ^(c | c>>1 | c>>2) & upper
	if free == 0 {
		return c<<8 | column(value)
	}
	return c | column(value)<<(bits.Len64(uint64(free))-1&63)
}

// take lifts the die from the arrow box; those above move down (START-7).
func (c *column) take(arrow uint8) int {
	value := int(*c >> (arrow & 63) & 7)
	above := column(1)<<(arrow&63) - 1
	box := above<<8 | 0xff
	*c = *c&^box | *c&above<<8
	return value
}

// arrowDice says on the arrow box of which columns a die lies: the storages it
// could go to, black outside the Mark, white inside (START-7).
func (g *Game) arrowDice(s *State) (storages uint16) {
	arrow := g.year(s).arrow & 63
	if s.track[0]>>arrow&7 != 0 {
		storages |= g.black
	}
	if s.track[1]>>arrow&7 != 0 {
		storages |= g.white
	}
	return storages
}

// dieOff says whether a die lies below the last box of a column.
func (s *State) dieOff(end uint8) bool { return (s.track[0]|s.track[1])>>(end&63) != 0 }

// askReturn asks the start player of the phase where a die goes that lies below
// the last box: black before white, the upper first (TRACK-3, TRACK-4).
func (g *Game) askReturn(s *State) {
	y := g.year(s)
	empty := ^s.dice.loaded()
	to := empty & g.white
	if s.track[0]>>(y.end&63) != 0 {
		if to = empty & y.returns; to == 0 {
			to = empty & g.black
		}
	}
	s.ask(Place, s.order[0], uint64(to))
}

// placeDie puts the die that askReturn asked for on storage k.
func (g *Game) placeDie(s *State, k int) {
	c := &s.track[g.storages[k&15].colour&1]
	end := g.year(s).end & 63
	at := (int(end) + bits.TrailingZeros64(uint64(*c>>end))) &^ 7 & 63
	value := int(*c >> at & 7)
	*c &^= 7 << at
	s.dice.set(k, value)
}

// moveStage moves the dice sideways to the next path; those without a box
// there return (TRACK-4). turn tells whether they have moved already.
func (g *Game) moveStage(s *State) bool {
	if s.turn == 0 {
		s.turn = 1
		if g.facts != nil {
			stage := 1
			if s.round >= 8 {
				stage = 2
			}
			g.note(FStage, -1, TRACK4, stage, 0, 0)
		}
	}
	if s.dieOff(g.year(s).end) {
		g.askReturn(s)
		return true
	}
	return false
}

// enrich adds 1 to every die on the track, up to 6 (EVENT-9).
func (g *Game) enrich(s *State) {
	rows := int(g.stage(s.round).rows)
	for colour := range s.track {
		for row := range rows {
			v := s.track[colour].box(row)
			if v == 0 || v == 6 {
				continue
			}
			s.track[colour] += 1 << (8 * row)
			if g.facts != nil {
				g.note(FTrackDie, -1, EVENT9, colour, row, v+1)
			}
		}
	}
}
