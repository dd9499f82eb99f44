package lab

import (
	"context"
	"math"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/rules"
)

// tune improves a set of parameters by self-play: every step plays a few games
// between two variants that differ in all constants at once, a little up or down,
// and moves towards the better one (simultaneous perturbation). It stops early
// when ctx ends.
func tune(ctx context.Context, g *rules.Game, from policy.Params, seed uint64, steps int, progress func(step int)) policy.Params {
	l := policy.NewTables(g)
	now := make([]float64, len(from.All()))
	step := make([]float64, len(now))
	for i, c := range from.All() {
		now[i] = float64(*c)
		step[i] = 4 + 0.12*math.Abs(now[i])
	}
	sign := make([]float64, len(now))
	for k := 0; k < steps && ctx.Err() == nil; k++ {
		r := rng.Seeded(seed, uint64(k))
		for i := range sign {
			sign[i] = 1 - 2*float64(r.Next()>>63)
		}
		up, down := shifted(from, now, step, sign, 1), shifted(from, now, step, sign, -1)
		better := duel(g, l, &up, &down, &r)
		rate := 0.12 / (1 + 6*float64(k)/float64(steps))
		for i := range now {
			now[i] += rate * step[i] * sign[i] * better
		}
		if progress != nil && k%1000 == 0 {
			progress(k)
		}
	}
	return shifted(from, now, step, sign, 0)
}

func shifted(t policy.Params, now, step, sign []float64, by float64) policy.Params {
	for i, c := range t.All() {
		*c = int(math.Round(now[i] + by*step[i]*sign[i]))
	}
	return t
}

// duel is the difference in reward between two sets of parameters over a few
// games in which both play.
func duel(g *rules.Game, l *policy.Tables, a, b *policy.Params, r *rng.Source) float64 {
	seats := [2]policy.Policy{policy.NewGreedy(l, a, 0), policy.NewGreedy(l, b, 0)}
	sum := 0.0
	const games = 4
	for k := range games {
		var of [4]int
		for i := range g.Seats() {
			of[i] = (i + k) & 1
		}
		s := g.Start(r.Below(g.Seats()))
		for policy.Settle(g, &s, r); s.Decision() != rules.Over; policy.Settle(g, &s, r) {
			if l := g.Legal(&s); l.Len() == 1 {
				g.Play(&s, l.First())
			} else {
				g.Play(&s, seats[of[s.ToDecide()]].Pick(&s, r))
			}
		}
		won, _ := search.Rewards(g, &s)
		var total, n [2]float64
		for i := range g.Seats() {
			total[of[i]] += float64(won[i]) / search.One
			n[of[i]]++
		}
		sum += total[0]/n[0] - total[1]/n[1]
	}
	return sum / games
}
