//go:build !purego

package value

// layer is the hidden layer of a net. It computes eight units at a time with SSE2,
// which every amd64 processor has, and the same sums as a packedLayer.
type layer struct{ n *Net }

func newLayer(n *Net) layer { return layer{n} }

func (l layer) sum(list []uint16) int64 {
	return hiddenLayer(&l.n.Deep[0], list, &l.n.Bias, &l.n.Out)
}

// hiddenLayer adds the rows of these features to the bias and returns the sum of
// the positive units, each times its output weight. It does not check that the
// features have rows.
//
//go:noescape
func hiddenLayer(rows *[hidden]int16, list []uint16, bias, out *[hidden]int16) int64
