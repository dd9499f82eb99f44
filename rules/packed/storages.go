package packed

import "math/bits"

// Storages is a set of storages, bit by number.
type Storages uint16

// StorageSet is the set of one storage.
func StorageSet(k int) Storages { return 1 << (k & 15) }

// Has reports whether storage k is in the set.
func (s Storages) Has(k int) bool { return s>>(k&15)&1 != 0 }

// Any reports whether there is a storage in the set.
func (s Storages) Any() bool { return s != 0 }

// Len is the number of storages in the set.
func (s Storages) Len() int { return bits.OnesCount16(uint16(s)) }

// Dice are the values of the dice on the storages, 0 for none: three bit planes
// side by side, so that all dice are looked at or changed at once.
type Dice uint64

const (
	plane      = 16
	onDie Dice = 1 | 1<<plane | 1<<(2*plane) // the three bits of the first die
)

// spread has the bits of a value each on its plane.
var spread = func() (t [8]Dice) {
	for v := range t {
		t[v] = Dice(v&1 | v>>1&1<<plane | v>>2<<(2*plane))
	}
	return t
}()

// Value is the value of the die on storage k, 0 for none.
func (d Dice) Value(k int) int {
	v := d >> (k & 15) & onDie
	return int((v | v>>(plane-1) | v>>(2*plane-2)) & 7)
}

// Set puts a die on storage k in place of what lies there.
func (d *Dice) Set(k, value int) {
	*d = *d&^(onDie<<(k&15)) | spread[value&7]<<(k&15)
}

// Clear takes the die from storage k.
func (d *Dice) Clear(k int) { *d &^= onDie << (k & 15) }

// Improve adds pips to the die on storage k, up to 6.
func (d *Dice) Improve(k, pips int) { d.Set(k, min(d.Value(k)+pips, 6)) }

func (d Dice) planes() (p0, p1, p2 uint16) {
	return uint16(d), uint16(d >> plane), uint16(d >> (2 * plane))
}

// Loaded is the set of storages with a die.
func (d Dice) Loaded() Storages { return Storages(d | d>>plane | d>>(2*plane)) }

// BelowSix is the set of storages with a die that can still rise.
func (d Dice) BelowSix() Storages { return d.Loaded() &^ Storages(d>>plane&(d>>(2*plane))) }

// Raise adds 1 to every die below 6.
func (d *Dice) Raise() {
	p0, p1, _ := d.planes()
	up := uint16(d.BelowSix())
	c0 := p0 & up
	c1 := p1 & c0
	*d ^= Dice(up) | Dice(c0)<<plane | Dice(c1)<<(2*plane)
}

// Lower takes 1 from every die above 1.
func (d *Dice) Lower() {
	p0, p1, p2 := d.planes()
	down := p1 | p2
	b0 := ^p0 & down
	b1 := ^p1 & b0
	*d ^= Dice(down) | Dice(b0)<<plane | Dice(b1)<<(2*plane)
}
