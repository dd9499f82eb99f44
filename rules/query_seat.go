package rules

import (
	"ruhr/board"
	"ruhr/rules/packed"
)

// OffRiver is the river index of a barge that is not on the river yet (SET-1).
const OffRiver = -1

// Seat is what one seat has.
type Seat struct {
	Thaler, VP int
	Supply     int              // warehouses ready to be built
	Debts      int              // 0 to 4
	Timeline   []int            // rounds whose warehouse is still to come
	LockField  bool             // two warehouses wait on the lock field (SET-2)
	MarkField  bool             // two wait on the Grafschaft Mark field
	Tokens     [board.Areas]int // development tokens by area
	Progress   uint16           // progress markers held, bit by place in board.ProgressIDs
	Blanks     uint16           // limited markers that had run out (PROG-2)
	Used       uint16           // limited markers used up
	Bought     uint16           // black markers used in this phase 6 (BUY-1)
	Barge      int              // river index, or OffRiver
	Option     Option           // of this round; Stranded, or Unchosen before
	FreeLock   bool             // a second lock is free (BUY-3)
	Means      int              // what it can pay with the debts it may take (DEBT-1)
}

// Seat returns what a seat has.
func (g *Game) Seat(s *State, seat int) Seat {
	c := &s.seats[seat]
	out := Seat{
		Thaler: int(c.thaler), VP: int(c.vp), Supply: int(c.supply), Debts: int(c.debts()),
		LockField: c.waiting&waitingLock != 0, MarkField: c.waiting&waitingMark != 0,
		Progress: uint16(c.progress), Blanks: uint16(c.blanks), Used: uint16(c.used), Bought: uint16(c.bought()),
		Barge: s.BargeAt(seat), Option: c.option, FreeLock: c.freeLock, Means: int(c.means()),
	}
	for i, round := range board.WarehouseRounds {
		if c.timeline>>i&1 != 0 {
			out.Timeline = append(out.Timeline, round)
		}
	}
	for a := range out.Tokens {
		out.Tokens[a] = g.tokens.count(g.board, c.tokens, a)
	}
	return out
}

// Thaler a seat has.
func (s *State) Thaler(seat int) int { return int(s.seats[seat].thaler) }

// VP a seat has scored so far, without the lines of the end.
func (s *State) VP(seat int) int { return int(s.seats[seat].vp) }

// Supply is how many warehouses of a seat are ready to be built.
func (s *State) Supply(seat int) int { return int(s.seats[seat].supply) }

// Debts of a seat, 0 to 4.
func (s *State) Debts(seat int) int { return int(s.seats[seat].debts()) }

// LockField reports whether a seat's first lock is still to be built, which
// brings two warehouses (SET-2).
func (s *State) LockField(seat int) bool { return s.seats[seat].waiting&waitingLock != 0 }

// Held is the set of progress markers a seat has and has not used up.
func (s *State) Held(seat int) uint16 {
	return uint16(s.seats[seat].progress &^ s.seats[seat].used)
}

// Gained is the set of progress markers a seat has gained, used up or not, or
// found run out (PROG-2): what more tokens bring nothing for.
func (s *State) Gained(seat int) uint16 { return uint16(s.seats[seat].progress | s.seats[seat].blanks) }

// SecondLock reports whether a seat's next lock is free (BUY-3).
func (s *State) SecondLock(seat int) bool { return s.seats[seat].freeLock }

// BargeAt is the river index of a seat's barge, or OffRiver.
func (s *State) BargeAt(seat int) int {
	if at := s.seats[seat].barge.At(); at != offRiver {
		return int(at)
	}
	return OffRiver
}

// OptionOf is a seat's option of the round.
func (s *State) OptionOf(seat int) Option { return s.seats[seat].option }

// CitiesOf is how many city warehouses a seat has.
func (s *State) CitiesOf(seat int) int { return s.cityCount(seat) }

// DepotOf is how many warehouses a seat has in a depot.
func (s *State) DepotOf(depot, seat int) int { return s.depots[depot].Count(seat) }

// PortPlace is a seat's place in a port column from the top, -1 for none.
func (s *State) PortPlace(column, seat int) int { return s.port[column].Place(seat) }

// Tokens is a seat's set of development tokens as a number below
// Game.TokenCodes.
func (s *State) Tokens(seat int) int { return int(s.seats[seat].tokens) }

// Missing is how many development tokens a seat still needs for a progress
// marker, by its place in board.ProgressIDs (PROG-1).
func (g *Game) Missing(s *State, seat, kind int) int { return g.Lacking(s.Tokens(seat), kind) }

// Score is a seat's final VP if the game ended here (END-1 to END-6).
func (g *Game) Score(s *State, seat int) int {
	vp := s.VP(seat)
	for _, v := range g.endLines(s, seat) {
		vp += v
	}
	return vp
}

// Cheapest is the least a seat would pay, in Thaler, for what a building marker
// allows (by its place in board.ProgressIDs), and the most it could pay with
// debts (DEBT-1, DEBT-2). The price is -1 where the marker could buy nothing
// now. It asks neither whose turn it is nor whether the seat has the marker and
// the money (BUY-2 to BUY-6, BUY-8, BUY-12).
func (g *Game) Cheapest(s *State, seat, kind int) (price, means int) {
	c := &s.seats[seat]
	marker := markers(1) << kind
	switch {
	case marker == lockBuilding && s.round >= LockRound && s.built != allLocks:
		if c.freeLock {
			return 0, int(c.means()) // BUY-3
		}
		return LockPrice(int(s.round)), int(c.means())
	case marker&buildingMarkers != 0 && c.supply > 0:
		for price := range packed.MostThaler {
			if g.buildingOffer(s, c, marker, uint8(price)) != 0 {
				return price, int(c.buildingMeans())
			}
		}
	}
	return -1, 0
}
