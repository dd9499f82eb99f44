package lab

import (
	"math"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
)

// sample is one searched decision: the features of each legal action and how
// often the search visited it.
type sample struct {
	feats []policy.Feature // of all actions, one after another
	ends  []int32          // where each action's end
	share []float32
}

// fit moves the policy towards the visit counts of the searches: cross entropy,
// by Adagrad. It returns the mean loss in nats over the held-out tenth of the
// samples, before and after.
func fit(m *policy.Model, samples []sample, epochs int, seed uint64) (before, after float64) {
	w := make([]float32, len(m.Weights))
	moved := make([]float32, len(m.Weights))
	for i, v := range m.Weights {
		w[i] = float32(v) / 256
		moved[i] = 1
	}
	held := func(i int) bool { return i%10 == 9 }
	before = loss(w, samples, held)
	r := rng.Seeded(seed, 0xf17)
	order := make([]int, 0, len(samples))
	for i := range samples {
		if !held(i) {
			order = append(order, i)
		}
	}
	for range epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := r.Below(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order {
			learn(w, moved, &samples[i])
		}
	}
	for i, v := range w {
		m.Weights[i] = int16(math.Round(float64(max(-120, min(v, 120))) * 256))
	}
	return before, loss(w, samples, held)
}

const (
	pace  = 0.08
	decay = 2e-6 // of every weight a step touches, towards 0
)

func learn(w, moved []float32, s *sample) {
	var p [64]float32
	chances(w, s, p[:])
	at := int32(0)
	for a, end := range s.ends {
		off := p[a] - s.share[a]
		for _, f := range s.feats[at:end] {
			much := float32(f.Amount) / policy.Unit
			slope := off*much + decay*w[f.Which]
			moved[f.Which] += slope * slope
			w[f.Which] -= pace * slope / float32(math.Sqrt(float64(moved[f.Which])))
		}
		at = end
	}
}

// chances are the policy's probabilities for the actions of a sample.
func chances(w []float32, s *sample, p []float32) {
	most := float32(math.Inf(-1))
	at := int32(0)
	for a, end := range s.ends {
		sum := float32(0)
		for _, f := range s.feats[at:end] {
			sum += w[f.Which] * float32(f.Amount) / policy.Unit
		}
		p[a], most, at = sum, max(most, sum), end
	}
	total := float32(0)
	for a := range s.ends {
		p[a] = float32(math.Exp(float64(p[a] - most)))
		total += p[a]
	}
	for a := range s.ends {
		p[a] /= total
	}
}

func loss(w []float32, samples []sample, held func(int) bool) float64 {
	sum, n := 0.0, 0.0
	var p [64]float32
	for i := range samples {
		if !held(i) {
			continue
		}
		s := &samples[i]
		chances(w, s, p[:])
		for a := range s.ends {
			if s.share[a] > 0 {
				sum -= float64(s.share[a]) * math.Log(float64(p[a])+1e-9)
			}
		}
		n++
	}
	return sum / max(n, 1)
}
