package entrant

import (
	"context"
	"math/rand/v2"

	"ruhr/bot"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/value"
	"ruhr/rules"
)

// probe is a player with a single idea, to measure whether the levels fall for
// it. It plays every action out to the end of the round a few times, with the
// same chance for each, and takes what serves its idea best on average.
type probe struct {
	aim func(g *rules.Game, s *rules.State, who int, vp *[4]float64) float64

	g *rules.Game
	p policy.Policy
	e *value.Estimator
}

const (
	probePlayouts = 6 // of each action
	probeWeight   = 4 // VP that a warehouse in the right place counts more, and elsewhere less
	leanWeight    = 2 // VP that a warehouse in the port counts more where others count as they do
)

func (b *probe) Choose(ctx context.Context, g *rules.Game, s *rules.State, _ bot.Budget, random *rand.Rand) bot.Thought {
	if b.g != g {
		b.g, b.p = g, policy.NewSteady(g)
		b.e = value.NewEstimator(value.NewTables(g), value.Nets()[g.Seats()])
	}
	l, who, chance := g.Legal(s), s.ToDecide(), random.Uint64()
	best, most := l.First(), 0.0
	for i := range l.Len() {
		sum := 0.0
		for k := range uint64(probePlayouts) {
			next, r := *s, rng.Seeded(chance, k)
			g.Play(&next, l.Nth(i))
			policy.PlayRounds(g, &next, b.p, &r, s.Round())
			vp := b.vp(&next)
			sum += b.aim(g, &next, who, &vp)
		}
		if i == 0 || sum > most {
			best, most = l.Nth(i), sum
		}
		if ctx.Err() != nil {
			break
		}
	}
	return bot.Thought{Action: best}
}

// vp is the final VP of every seat, estimated before the game is over.
func (b *probe) vp(s *rules.State) (vp [4]float64) {
	if s.Decision() == rules.Over {
		for who := range b.g.Seats() {
			vp[who] = float64(b.g.Score(s, who))
		}
		return vp
	}
	for who, v := range b.e.Estimate(s) {
		vp[who] = float64(v) / value.One
	}
	return vp
}

// onlyDenial keeps the VP of the best other seat low and cares for nothing else.
func onlyDenial(g *rules.Game, _ *rules.State, who int, vp *[4]float64) float64 {
	best := 0.0
	for other := range g.Seats() {
		if other != who {
			best = max(best, vp[other])
		}
	}
	return -best
}

// onlyDepots and onlyExport want VP, but warehouses in depots or in the port only.
func onlyDepots(_ *rules.Game, s *rules.State, who int, vp *[4]float64) float64 {
	cities, depots, port := warehouses(s, who)
	return vp[who] + probeWeight*float64(depots-cities-port)
}

func onlyExport(_ *rules.Game, s *rules.State, who int, vp *[4]float64) float64 {
	cities, depots, port := warehouses(s, who)
	return vp[who] + probeWeight*float64(port-cities-depots)
}

// onlyVP has no idea: a yardstick for those that have one.
func onlyVP(_ *rules.Game, _ *rules.State, who int, vp *[4]float64) float64 { return vp[who] }

// leaningToExport wants VP, and warehouses in the port a little more than others.
func leaningToExport(_ *rules.Game, s *rules.State, who int, vp *[4]float64) float64 {
	_, _, port := warehouses(s, who)
	return vp[who] + leanWeight*float64(port)
}

func warehouses(s *rules.State, who int) (cities, depots, port int) {
	for d := range 4 { // by territory
		depots += s.DepotOf(d, who)
	}
	for c := range 3 { // by country
		if s.PortPlace(c, who) >= 0 {
			port++
		}
	}
	return s.CitiesOf(who), depots, port
}
