package value

// packedLayer is the hidden layer of a net in plain Go, four units side by side in
// each number. Sums of such numbers are the sums of all four as long as each stays
// within 16 bits.
type packedLayer struct {
	rows [][lanes]int64
	bias [lanes]int64
	out  *[hidden]int16
}

const lanes = hidden / 4

func packLayer(n *Net) *packedLayer {
	l := &packedLayer{rows: make([][lanes]int64, len(n.Deep)), bias: pack(&n.Bias), out: &n.Out}
	for f := range n.Deep {
		l.rows[f] = pack(&n.Deep[f])
	}
	return l
}

func pack(w *[hidden]int16) (p [lanes]int64) {
	for i, x := range w {
		p[i/4] += int64(x) << (16 * (i % 4))
	}
	return p
}

// sum adds the rows of these features to the bias and returns the sum of the
// positive units, each times its output weight, and the sum of the features' own
// weights.
func (l *packedLayer) sum(list []uint16, wide []int16) (deep, direct int64) {
	acc := l.bias
	for _, f := range list {
		direct += int64(wide[f])
		row := &l.rows[f]
		for i := range acc {
			acc[i] += row[i]
		}
	}
	for i, packed := range acc {
		for k := range 4 {
			unit := int16(packed)
			packed = (packed - int64(unit)) >> 16
			deep += int64(max(unit, 0)) * int64(l.out[4*i+k])
		}
	}
	return deep, direct
}
