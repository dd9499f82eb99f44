package entrant

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"ruhr/bot"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/rules"
)

// flat is the baseline for measurements: a number of playouts by the heuristics,
// divided evenly among the legal actions; it takes the action that did best. It
// must not change, or old measurements lose their meaning.
type flat struct {
	g *rules.Game
	p policy.Policy
}

const flatPlayouts, flatRandom = 1000, 40

func (b *flat) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget bot.Budget, random *rand.Rand) bot.Thought {
	if b.g != g {
		b.g, b.p = g, policy.NewHeuristic(g, flatRandom)
	}
	playouts := flatPlayouts
	if budget.Playouts > 0 {
		playouts = budget.Playouts
	}
	var until time.Time
	if budget.Time > 0 {
		until, playouts = time.Now().Add(budget.Time), math.MaxInt
	}
	l, who, r := g.Legal(s), s.ToDecide(), rng.Source(random.Uint64())
	var sum [64]int64
	var tried [64]int64
	next := new(rules.State)
	for k := 0; k < playouts; k++ {
		if k&15 == 0 && (ctx.Err() != nil || !until.IsZero() && time.Now().After(until)) {
			break
		}
		i := k % l.Len()
		*next = *s
		g.Play(next, l.Nth(i))
		policy.Playout(g, next, b.p, &r)
		won, _ := search.Rewards(g, next)
		sum[i] += won[who]
		tried[i]++
	}
	best := 0
	for i := range l.Len() {
		if tried[i] > 0 && sum[i]*tried[best] > sum[best]*tried[i] {
			best = i
		}
	}
	return bot.Thought{Action: l.Nth(best)}
}
