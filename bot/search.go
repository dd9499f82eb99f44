package bot

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"ruhr/rules"
)

// searcher is a computer player that searches. With a budget in playouts its choice
// does not depend on how fast or how many processors are.
type searcher struct {
	playouts int // of its own, where the budget names none
	threads  int // that play playouts at the same time
	set      settings
	models   func() [5]*model // by number of seats

	g     *rules.Game
	t     *tree
	exact *solver
	turn  turn  // of the last decision
	full  int32 // the size of the tree after the turn's first decision
}

// tuned are the settings of the searching levels.
var tuned = settings{explore: 0.5, first: 0.02, prior: 12, play: 28}

func (b *searcher) Reset() {
	b.turn = turn{}
	if b.g != nil {
		b.exact.reset()
		b.t.nodes, b.t.edges = b.t.nodes[:0], b.t.edges[:0]
	}
}

func (b *searcher) prepare(g *rules.Game) {
	if b.g == g {
		return
	}
	b.g = g
	b.t = newTree(newTables(g), b.models()[g.Seats()], b.set, b.threads)
	b.exact = newSolver(g)
}

// Choose searches. A time is that of a turn: once a decision of the turn has
// been thought about, the next one is thought about only as long as it takes
// to bring what is kept of the tree to the same size.
func (b *searcher) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, rng *rand.Rand) Thought {
	if l := g.Legal(s); l.Len() == 1 {
		return Thought{Action: l.First()}
	}
	b.prepare(g)
	if budget == (Budget{}) {
		budget.Playouts = b.playouts
	}
	began := time.Now()
	b.exact.until = time.Time{}
	if budget.Time > 0 {
		b.exact.until = began.Add(budget.Time / 4)
	}
	if th, ok := b.exact.solve(ctx, s, budget.positions()); ok {
		return th
	}
	same := turn{s.Round(), s.Phase(), s.ToDecide()}
	if same != b.turn {
		b.turn, b.full = same, 0
	}
	t := b.t
	t.r = source(rng.Uint64())
	if !t.reuse(s) {
		t.reset(s)
	}
	limit := limit{playouts: int32(budget.Playouts)}
	if budget.Time > 0 {
		limit = limit.clock(began, budget.Time, t.nodes[0].visits, b.full)
	}
	t.think(ctx, limit)
	b.full = max(b.full, t.nodes[0].visits)
	return t.conclude()
}

// turn is a seat's consecutive decisions in one phase.
type turn struct {
	round int
	phase rules.Phase
	seat  int
}

// limit is when a tree has grown enough: at so many playouts, counting those
// that were kept, or by the clock.
type limit struct {
	playouts int32
	until    time.Time
}

// clock gives the time of a turn, cut to what a tree kept of full playouts
// still lacks. A quarter of it is left whatever was tried before.
func (l limit) clock(began time.Time, d time.Duration, kept, full int32) limit {
	if full > 0 {
		d = d * time.Duration(max(full-kept, full/10)) / time.Duration(full)
	}
	l.until = began.Add(d)
	if least := time.Now().Add(d / 4); l.until.Before(least) {
		l.until = least
	}
	l.playouts = math.MaxInt32
	return l
}

// think grows the tree up to a limit, or until ctx ends. With a number of
// playouts it stops early where the choice cannot change any more.
func (t *tree) think(ctx context.Context, l limit) {
	for look := 0; ; {
		if look <= 0 {
			if ctx.Err() != nil || !l.until.IsZero() && time.Now().After(l.until) {
				return
			}
			look = 16
		}
		left := l.playouts - t.nodes[0].visits
		if left <= 0 || t.decided(left) {
			return
		}
		look -= t.run(int(left))
	}
}

// decided says whether the most visited action stays so whatever comes of the
// playouts that are left.
func (t *tree) decided(left int32) bool {
	best, second := int32(0), int32(0)
	for _, e := range t.edges[:t.nodes[0].n] {
		switch {
		case e.visits > best:
			best, second = e.visits, best
		case e.visits > second:
			second = e.visits
		}
	}
	return best-second > left
}

// conclude takes the action most often tried; of two tried equally often the
// better one, of two never tried the one the policy likes.
func (t *tree) conclude() Thought {
	root := t.nodes[0]
	tried := append([]edge(nil), t.edges[:root.n]...)
	slices.SortStableFunc(tried, func(x, y edge) int {
		return cmp.Or(cmp.Compare(y.visits, x.visits), cmp.Compare(y.reward[root.seat], x.reward[root.seat]), cmp.Compare(y.prior, x.prior))
	})
	th := Thought{Action: tried[0].action}
	var all edge
	for i := range tried {
		all.add(&tried[i])
	}
	for i := range tried {
		if tried[i].visits > 0 {
			th.Considered = append(th.Considered, tried[i].considered(t.g.Seats(), &all))
		}
	}
	return th
}

func (e *edge) add(o *edge) {
	e.visits += o.visits
	for who := range e.reward {
		e.reward[who] += o.reward[who]
		e.vp[who] += o.vp[who]
		e.vp2[who] += o.vp2[who]
		e.wins[who] += o.wins[who]
	}
}

// considered is what the playouts through an edge say of its action. How far
// they spread is not known of an action hardly tried: the spread of all playouts
// of the decision counts as much as so many of its own.
func (e *edge) considered(seats int, all *edge) Considered {
	const lent = 6
	c := Considered{Action: e.action, Playouts: int(e.visits)}
	n := float64(e.visits)
	for who := range seats {
		c.Win[who] = float64(e.wins[who]) / 12 / n
		mean, own := e.spread(who)
		_, common := all.spread(who)
		wide := 1.2816 * math.Sqrt((n*own+lent*common)/(n+lent))
		c.VP[who], c.Low[who], c.High[who] = mean, mean-wide, mean+wide
	}
	return c
}

// spread is the mean and variance of a seat's final VP.
func (e *edge) spread(who int) (mean, variance float64) {
	n := float64(e.visits)
	mean = float64(e.vp[who]) / n
	return mean, max(0, float64(e.vp2[who])/n-float64(mean*mean))
}

// flat is the yardstick of measurements: so many playouts by rules of thumb,
// shared out evenly among the legal actions, and the action taken that did
// best. It was frozen before the levels were tuned.
type flat struct {
	g *rules.Game
	p *heuristic
}

const flatPlayouts, flatRandom = 1000, 40

func (b *flat) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, rng *rand.Rand) Thought {
	if b.g != g {
		b.g, b.p = g, &heuristic{newTables(g), flatRandom}
	}
	playouts := flatPlayouts
	if budget.Playouts > 0 {
		playouts = budget.Playouts
	}
	var until time.Time
	if budget.Time > 0 {
		until, playouts = time.Now().Add(budget.Time), math.MaxInt
	}
	l, who, r := g.Legal(s), s.ToDecide(), source(rng.Uint64())
	var sum [64]int64
	var tried [64]int64
	next := new(rules.State)
	for k := 0; k < playouts; k++ {
		if k&15 == 0 && (ctx.Err() != nil || !until.IsZero() && time.Now().After(until)) {
			break
		}
		i := k % l.Len()
		*next = *s
		g.Play(next, nthAction(l, i))
		playout(g, next, b.p, &r)
		won, _ := rewards(g, next)
		sum[i] += won[who]
		tried[i]++
	}
	best := 0
	for i := range l.Len() {
		if tried[i] > 0 && sum[i]*tried[best] > sum[best]*tried[i] {
			best = i
		}
	}
	return Thought{Action: nthAction(l, best)}
}
