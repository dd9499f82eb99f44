package packed

// RiverIndex is a space of the river, counted downriver from 0.
type RiverIndex uint8

// Mooring is where a barge is, as a number that grows downriver: the river
// index, and below it the place among those at one space, where the later is
// upriver of the earlier. So the order of the barges is that of the numbers.
type Mooring uint16

const (
	placeBits = 3
	rested    = 4 // places 4 to 7: there since before this phase; 3 to 0: arrived in it, the later the lower
)

// RestedAt is the mooring of a barge that lay there when the phase began, as the
// place-th of all barges from upriver.
func RestedAt(at RiverIndex, place uint8) Mooring {
	return Mooring(at)<<placeBits | rested | Mooring(place)
}

// ArrivedAt is the mooring of a barge that came in this phase, as its turn-th
// seat: upriver of those that came before.
func ArrivedAt(at RiverIndex, turn uint8) Mooring {
	return Mooring(at)<<placeBits + 3 - Mooring(turn)
}

// At is the river index of the barge.
func (m Mooring) At() RiverIndex { return RiverIndex(m >> placeBits) }

// Barge is a mooring with the seat whose barge lies there.
type Barge int

// BargeOf is a seat's barge.
func BargeOf(m Mooring, seat int) Barge { return Barge(m)<<2 | Barge(seat) }

// Seat is the seat whose barge it is.
func (b Barge) Seat() uint8 { return uint8(b & 3) }

// Rested is where the barge lies once it is the place-th of all from upriver.
func (b Barge) Rested(place uint8) Mooring {
	return Mooring(b>>2)&^(1<<placeBits-1) | rested | Mooring(place)
}

// RiverOrder puts four barges in order from upriver down. It sorts without a
// branch.
func RiverOrder(a, b, c, d Barge) (first, second, third, fourth Barge) {
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	b, c = min(b, c), max(b, c)
	return a, b, c, d
}
