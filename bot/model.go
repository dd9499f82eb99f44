package bot

import (
	"math/bits"

	"ruhr/rules"
)

// model is what training has learned for one number of seats: the constants of
// the evaluator and a weight for every feature, in 256ths of a natural
// logarithm of the odds.
type model struct {
	params  params
	weights []int16
}

// startWeight is what a VP of worth weighs before anything is learned.
const startWeight = 2 * 256

// newModel is a policy that knows nothing but its parameters.
func newModel(t params) *model {
	m := &model{params: t, weights: make([]int16, int(features))}
	for _, b := range [][2]int{{fRemoveW, 1}, {fPlaceW, 1}, {fOptionW, pairs}, {fMoveW, 3 * ages}, {fStartW, pairs},
		{fSellW, pairs}, {fBuyW, buyKinds * ages}} {
		for k := range b[1] {
			m.weights[b[0]+k] = startWeight
		}
	}
	return m
}

// learned plays by a model without searching: it picks an action with a chance
// that grows with its score.
type learned struct {
	extractor
	// sharp is by what the scores are multiplied before picking, in 16ths: the
	// greater, the less is left to chance.
	sharp  int32
	scores [64]int32
}

func newLearned(l *tables, m *model, sharp int32) *learned {
	p := &learned{extractor: extractor{evaluator: newEvaluator(l, &m.params)}, sharp: sharp}
	p.weights = new([1 << 12]int16)
	copy(p.weights[:], m.weights)
	return p
}

// sharpened is the same policy leaving less to chance, or more. Both may be used
// at the same time.
func (p *learned) sharpened(sharp int32) *learned {
	q := *p
	q.evaluator, q.sharp = newEvaluator(p.tables, p.params), sharp
	return &q
}

// rate scores the legal actions of a position, in their order, and gives the
// greatest score.
func (p *learned) rate(s *rules.State) (n int, most int32) {
	p.setPosition(s)
	l := p.g.Legal(s)
	for m := l.Mask; m != 0; m &= m - 1 {
		p.describe(l.Base + rules.Action(bits.TrailingZeros64(m)))
		sum := p.sum / unit * p.sharp / 16
		p.scores[n] = sum
		if n == 0 || sum > most {
			most = sum
		}
		n++
	}
	return n, most
}

// features are those of an action in the position set last. They are good until
// the next call.
func (p *learned) features(a rules.Action) []feat {
	p.collect = true
	p.describe(a)
	p.collect = false
	return p.list[:p.n]
}

func (p *learned) pick(s *rules.State, r *source) rules.Action {
	n, most := p.rate(s)
	var odds [64]uint32
	total := uint64(0)
	for i := range n {
		odds[i] = oddsOf(most - p.scores[i])
		total += uint64(odds[i])
	}
	hi, _ := bits.Mul64(r.next(), total)
	for i := range n {
		if hi < uint64(odds[i]) {
			return nthAction(p.g.Legal(s), i)
		}
		hi -= uint64(odds[i])
	}
	return p.g.Legal(s).First()
}

// oddsOf is e to the minus d/256, times 2 to the 24th.
func oddsOf(d int32) uint32 {
	if d >= int32(len(odds)) {
		return 0
	}
	return odds[d]
}

// odds is filled by whole numbers alone, so that it is the same everywhere.
var odds = func() (t [17 * 256]uint32) {
	const step = 4278222805 // 2 to the 32nd times e to the minus 1/256
	e := uint64(1) << 56
	for i := range t {
		t[i] = uint32(e >> 32)
		hi, lo := bits.Mul64(e, step)
		e = hi<<32 | lo>>32
	}
	return t
}()
