// Package value estimates the final VP of every seat from a position at the
// beginning of a round, with a small net of integers trained by self-play.
package value

import (
	"ruhr/board"
	"ruhr/rules"
)

const (
	hidden = 64 // hidden units

	// One is a VP of an estimate.
	One = 256
)

// Net is the trained net for one number of seats. It estimates a seat's final
// VP as its score if the game ended now, plus the weights of its features in
// this round, plus the output of the hidden layer.
type Net struct {
	Wide [board.Rounds + 1][]int16 // by round and feature, in 256ths of a VP
	Deep [][hidden]int16           // by feature, in 128ths
	Bias [hidden]int16             // in 128ths
	Out  [hidden]int16             // in 1024ths
	Fit  [board.Rounds + 1]Fit
}

// Fit is how estimates at the beginning of a round compared with results, in
// 256ths of a VP.
type Fit struct {
	Win    int // the scale of the softmax of the estimates that gives the chances of winning
	Margin int // standard deviation of the margin to the best other seat
	VP     int // … of a seat's VP
}

// Estimator estimates positions of one game. It does not allocate.
type Estimator struct {
	extractor
	net   *Net
	layer layer
}

// NewEstimator makes an estimator from a net.
func NewEstimator(t *Tables, n *Net) *Estimator {
	return &Estimator{extractor: extractor{Tables: t}, net: n, layer: newLayer(n)}
}

// Copy is the same estimator. Both may be used at the same time.
func (e *Estimator) Copy() *Estimator {
	c := *e
	return &c
}

// Estimate returns the expected final VP of each seat, in 256ths.
func (e *Estimator) Estimate(s *rules.State) (vp [4]int32) {
	e.setPosition(s)
	wide := e.net.Wide[s.Round()]
	for who := range e.G.Seats() {
		vp[who] = int32(e.score[who])*One + e.more(wide, e.describe(who))
	}
	return vp
}

// more is the net's contribution for these features.
func (e *Estimator) more(wide []int16, list []uint16) int32 {
	both := len(list) - wideOnly
	deep, direct := e.layer.sum(list[:both], wide)
	for _, f := range list[both:] {
		direct += int64(wide[f])
	}
	return int32(direct + deep>>9) // 128ths times 1024ths, into 256ths
}
