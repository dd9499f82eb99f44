//go:build !purego

package value

import "unsafe"

// layer is the hidden layer of a net. It computes eight units at a time with SSE2,
// which every amd64 processor has, and the same sums as a packedLayer.
type layer struct {
	rows []int16 // at a multiple of 16 bytes, as adding straight from memory requires
	n    *Net
}

func newLayer(n *Net) layer {
	const eight = 16 // bytes
	rows := make([]int16, len(n.Deep)*hidden+eight/2)
	for uintptr(unsafe.Pointer(&rows[0]))%eight != 0 {
		rows = rows[1:]
	}
	for f := range n.Deep {
		copy(rows[f*hidden:], n.Deep[f][:])
	}
	return layer{rows, n}
}

func (l layer) sum(list []uint16, wide []int16) (deep, direct int64) {
	return hiddenLayer(&l.rows[0], list, &l.n.Bias, &l.n.Out, &wide[0])
}

// hiddenLayer adds the rows of these features to the bias and returns the sum of
// the positive units, each times its output weight, and the sum of the features'
// own weights. It does not check that the features have rows and weights.
//
//go:noescape
func hiddenLayer(rows *int16, list []uint16, bias, out *[hidden]int16, wide *int16) (deep, direct int64)
