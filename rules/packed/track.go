package packed

import "math/bits"

// Column is a column of the transport track: a byte for each box from the top,
// with the value of the die in it or 0.
type Column uint64

// Path says where the boxes of a stage's columns lie: which of them, counted
// from the top, is the arrow box, and how many there are.
type Path struct {
	upper Column // the lowest bit of the arrow box and of each box above it
	arrow uint8  // where the arrow box begins, in bits
	end   uint8  // where the last box ends, in bits
}

// PathOf is the path of columns with so many boxes above and below the arrow box.
func PathOf(above, below int) Path {
	arrow := uint8(8 * above)
	return Path{
		upper: everyByte & (1<<(arrow+8) - 1),
		arrow: arrow,
		end:   arrow + uint8(8*(1+below)),
	}
}

// Rows is the number of boxes in a column.
func (p *Path) Rows() int { return int(p.end / 8) }

// ColumnOf is a column with the given dice from the top.
func ColumnOf(values ...int) (c Column) {
	for row, v := range values {
		c |= Column(v&7) << (8 * row & 63)
	}
	return c
}

// Box is the value of the die in a row, counted from the top, 0 for none.
func (c Column) Box(row int) int { return int(c >> (8 * row & 63) & 7) }

// Arrow is the value of the die on the arrow box, 0 for none.
func (c Column) Arrow(p *Path) int { return int(c >> (p.arrow & 63) & 7) }

// Push lays a die on a column: on the arrow box, else on the next free box
// above, else on the top box with all other dice moved down by one (TRACK-2).
func (c Column) Push(p *Path, value int) Column {
	free := ^(c | c>>1 | c>>2) & p.upper
	if free == 0 {
		return c<<8 | Column(value)
	}
	return c | Column(value)<<(bits.Len64(uint64(free))-1&63)
}

// PushedTo is the row on which the last die pushed onto a column came to lie: the
// top one where it looks as if all had moved down.
func (c Column) PushedTo(before Column) int {
	if c>>8 == before { // all moved down
		return 0
	}
	return bits.TrailingZeros64(uint64(c^before)) / 8
}

// TakeArrow lifts the die from the arrow box; those above it move down.
func (c *Column) TakeArrow(p *Path) (value int) {
	value = c.Arrow(p)
	above := Column(1)<<(p.arrow&63) - 1
	box := above<<8 | 0xff
	*c = *c&^box | *c&above<<8
	return value
}

// Off reports whether a die lies below the last box.
func (c Column) Off(p *Path) bool { return c>>(p.end&63) != 0 }

// TakeOff lifts the upper of the dice that lie below the last box.
func (c *Column) TakeOff(p *Path) (value int) {
	end := p.end & 63
	at := (int(end) + bits.TrailingZeros64(uint64(*c>>end))) &^ 7 & 63
	value = int(*c >> at & 7)
	*c &^= 7 << at
	return value
}

// Set puts a die on a row, in place of what lies there.
func (c *Column) Set(row, value int) {
	at := 8 * row & 63
	*c = *c&^(7<<at) | Column(value&7)<<at
}
