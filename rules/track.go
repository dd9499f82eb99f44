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
// else on top of the column moved down by one (TRACK-2). It gives the row.
func (st *stage) push(c *column, value int) int {
	for row := int(st.arrow); row >= 0; row-- {
		if c.box(row) == 0 {
			*c |= column(value) << (8 * row)
			return row
		}
	}
	*c = *c<<8 | column(value)
	return 0
}

// take lifts the die from the arrow box; those above move down (START-7).
func (st *stage) take(c *column) int {
	value := c.box(int(st.arrow))
	above := column(1)<<(8*st.arrow) - 1
	box := above<<8 | 0xff
	*c = *c&^box | *c&above<<8
	return value
}

// arrowDice says on the arrow box of which columns a die lies: the storages it
// could go to, black outside the Mark, white inside (START-7).
func (g *Game) arrowDice(s *State) (storages uint16) {
	arrow := int(g.stage(s.round).arrow)
	if s.track[0].box(arrow) != 0 {
		storages |= g.black
	}
	if s.track[1].box(arrow) != 0 {
		storages |= g.white
	}
	return storages
}

// askReturn asks the start player of the phase where a die goes that lies below
// the last box: black before white, the upper first (TRACK-3, TRACK-4).
func (g *Game) askReturn(s *State) bool {
	rows := g.stage(s.round).rows
	for colour, c := range s.track {
		if c>>(8*rows) == 0 {
			continue
		}
		empty := ^s.dice.loaded()
		to := empty & g.white
		if colour == 0 {
			to = empty & g.territory[g.board.Years[s.round-1].Returns]
			if to == 0 {
				to = empty & g.black
			}
		}
		s.ask(Place, s.order[0], uint64(to))
		return true
	}
	return false
}

// placeDie puts the die that askReturn asked for on storage k.
func (g *Game) placeDie(s *State, k int) {
	rows := g.stage(s.round).rows
	c := &s.track[g.white>>k&1]
	row := int(rows) + bits.TrailingZeros64(uint64(*c>>(8*rows)))/8
	value := c.box(row)
	*c &^= 0xff << (8 * row)
	s.dice.set(k, value)
	if g.facts != nil {
		g.note(FReturned, int(s.toDecide), TRACK3, k, value)
	}
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
			g.note(FStage, -1, TRACK4, stage)
		}
	}
	return g.askReturn(s)
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
