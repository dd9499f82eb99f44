package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"ruhr/bot/analysis"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/rules"
)

// hintTime is how long a hint thinks where no budget is given.
const hintTime = 40 * time.Millisecond

// edgeTime is how long the best two are compared at most if time is the limit.
const edgeTime = 250 * time.Millisecond

// Hint returns what a search by Reeder expects of the actions of a position, best
// first by the figures that are shown, with what sets the best apart from the next and
// what it leads to. It is nothing if there is nothing to choose. The zero budget is some tens of milliseconds. Hint may be called
// concurrently.
//
// Planned is what an earlier hint said that the seat would do from here on, nothing for
// none: it stays first unless it now looks clearly worse ([analysis.Analysis.Follow]).
func Hint(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, planned []rules.Action) analysis.Analysis {
	if g.Legal(s).Len() < 2 {
		return analysis.Analysis{}
	}
	if budget == (Budget{}) {
		budget.Time = hintTime
	}
	c, _ := SearchOf("reeder")
	b := &searcher{Search: c}
	a := b.Choose(ctx, g, s, budget, rand.New(rand.NewPCG(1, 2))).Analysis
	sortShown(&a, s.ToDecide())
	if len(a.Candidates) > 0 {
		a.Plan = b.plan(ctx, s, a.Candidates[0].Action, a.Exact, budget)
		b.follow(ctx, s, &a, planned, budget)
	}
	if len(a.Candidates) > 1 {
		if budget.Time > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, edgeTime)
			defer cancel()
		}
		a.Edge = edgeOf(ctx, g, s, a.Candidates[0].Action, a.Candidates[1].Action)
	}
	return a
}

// plan is what the seat would do after an action of the position that was searched
// last, until chance or another seat decides.
func (b *searcher) plan(ctx context.Context, s *rules.State, a rules.Action, exact bool, budget Budget) (plan []rules.Action) {
	if !exact {
		return b.tree.Plan(a)
	}
	next, who := *s, s.ToDecide()
	for b.g.Play(&next, a); next.Decides(who); b.g.Play(&next, a) {
		t := b.Choose(ctx, b.g, &next, budget, rand.New(rand.NewPCG(1, 2)))
		if !t.Analysis.Exact && b.g.Legal(&next).Len() > 1 {
			break
		}
		a = t.Action
		plan = append(plan, a)
	}
	return plan
}

// follow lets an analysis follow an earlier plan. What the search tried too rarely to
// compare is tried as often as everything together.
func (b *searcher) follow(ctx context.Context, s *rules.State, a *analysis.Analysis, planned []rules.Action, budget Budget) {
	if a.Exact || len(planned) == 0 || planned[0] == a.Candidates[0].Action {
		a.Follow(planned, s.ToDecide())
		return
	}
	k := slices.IndexFunc(a.Candidates, func(c analysis.Candidate) bool { return c.Action == planned[0] })
	if k >= 0 && a.Candidates[k].Rare {
		limit := search.Limit{Playouts: int32(budget.Playouts)}
		if budget.Time > 0 {
			limit = search.Clock(time.Now(), budget.Time, 0, 0)
		}
		if c, ok := b.through(ctx, s, planned[0], limit); ok {
			a.Candidates[k] = c
		}
	}
	a.Follow(planned, s.ToDecide())
}

// through says what is expected of one action, of all playouts; false if there was no
// time for any.
func (b *searcher) through(ctx context.Context, s *rules.State, action rules.Action, limit search.Limit) (analysis.Candidate, bool) {
	b.tree.BeginThrough(s, action, rng.Seeded(1, 2))
	b.tree.Think(ctx, limit)
	_, list := b.tree.Conclude()
	if len(list) == 0 {
		return analysis.Candidate{}, false
	}
	analysis.Show(b.g, s, list)
	return list[0], true
}

// sortShown puts candidates in the order of the figures that are shown. Exact ones
// are in order.
func sortShown(a *analysis.Analysis, who int) {
	if !a.Exact {
		slices.SortStableFunc(a.Candidates, func(x, y analysis.Candidate) int { return analysis.Compare(&x, &y, who) })
	}
}
