package packed

// Builders are the seats that built the locks, two bits each. Which locks are
// built it does not say.
type Builders uint32

// Set writes down who built lock k. It must not have been built before.
func (b *Builders) Set(k int, seat uint8) { *b |= Builders(seat) << (2 * k & 31) }

// Seat is the seat that built lock k.
func (b Builders) Seat(k int) int { return int(b >> (2 * k & 31) & 3) }
