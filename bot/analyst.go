package bot

import (
	"context"
	"math/rand/v2"

	"ruhr/bot/analysis"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/rules"
)

// Analyst says what Reeder's search expects of positions of a game, corrected as it
// is shown. Equal positions get equal answers, whatever was asked before.
type Analyst struct {
	g        *rules.Game
	playouts int
	b        *searcher
}

// NewAnalyst makes an analyst that looks at a position with so many playouts, and
// quickly with an eighth of them.
func NewAnalyst(g *rules.Game, playouts int) *Analyst {
	c, _ := SearchOf("reeder")
	return &Analyst{g, playouts, &searcher{Search: c}}
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
	a.b.tree.BeginThrough(s, action, rng.Seeded(1, 2))
	a.b.tree.Think(ctx, search.Limit{Playouts: int32(a.playouts)})
	_, list := a.b.tree.Conclude()
	if len(list) == 0 { // ctx ended before anything was tried
		return analysis.Candidate{}, ctx.Err()
	}
	analysis.Show(a.g, s, list)
	return list[0], ctx.Err()
}
