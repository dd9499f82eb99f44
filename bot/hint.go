package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// hintTime is how long a hint thinks where no budget is given.
const hintTime = 40 * time.Millisecond

// edgeTime is how long the best two are compared at most if time is the limit.
const edgeTime = 250 * time.Millisecond

// Hint returns what a search by Reeder expects of the actions of a position, best
// first by the figures that are shown, with what sets the best apart from the next. It is nothing if there is nothing to
// choose. The zero budget is some tens of milliseconds. Hint may be called
// concurrently.
func Hint(ctx context.Context, g *rules.Game, s *rules.State, budget Budget) analysis.Analysis {
	if g.Legal(s).Len() < 2 {
		return analysis.Analysis{}
	}
	if budget == (Budget{}) {
		budget.Time = hintTime
	}
	b, _ := New("reeder")
	a := b.Choose(ctx, g, s, budget, rand.New(rand.NewPCG(1, 2))).Analysis
	sortShown(&a, s.ToDecide())
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

// sortShown puts candidates in the order of the figures that are shown. Exact ones
// are in order.
func sortShown(a *analysis.Analysis, who int) {
	if !a.Exact {
		slices.SortStableFunc(a.Candidates, func(x, y analysis.Candidate) int { return analysis.Compare(&x, &y, who) })
	}
}
