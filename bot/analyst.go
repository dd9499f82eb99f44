package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"ruhr/bot/analysis"
	"ruhr/bot/search"
	"ruhr/rules"
)

// Analyst says what Reeder's search expects of positions of a game, corrected as it
// is shown. Equal positions get equal answers, whatever was asked before.
type Analyst struct {
	g        *rules.Game
	playouts int
	b        *searcher
	e        *Estimator // made when it is first asked
	books    *bookkeeper
}

// NewAnalyst makes an analyst that looks at a position with so many playouts, and
// quickly with an eighth of them.
func NewAnalyst(g *rules.Game, playouts int) *Analyst {
	c, _ := SearchOf("reeder")
	return &Analyst{g: g, playouts: playouts, b: &searcher{Search: c}}
}

// Position considers the actions of a position, the best first; where the end can be
// worked out, exactly. The error is that of ctx.
func (a *Analyst) Position(ctx context.Context, s *rules.State, quick bool) (analysis.Analysis, error) {
	playouts := a.playouts
	if quick {
		playouts = max(playouts/8, 1)
	}
	a.b.Reset()
	t := a.b.Choose(ctx, a.g, s, Budget{Playouts: playouts}, rand.New(rand.NewPCG(1, 2)))
	sortShown(&t.Analysis, s.ToDecide())
	return t.Analysis, ctx.Err()
}

// Value says what is expected of one action, with all playouts. The error is that of
// ctx.
func (a *Analyst) Value(ctx context.Context, s *rules.State, action rules.Action) (analysis.Candidate, error) {
	a.b.prepare(a.g)
	c, _ := a.b.through(ctx, s, action, search.Limit{Playouts: int32(a.playouts)})
	return c, ctx.Err()
}

// FurtherRounds is how many rounds on the second estimate of an analyst looks, including
// the one of the decision.
const FurtherRounds = 5

// playoutsAPair are as many playouts of an analyst as it has for a pair of its second
// estimate.
const playoutsAPair = 21

// Further plays two actions on for some rounds with the same chance, and says by how
// much larger a part of the win the deciding seat may then expect after the first, with
// the standard error. The error is that of ctx.
func (a *Analyst) Further(ctx context.Context, s *rules.State, x, y rules.Action) (more, deviation float64, err error) {
	if a.e == nil {
		a.e = NewEstimator(a.g)
	}
	sum, squares, pairs := 0.0, 0.0, max(2, float64(a.playouts/playoutsAPair))
	for seed := range uint64(pairs) {
		pair, err := a.e.Pair(ctx, s, x, y, seed, FurtherRounds)
		if err != nil {
			return 0, 0, err
		}
		last := pair[FurtherRounds-1]
		sum += last
		squares += last * last
	}
	more = sum / pairs
	return more, math.Sqrt(max(0, squares/pairs-more*more) / (pairs - 1)), nil
}
