package rules

import "math/bits"

// progress is phase 5: every seat gets the progress markers whose combination
// it has (PROG-1).
func (g *Game) progress(s *State) {
	for _, who := range s.order[:g.n] {
		c := &s.seats[who]
		for m := g.tokens.earned[c.tokens] &^ (c.progress | c.blanks); m != 0; m &= m - 1 {
			g.earn(s, c, who, m&-m)
		}
	}
}

// earn gives a seat a progress marker, or a blank where the limited ones have
// run out (PROG-2).
func (g *Game) earn(s *State, c *seat, who uint8, m markers) {
	number := bits.TrailingZeros16(uint16(m))
	if m&limitedMarker != 0 {
		left := &s.copies[number-firstLimited]
		if *left == 0 {
			c.blanks |= m
			if g.facts != nil {
				g.note(FBlank, int(who), PROG2, number)
			}
			return
		}
		*left--
	}
	c.progress |= m
	if g.facts != nil {
		g.note(FProgress, int(who), PROG1, number)
	}
	if m == grafschaftMark {
		c.waiting &^= waitingMark
		g.stock(c, who, 2, PROG3)
	}
}
