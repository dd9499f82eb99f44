package packed

// Slots is a row of warehouse spaces filled from the first: how many stand
// there, whose they are in turn, and the set of seats present.
type Slots struct {
	n     uint8
	seats uint8
	whose uint16 // two bits each
}

// SlotsOf is a row with the given seats' warehouses in turn.
func SlotsOf(seats ...int) (p Slots) {
	for _, who := range seats {
		p.Add(uint8(who))
	}
	return p
}

// Len is how many warehouses stand in the row.
func (p *Slots) Len() int { return int(p.n) }

// Seats is the set of seats with a warehouse there, bit by seat.
func (p *Slots) Seats() uint8 { return p.seats }

// Has reports whether a seat has a warehouse there.
func (p *Slots) Has(seat int) bool { return p.seats>>(seat&3)&1 != 0 }

// Owner is the seat whose warehouse stands on space k.
func (p *Slots) Owner(k int) int { return int(p.whose >> (2 * k & 15) & 3) }

// Owners are the seats in the order of their warehouses.
func (p *Slots) Owners() []int {
	out := make([]int, p.n)
	for k := range out {
		out[k] = p.Owner(k)
	}
	return out
}

// Place is the first space with a warehouse of a seat, -1 for none.
func (p *Slots) Place(seat int) int {
	if p.Has(seat) {
		for k := range int(p.n) {
			if p.Owner(k) == seat {
				return k
			}
		}
	}
	return -1
}

// Count is how many warehouses of a seat stand there.
func (p *Slots) Count(seat int) (n int) {
	if p.Has(seat) {
		for k := range int(p.n) {
			if p.Owner(k) == seat {
				n++
			}
		}
	}
	return n
}

// Add puts a seat's warehouse on the next space.
func (p *Slots) Add(seat uint8) {
	p.whose |= uint16(seat) << (2 * p.n & 15)
	p.n++
	p.seats |= 1 << (seat & 3)
}

// Remove takes a seat's only warehouse out; those behind it move up. There must
// be one.
func (p *Slots) Remove(seat uint8) {
	for k := range p.n {
		if uint8(p.whose>>(2*k&15)&3) == seat {
			before := uint16(1)<<(2*k&15) - 1
			p.whose = p.whose&before | p.whose>>2&^before
			break
		}
	}
	p.n--
	p.seats &^= 1 << (seat & 3)
}

// Columns is a set of columns of the port, bit by column.
type Columns uint8

// Has reports whether a column is in the set.
func (c Columns) Has(column int) bool { return c>>(column&7)&1 != 0 }

// Several reports whether there is more than one column in the set.
func (c Columns) Several() bool { return c&(c-1) != 0 }
