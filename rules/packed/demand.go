package packed

// Demand is the Thaler lying on the selling spaces, 0 to 2 on each: the set of
// spaces with at least one and the set of those with two.
type Demand struct{ one, two uint32 }

// Lying is how many Thaler lie on a space.
func (d *Demand) Lying(space int) int { return int(d.one>>(space&31)&1 + d.two>>(space&31)&1) }

// Lay puts a Thaler on every space of a set where fewer than two lie.
func (d *Demand) Lay(spaces uint32) {
	d.two |= d.one & spaces
	d.one |= spaces
}

// Room is the part of a set of spaces where another Thaler can lie.
func (d *Demand) Room(spaces uint32) uint32 { return spaces &^ d.two }

// Lies reports whether a Thaler lies on a space.
func (d *Demand) Lies(space int) bool { return d.one>>(space&31)&1 != 0 }

// Take takes what lies on a space.
func (d *Demand) Take(space int) (thaler uint8) {
	thaler = uint8(d.Lying(space))
	d.one &^= 1 << (space & 31)
	d.two &^= 1 << (space & 31)
	return thaler
}
