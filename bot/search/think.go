package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// Standard are the settings of the searching levels.
var Standard = Settings{Explore: 0.5, First: 0.02, Prior: 12, Play: 28, Horizon: 1, Best: 2}

// Standard1 are those of the frozen first generation. They never change.
var Standard1 = Settings{Explore: 0.5, First: 0.02, Prior: 12, Play: 28, Batch: 8, Eager: true}

// Turn is a seat's consecutive decisions in one phase.
type Turn struct {
	Round int
	Phase rules.Phase
	Seat  int
}

// Limit ends a search: at a number of playouts, including kept ones, or at a
// time.
type Limit struct {
	Playouts int32
	until    time.Time
}

// Clock is the limit for a turn of length d, shortened in proportion to the
// playouts already kept of full ones, but to no less than a quarter.
func Clock(began time.Time, d time.Duration, kept, full int32) (l Limit) {
	if full > 0 {
		d = d * time.Duration(max(full-kept, full/10)) / time.Duration(full)
	}
	l.until = began.Add(d)
	if least := time.Now().Add(d / 4); l.until.Before(least) {
		l.until = least
	}
	l.Playouts = math.MaxInt32
	return l
}

// mostPlayouts is how many a tree can have: all could be won (see edge).
const mostPlayouts = math.MaxInt32 / winParts

// Think plays playouts up to a limit, or until ctx ends. It stops once the most
// visited action can no longer change.
func (t *Tree) Think(ctx context.Context, l Limit) {
	over := func() bool { return ctx.Err() != nil || !l.until.IsZero() && time.Now().After(l.until) }
	for look := 0; ; {
		if look <= 0 {
			if over() {
				return
			}
			look = 16
		}
		left := min(l.Playouts, mostPlayouts) - t.nodes[0].visits
		if left <= 0 || t.decided(left) {
			return
		}
		look -= t.runUntil(int(left), over)
	}
}

// decided reports whether the remaining playouts can no longer change which
// action is visited most.
func (t *Tree) decided(left int32) bool {
	best, second := int32(0), int32(0)
	for _, e := range t.edges.of(&t.nodes[0]) {
		switch {
		case e.visits > best:
			best, second = e.visits, best
		case e.visits > second:
			second = e.visits
		}
	}
	return best-second > left
}

// Conclude returns the best action, or the most visited one (see
// Settings.Best), and lists the results of all that were tried: those tried
// often enough to compare first, in the order of their figures.
func (t *Tree) Conclude() (best rules.Action, list []analysis.Candidate) {
	root := t.nodes[0]
	who := int(root.seat)
	tried := append([]edge(nil), t.edges.of(&root)...)
	slices.SortStableFunc(tried, func(x, y edge) int {
		return cmp.Or(cmp.Compare(y.visits, x.visits), cmp.Compare(y.reward[who], x.reward[who]), cmp.Compare(y.prior, x.prior))
	})
	var all edge
	for i := range tried {
		all.add(&tried[i])
	}
	for i := range tried {
		if tried[i].visits > 0 {
			list = append(list, tried[i].considered(t.g.Seats(), &all))
			list[i].Rare = t.set.Best > 0 && tried[i].visits < tried[0].visits/t.set.Best
		}
	}
	if t.set.Best > 0 && len(list) > 0 {
		slices.SortStableFunc(list, func(x, y analysis.Candidate) int { return analysis.Compare(&x, &y, who) })
		return list[0].Action, list
	}
	return tried[0].action, list
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

// considered summarizes the playouts through an edge. With few visits their
// spread is uncertain, so the spread over all playouts of the decision is
// mixed in with the weight of a few visits.
func (e *edge) considered(seats int, all *edge) analysis.Candidate {
	const lent = 6
	c := analysis.Candidate{Action: e.action, Playouts: int(e.visits)}
	n := float64(e.visits)
	for who := range seats {
		c.Win[who] = float64(e.wins[who]) / winParts / n
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
	mean = float64(e.vp[who]) / vpParts / n
	return mean, max(0, float64(e.vp2[who])/(vpParts*vpParts)/n-float64(mean*mean))
}
