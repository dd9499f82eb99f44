package bot

import (
	"context"
	"math/rand/v2"
	"time"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// hintTime is how long a hint thinks where no budget is given.
const hintTime = 40 * time.Millisecond

// edgeTime is how long the best two are compared at most if time is the limit.
const edgeTime = 250 * time.Millisecond

// Hint returns what a search by Reeder expects of the actions of a position,
// best first: each seat's share of wins and final VP, with an 80 % interval,
// and of the best what sets it apart from the next. It is empty if there is
// nothing to choose. The zero budget is some tens of milliseconds. Hint may be
// called concurrently.
func Hint(ctx context.Context, g *rules.Game, s *rules.State, budget Budget) []analysis.Considered {
	if g.Legal(s).Len() < 2 {
		return nil
	}
	if budget == (Budget{}) {
		budget.Time = hintTime
	}
	b, _ := New("reeder")
	list := b.Choose(ctx, g, s, budget, rand.New(rand.NewPCG(1, 2))).Considered
	if len(list) > 0 && list[0].Low != list[0].High { // exact results are in order
		sortShown(list, s.ToDecide())
	}
	if len(list) > 1 {
		if budget.Time > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, edgeTime)
			defer cancel()
		}
		list[0].Edge = edgeOf(ctx, g, s, list[0].Action, list[1].Action)
	}
	return list
}
