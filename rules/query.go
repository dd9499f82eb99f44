package rules

import "ruhr/board"

// What may be asked of a position: here of the table, in query_seat.go of a
// seat, in query_game.go of what follows from the board. All of it is open to
// everybody at the table. Seats, storages, selling spaces, locks, cities, depots
// (by territory) and port columns go by number; a set has a bit for each number.
// Nothing allocates but what gives a slice.

// Decision is what the position waits for.
func (s *State) Decision() Decision { return s.decision }

// ToDecide is the seat to decide; meaningless where chance decides or after
// the end.
func (s *State) ToDecide() int { return int(s.toDecide) }

// Decides reports whether a seat is to decide: not where chance decides, nor after the end.
func (s *State) Decides(seat int) bool { return s.decision < DrawMarker && int(s.toDecide) == seat }

// Round is the round, 1 to 12.
func (s *State) Round() int { return int(s.round) }

// Phase is the phase of the round.
func (s *State) Phase() Phase { return s.phase }

// Order is the order of the seats in this phase (ORDER-1).
func (g *Game) Order(s *State) []int { return g.seatList(s.order) }

// Turn is how many seats have had their turn in this phase: the place in its
// order that is on.
func (s *State) Turn() int { return int(s.turn) }

// SeatAt is the seat at a place of this phase's order, from 0 (ORDER-1).
func (s *State) SeatAt(place int) int { return int(s.order[place&3]) }

// River is all seats from the farthest upriver down, those still off the river
// last (ORDER-2).
func (g *Game) River(s *State) []int { return g.seatList(s.river()) }

func (g *Game) seatList(list [4]uint8) []int {
	out := make([]int, g.n)
	for i := range out {
		out[i] = int(list[i])
	}
	return out
}

// Unseen is the set of obstacle/demand markers not drawn yet, bit by number on
// the board: on the river or in the bag (SET-9).
func (s *State) Unseen() uint32 { return s.unseen }

// Bag is the number of markers in the bag.
func (s *State) Bag() int { return int(s.bag) }

// DrawToCome reports whether a marker may still be drawn, in this round or a later
// one: round 12 has no draw (WATER-1, EVENT-12).
func (s *State) DrawToCome() bool {
	const last = rounds - 1
	return s.round < last || s.round == last && (s.phase == Event || s.decision == DrawMarker)
}

// HiddenCountries is the number of face-down country markers of each country,
// by port column.
func (s *State) HiddenCountries() (n [board.Countries]int) {
	for c := range n {
		n[c] = s.HiddenOf(c)
	}
	return n
}

// HiddenOf is how many face-down country markers of a port column are left.
func (s *State) HiddenOf(column int) int { return int(s.hidden[column]) }

// Country is the port column of the country revealed this round, -1 for none.
func (s *State) Country() int {
	if s.country == noCountry {
		return -1
	}
	return int(s.country)
}

// PilotBanned reports whether the options with a pilot are closed (WATER-3).
func (s *State) PilotBanned() bool { return s.flags&pilotBanned != 0 }

// Duty reports whether there is a building duty this round (WATER-4).
func (s *State) Duty() bool { return s.flags&buildingDuty != 0 }

// WageTaken reports whether wage has been chosen this round (START-5).
func (s *State) WageTaken() bool { return s.flags&wageTaken != 0 }

// ShipDocked reports whether a ship has docked in Ruhrort this round (SAIL-5).
func (s *State) ShipDocked() bool { return s.flags&shipDocked != 0 }

// Die is the value of the die on a storage, 0 for none.
func (s *State) Die(storage int) int { return s.dice.Value(storage) }

// Loaded is the set of storages with a die.
func (s *State) Loaded() uint16 { return uint16(s.dice.Loaded()) }

// Moored is the set of storages with a barge.
func (s *State) Moored() uint16 { return uint16(s.moored) }

// TrackDie is the value of the die on the transport track, 0 for none; colour
// is 0 for black and 1 for white, rows count from the top.
func (s *State) TrackDie(colour, row int) int { return s.track[colour].Box(row) }

// ArrowDie is the value of the die on the arrow box of a colour's column, 0
// for none (START-7).
func (g *Game) ArrowDie(s *State, colour int) int { return s.track[colour].Arrow(&g.year(s).path) }

// Demand is how many Thaler lie on a selling space, 0 to 2 (WATER-2).
func (s *State) Demand(space int) int { return s.demand.Lying(space) }

// Built is the set of obstacles whose lock is built.
func (s *State) Built() uint16 { return uint16(s.built) }

// LockBuilder is the seat that built a lock, -1 while it is an obstacle.
func (s *State) LockBuilder(lock int) int {
	if s.built>>lock&1 == 0 {
		return -1
	}
	return s.builders.Seat(lock)
}

// CityOwners are the seats with a warehouse in a city, from the left.
func (s *State) CityOwners(city int) []int { return s.cities[city].Owners() }

// CitySeats is the set of seats with a warehouse in a city.
func (s *State) CitySeats(city int) uint8 { return s.cities[city].Seats() }

// DepotOwners are the seats of the warehouses in a depot, from the left.
func (s *State) DepotOwners(depot int) []int { return s.depots[depot].Owners() }

// PortOwners are the seats of the warehouses in a port column, from the top.
func (s *State) PortOwners(column int) []int { return s.port[column].Owners() }

// PortSeats is the set of seats in a port column.
func (s *State) PortSeats(column int) uint8 { return s.port[column].Seats() }

// PortLen is how many warehouses stand in a port column.
func (s *State) PortLen(column int) int { return s.port[column].Len() }

// ExportBox is the box of the export marker, from the left.
func (s *State) ExportBox() int { return int(s.export) }

// CopiesLeft is how many of a limited progress marker are left (SET-7), by its
// place in board.ProgressIDs; -1 for a black one.
func (s *State) CopiesLeft(kind int) int {
	if kind < board.FirstLimited {
		return -1
	}
	return int(s.copies[kind-board.FirstLimited])
}

// SoldOut is the set of limited progress markers nobody can gain any more.
func (s *State) SoldOut() (set uint16) {
	for k, n := range s.copies {
		if n == 0 {
			set |= 1 << (board.FirstLimited + k)
		}
	}
	return set
}
