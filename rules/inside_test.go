package rules

import (
	"ruhr/board"
	"ruhr/rules/packed"
)

// What tests of the package's users see of a State besides its methods: parts
// that compare with ==, so that what has not changed need not be looked at again.

// SeatData is all that a position keeps of one seat.
type SeatData = seat

// DataOf returns what a position keeps of a seat.
func DataOf(s *State, who int) SeatData { return s.seats[who] }

// Buildings is every warehouse on the board.
type Buildings struct {
	cities [board.Cities]packed.Slots
	depots [4]packed.Slots
	port   [board.Countries]packed.Slots
}

// BuildingsOf returns the warehouses of a position.
func BuildingsOf(s *State) Buildings { return Buildings{s.cities, s.depots, s.port} }
