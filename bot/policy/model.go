package policy

import (
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// Model is the result of training for one number of seats: the parameters of
// the evaluator and a weight for every feature, in 256ths of the natural
// logarithm of the odds.
type Model struct {
	Params  Params
	Weights []int16
}

// startWeight is the weight of a VP of worth before training.
const startWeight = 2 * 256

// NewModel is an untrained model with these parameters.
func NewModel(t Params) *Model {
	m := &Model{Params: t, Weights: make([]int16, int(features))}
	for _, b := range [][2]int{{fRemoveW, 1}, {fPlaceW, 1}, {fOptionW, pairs}, {fMoveW, 3 * ages}, {fStartW, pairs},
		{fSellW, pairs}, {fBuyW, buyKinds * ages}} {
		for k := range b[1] {
			m.Weights[b[0]+k] = startWeight
		}
	}
	return m
}

// Learned plays by a model without searching: it picks by a softmax over the
// scores of the actions.
type Learned struct {
	extractor
	sharp  int32      // see Rated.Odds
	scores [64]int32  // of the legal actions of the position rated last
	odds   [64]uint32 // … of one that an action was picked for
}

// NewLearned makes the policy of a model with a sharpness in 16ths.
func NewLearned(l *Tables, m *Model, sharp int32) *Learned {
	p := &Learned{extractor: extractor{Evaluator: NewEvaluator(l, &m.Params)}, sharp: sharp}
	p.weights = new([1 << 12]int16)
	copy(p.weights[:], m.Weights)
	p.nearerScores = new([3][ages][16][8]int32)
	for i, bank := range [3]int{fOptionSale, fStartSale, fSellSale} {
		p.nearerScores[i] = nearerScores(m.Weights, bank)
	}
	return p
}

// Sharpened is the same policy with another sharpness. Both may be used at the
// same time.
func (p *Learned) Sharpened(sharp int32) *Learned {
	q := *p
	q.Evaluator, q.sharp = NewEvaluator(p.Tables, p.params), sharp
	return &q
}

// Rated are the scores of a position's legal actions, in their order, in 256ths
// of the natural logarithm of the odds.
type Rated struct {
	Scores []int32
	most   int32
}

// Odds is how likely an action is, as a part of 2^24 of the likeliest. sharp
// multiplies the scores, in 16ths (an inverse temperature).
func (r *Rated) Odds(i int, sharp int32) uint32 {
	return OddsOf(r.most*sharp/16 - r.Scores[i]*sharp/16)
}

// Rate scores the legal actions of a position. The scores are valid until the
// next call.
func (p *Learned) Rate(s *rules.State) Rated {
	p.SetPosition(s)
	l := p.G.Legal(s)
	n, rest := 0, l.Mask
	if locks := l.Mask & (1<<board.Obstacles - 1); s.Decision() == rules.Buy {
		n, rest = p.rateLocks(locks), rest&^locks // the first actions
	}
	for ; rest != 0; rest &= rest - 1 {
		p.describe(l.Base + rules.Action(bits.TrailingZeros64(rest)))
		p.scores[n] = p.sum / Unit
		n++
	}
	scores := p.scores[:n]
	return Rated{scores, slices.Max(scores)}
}

// Features are those of an action in the position set last. They are valid until
// the next call.
func (p *Learned) Features(a rules.Action) []Feature {
	p.collect = true
	p.describe(a)
	p.collect = false
	return p.list[:p.n]
}

// Pick picks an action with a probability proportional to e to the power of
// its score.
func (p *Learned) Pick(s *rules.State, r *rng.Source) rules.Action {
	rated := p.Rate(s)
	return p.PickRated(s, &rated, r)
}

// PickRated is Pick in a position that has been rated.
func (p *Learned) PickRated(s *rules.State, rated *Rated, r *rng.Source) rules.Action {
	total := uint64(0)
	most := rated.most * p.sharp / 16
	for i, score := range rated.Scores {
		odds := OddsOf(most - score*p.sharp/16)
		p.odds[i&63] = odds
		total += uint64(odds)
	}
	hi, _ := bits.Mul64(r.Next(), total)
	for i := range rated.Scores {
		odds := uint64(p.odds[i&63])
		if hi < odds {
			return nthAction(p.G.Legal(s), i)
		}
		hi -= odds
	}
	return p.G.Legal(s).First()
}

// OddsOf is 2^24 times e^(-d/256), for d from 0 on.
func OddsOf(d int32) uint32 {
	if i := uint32(d); i < uint32(len(odds)) {
		return odds[i]
	}
	return 0
}

// odds is computed in integers, so that it is the same on every processor.
var odds = func() (t [17 * 256]uint32) {
	const step = 4278222805 // 2^32 times e^(-1/256)
	e := uint64(1) << 56
	for i := range t {
		t[i] = uint32(e >> 32)
		hi, lo := bits.Mul64(e, step)
		e = hi<<32 | lo>>32
	}
	return t
}()
