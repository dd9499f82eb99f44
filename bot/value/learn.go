package value

import (
	"math"

	"ruhr/board"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// Learner fits a net to the results of games, by stochastic gradient descent with
// Adagrad's steps. The same samples in the same order make the same net on one
// kind of processor.
type Learner struct {
	extractor
	wide, wideMoved [board.Rounds + 1][]float32
	deep            [][hidden]float32
	deepMoved       []float32
	bias, out       [hidden]float32
	biasMoved       [hidden]float32
	outMoved        [hidden]float32
	unit            [hidden]float32
	seats           [4]seen
}

// seen is what the net makes of a seat.
type seen struct {
	list []uint16
	unit [hidden]float32
	off  float32 // how much too high the estimate is
}

// NewLearner starts with a net that has learned nothing.
func NewLearner(t *Tables, seed uint64) *Learner {
	l := &Learner{extractor: extractor{Tables: t}, deep: make([][hidden]float32, fWide), deepMoved: make([]float32, fWide)}
	for r := range l.wide {
		l.wide[r], l.wideMoved[r] = make([]float32, features), make([]float32, features)
		for f := range l.wideMoved[r] {
			l.wideMoved[r][f] = 30
		}
	}
	r := rng.Seeded(seed, 0x4e7)
	small := func(most float32) float32 { return most * (float32(r.Below(2001))/1000 - 1) }
	for f := range l.deep {
		l.deepMoved[f] = 30
		for i := range l.deep[f] {
			l.deep[f][i] = small(0.15)
		}
	}
	for i := range l.out {
		l.out[i], l.outMoved[i], l.biasMoved[i] = small(0.5), 30, 30
	}
	return l
}

// StartFrom goes on from a net. Hidden units that it does not use may learn
// something new.
func (l *Learner) StartFrom(n *Net) {
	for r := range l.wide {
		for f, w := range n.Wide[r] {
			l.wide[r][f] = float32(w) / One
		}
	}
	for i, out := range n.Out {
		l.out[i] = float32(out) / 1024
		if out == 0 {
			continue
		}
		l.bias[i] = float32(n.Bias[i]) / 128
		for f := range n.Deep {
			l.deep[f][i] = float32(n.Deep[f][i]) / 128
		}
	}
}

// common is how much of the error that all seats share does not count: what
// decides a game is the difference between them.
const common = 0.8

// Learn moves the net towards the final VP of a position's seats. pace is the
// size of the steps.
func (l *Learner) Learn(s *rules.State, vp *[4]float32, pace float32) {
	l.setPosition(s)
	n := l.G.Seats()
	shared := float32(0)
	for who := range n {
		x := &l.seats[who]
		x.list = append(x.list[:0], l.describe(who)...)
		x.off = l.guess(s.Round(), x.list) + float32(l.score[who]) - vp[who]
		x.unit = l.unit
		shared += x.off / float32(n)
	}
	for who := range n {
		x := &l.seats[who]
		l.unit = x.unit
		l.step(s.Round(), x.list, max(-25, min(x.off-common*shared, 25)), pace)
	}
}

func (l *Learner) guess(round int, list []uint16) float32 {
	sum := float32(0)
	acc := l.bias
	for _, f := range list {
		sum += l.wide[round][f]
		if int(f) < fWide {
			row := &l.deep[f]
			for i := range acc {
				acc[i] += row[i]
			}
		}
	}
	for i, u := range acc {
		l.unit[i] = max(u, 0)
		sum += l.unit[i] * l.out[i]
	}
	return sum
}

func (l *Learner) step(round int, list []uint16, off, pace float32) {
	var slope [hidden]float32
	square := float32(0)
	for i, u := range l.unit {
		if u > 0 {
			slope[i] = off * l.out[i]
			square += slope[i] * slope[i]
			l.biasMoved[i] += slope[i] * slope[i]
			l.bias[i] -= pace * slope[i] / root(l.biasMoved[i])
		}
	}
	for i, u := range l.unit {
		g := off * u
		l.outMoved[i] += g * g
		l.out[i] -= pace * g / root(l.outMoved[i])
	}
	square /= hidden
	wide, moved := l.wide[round], l.wideMoved[round]
	for _, f := range list {
		moved[f] += off * off
		wide[f] -= pace * off / root(moved[f])
		if int(f) < fWide {
			l.deepMoved[f] += square
			by := pace / root(l.deepMoved[f])
			row := &l.deep[f]
			for i := range row {
				row[i] -= by * slope[i]
			}
		}
	}
}

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Net rounds the learned weights to integers.
func (l *Learner) Net() *Net {
	n := &Net{Deep: make([][hidden]int16, fWide)}
	for r := range l.wide {
		n.Wide[r] = make([]int16, features)
		for f, w := range l.wide[r] {
			n.Wide[r][f] = whole(w, One)
		}
	}
	for f := range l.deep {
		for i, w := range l.deep[f] {
			n.Deep[f][i] = whole(w, 128)
		}
	}
	for i := range n.Out {
		n.Bias[i], n.Out[i] = whole(l.bias[i], 128), whole(l.out[i], 1024)
	}
	return n
}

func whole(w, parts float32) int16 {
	return int16(math.Round(float64(max(-32000, min(w*parts, 32000)))))
}
