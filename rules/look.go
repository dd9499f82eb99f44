package rules

import "ruhr/board"

// What may be asked of a position. Everything here is open to all at the table.

// Decision is what the position waits for.
func (s *State) Decision() Decision { return s.decision }

// ToDecide is the seat to decide; meaningless where chance decides or after
// the end.
func (s *State) ToDecide() int { return int(s.toDecide) }

// Round is the round, 1 to 12.
func (s *State) Round() int { return int(s.round) }

// Phase is the phase of the round.
func (s *State) Phase() Phase { return s.phase }

// Unseen is the set of obstacle/demand markers not drawn yet, bit by number on
// the board: on the river or in the bag (SET-9).
func (s *State) Unseen() uint32 { return s.unseen }

// Bag is the number of markers in the bag.
func (s *State) Bag() int { return int(s.bag) }

// DrawToCome says whether a marker may still be drawn, in this round or a later
// one: round 12 has no draw (WATER-1, EVENT-12).
func (s *State) DrawToCome() bool {
	const last = rounds - 1
	return s.round < last || s.round == last && (s.phase == Event || s.decision == DrawMarker)
}

// HiddenCountries is the number of face-down country markers of each country,
// by port column.
func (s *State) HiddenCountries() (n [board.Countries]int) {
	for c, v := range s.hidden {
		n[c] = int(v)
	}
	return n
}

// Country is the port column of the country revealed this round, -1 for none.
func (s *State) Country() int {
	if s.country == noCountry {
		return -1
	}
	return int(s.country)
}

// PilotBanned says whether the options with a pilot are closed (WATER-3),
// Duty whether there is a building duty (WATER-4), WageTaken whether wage has
// been chosen this round (START-5).
func (s *State) PilotBanned() bool { return s.flags&pilotBanned != 0 }

// Duty says whether there is a building duty this round (WATER-4).
func (s *State) Duty() bool { return s.flags&buildingDuty != 0 }

// WageTaken says whether wage has been chosen this round (START-5).
func (s *State) WageTaken() bool { return s.flags&wageTaken != 0 }

// ShipDocked says whether a ship has docked in Ruhrort this round (SAIL-5).
func (s *State) ShipDocked() bool { return s.flags&shipDocked != 0 }

// Die is the value of the die on storage k, 0 for none.
func (s *State) Die(k int) int { return s.dice.value(k) }

// TrackDie is the value of the die on the transport track, 0 for none; colour
// is 0 for black and 1 for white, rows count from the top.
func (s *State) TrackDie(colour, row int) int { return s.track[colour].box(row) }

// Demand is how many Thaler lie on selling space k, 0 to 2 (WATER-2).
func (s *State) Demand(k int) int { return int(s.demand>>k&1 + s.demand2>>k&1) }

// LockBuilder is the seat that built lock k, -1 while it is an obstacle.
func (s *State) LockBuilder(k int) int {
	if s.built>>k&1 == 0 {
		return -1
	}
	return int(s.builders >> (2 * k) & 3)
}

func (p *slots) owners() []int {
	out := make([]int, p.n)
	for k := range out {
		out[k] = p.owner(k)
	}
	return out
}

// CityOwners are the seats with a warehouse in city k, from the left.
func (s *State) CityOwners(k int) []int { return s.cities[k].owners() }

// DepotOwners are the seats' warehouses in the depot of territory k, from the
// left.
func (s *State) DepotOwners(k int) []int { return s.depots[k].owners() }

// PortOwners are the seats' warehouses in port column k, from the top.
func (s *State) PortOwners(k int) []int { return s.port[k].owners() }

// ExportBox is the box of the export marker, from the left.
func (s *State) ExportBox() int { return int(s.export) }

// CopiesLeft is how many of a limited progress marker are left, by its place
// in board.ProgressIDs; -1 for a black one.
func (s *State) CopiesLeft(kind int) int {
	if kind < firstLimited {
		return -1
	}
	return int(s.copies[kind-firstLimited])
}

// Order is the order of the seats in this phase (ORDER-1).
func (g *Game) Order(s *State) []int { return g.seatList(s.order) }

// River is all seats from the farthest upriver down, those still off the river
// last.
func (g *Game) River(s *State) []int { return g.seatList(s.river()) }

func (g *Game) seatList(list [4]uint8) []int {
	out := make([]int, g.n)
	for i := range out {
		out[i] = int(list[i])
	}
	return out
}

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
	Barge      int              // river index, -1 off the river
	Option     Option           // of this round; Stranded, or Unchosen before
	FreeLock   bool             // a second lock is free (BUY-3)
	Means      int              // what it can pay with the debts it may take (DEBT-1)
}

// Seat gives what seat k has.
func (g *Game) Seat(s *State, k int) Seat {
	c := &s.seats[k]
	out := Seat{
		Thaler: int(c.thaler), VP: int(c.vp), Supply: int(c.supply), Debts: int(c.debts()),
		LockField: c.waiting&waitingLock != 0, MarkField: c.waiting&waitingMark != 0,
		Progress: uint16(c.progress), Blanks: uint16(c.blanks), Used: uint16(c.used), Bought: uint16(c.bought()),
		Barge: int(c.barge.at()), Option: c.option, FreeLock: c.freeLock, Means: int(c.means()),
	}
	for i, round := range timelineRounds {
		if c.timeline>>i&1 != 0 {
			out.Timeline = append(out.Timeline, int(round))
		}
	}
	for a := range out.Tokens {
		out.Tokens[a] = g.tokens.count(g.board, c.tokens, a)
	}
	if c.barge.at() == offRiver {
		out.Barge = -1
	}
	return out
}

// Missing is how many development tokens a seat still needs for a progress
// marker, by its place in board.ProgressIDs.
func (g *Game) Missing(s *State, seat, kind int) int {
	return g.tokens.missing(g.board, s.seats[seat].tokens, g.board.Progress[kind].Needs)
}

// OptionPrice is what an option costs in a round, in Thaler (START-5).
func OptionPrice(round int, o Option) int { return int(optionPrices(uint8(round))[o]) }

// LockPrice is what a lock costs in a round, in Thaler (BUY-2).
func LockPrice(round int) int { return int(lockPrice(uint8(round))) }

// LockVP is what building lock k scores (BUY-2).
func (g *Game) LockVP(k int) int { return int(g.lockVP[k]) }

// Stage is the place in board.Tracks of the transport track's stage in use.
func Stage(round int) int {
	switch {
	case round >= 8:
		return 2
	case round >= 4:
		return 1
	}
	return 0
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
	case marker == lockBuilding && s.round >= lockRound && s.built != allLocks:
		if c.freeLock {
			return 0, int(c.means()) // BUY-3
		}
		return int(lockPrice(s.round)), int(c.means())
	case marker&buildingMarkers != 0 && c.supply > 0:
		for price := range mostThaler {
			if g.buildingOffer(s, c, marker, uint8(price)) != 0 {
				return price, int(c.buildingMeans())
			}
		}
	}
	return -1, 0
}
