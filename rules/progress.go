package rules

import (
	"math/bits"

	"ruhr/board"
)

// progress is phase 5: every seat gets the progress markers whose combination
// it has (PROG-1).
func (g *Game) progress(s *State) {
	earned := &g.tokens.of.earned
	for _, who := range s.order { // a seat not in play has no tokens
		c := &s.seats[who&3]
		if m := earned[c.tokens&lastToken] &^ (c.progress | c.blanks); m != 0 {
			g.earn(s, who, m)
		}
	}
}

// earn gives a seat the progress markers it has earned, one after the other; a
// blank where the limited ones have run out (PROG-2).
func (g *Game) earn(s *State, who uint8, earned markers) {
	c := s.seat(who)
	for ; earned != 0; earned &= earned - 1 {
		m := earned & -earned
		number := bits.TrailingZeros16(uint16(earned))
		if m&limitedMarker != 0 {
			left := &s.copies[number-board.FirstLimited]
			if *left == 0 {
				c.blanks |= m
				g.emit(FBlank, int(who), PROG2, number, 0, 0)
				continue
			}
			*left--
		}
		c.gain(m) // ready from now on (PROG-3)
		g.emit(FProgress, int(who), PROG1, number, 0, 0)
		if m == grafschaftMark { // its two warehouses (PROG-3)
			c.waiting &^= waitingMark
			g.stock(c, who, 2, PROG3)
		}
	}
}
