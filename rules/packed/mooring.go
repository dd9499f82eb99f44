package packed

// RiverIndex is a space of the river, counted downriver from 0.
type RiverIndex uint8

// Mooring is where a barge is, as a number that grows downriver: the river
// index, and below it the place among those at one space, where the later is
// upriver of the earlier. So the order of the barges is that of the numbers.
type Mooring uint16

const (
	placeBits = 3
	settled   = 4 // places 4 to 7: there since before this phase; 3 to 0: arrived in it, the later the lower
)

// SettledAt is the mooring of a barge that lay there when the phase began, as the
// place-th of all barges from upriver.
func SettledAt(at RiverIndex, place uint8) Mooring {
	return Mooring(at)<<placeBits | settled | Mooring(place)
}

// ArrivedAt is the mooring of a barge that came in this phase, as its turn-th
// seat: upriver of those that came before.
func ArrivedAt(at RiverIndex, turn uint8) Mooring {
	return Mooring(at)<<placeBits + 3 - Mooring(turn)
}

// At is the river index of the barge.
func (m Mooring) At() RiverIndex { return RiverIndex(m >> placeBits) }

// Barge is a mooring with the seat whose barge lies there, in its lowest bits.
type Barge int

// SeatOf is the part of a Barge that is the seat.
const SeatOf = 3

// Settled is where the barge lies once it is the place-th of all from upriver.
func (b Barge) Settled(place uint8) Mooring {
	return Mooring(b>>2)&^(1<<placeBits-1) | settled | Mooring(place)
}

// RiverOrder puts the barges of seats 0 to 3 in order from upriver down. It sorts
// without a branch.
func RiverOrder(seat0, seat1, seat2, seat3 Mooring) (a, b, c, d Barge) {
	a, b, c, d = Barge(seat0)<<2, Barge(seat1)<<2|1, Barge(seat2)<<2|2, Barge(seat3)<<2|3
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	b, c = min(b, c), max(b, c)
	return
}
