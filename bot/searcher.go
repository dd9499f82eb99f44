package bot

import (
	"context"
	"math/rand/v2"
	"time"

	"ruhr/bot/analysis"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/bot/value"
	"ruhr/rules"
)

// Search is how a computer player searches.
type Search struct {
	Playouts [5]int   // by number of seats, if the budget names none
	Opening  [5]int32 // by number of seats: sharpness of the policy that plays round 1; where 0, the search plays it
	Threads  int      // that play playouts at the same time
	Settings search.Settings
	Models   func() [5]*policy.Model // by number of seats
	Nets     func() [5]*value.Net    // by number of seats; nil plays to the end
}

// New makes a computer player that searches so.
func (c Search) New() Bot { return &searcher{Search: c} }

// searcher is a computer player that searches. With a budget in playouts its
// choice depends neither on the number nor on the speed of the processors.
type searcher struct {
	Search
	raw bool // gives the figures as expected, without correction

	g       *rules.Game
	opening policy.Policy // nil where the search plays round 1
	tree    *search.Tree
	exact   *search.Solver
	turn    search.Turn // of the last decision
	full    int32       // the size of the tree after the turn's first decision
}

// shorter is the number of playouts to the end of the round that take as long
// as one to the end of the game.
const shorter = 6

// Reset prepares for another game.
func (b *searcher) Reset() {
	b.turn = search.Turn{}
	if b.g != nil {
		b.exact.Reset()
		b.tree.Clear()
	}
}

func (b *searcher) prepare(g *rules.Game) {
	if b.g == g {
		return
	}
	b.g = g
	var net *value.Net
	if b.Nets != nil {
		net = b.Nets()[g.Seats()]
	}
	tables, model := policy.NewTables(g), b.Models()[g.Seats()]
	b.opening = nil
	if sharp := b.Opening[g.Seats()]; sharp > 0 {
		b.opening = policy.NewLearned(tables, model, sharp)
	}
	b.tree = search.NewTree(tables, model, net, b.Settings, b.Threads)
	b.exact = search.NewSolver(g)
}

// Choose searches. A time budget is for a whole turn: after its first decision,
// later ones only bring the kept part of the tree back to the same size. Playouts
// besides it end the search earlier.
func (b *searcher) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, random *rand.Rand) Thought {
	if l := g.Legal(s); l.Len() == 1 {
		return Thought{Action: l.First()}
	}
	b.prepare(g)
	if b.opening != nil && s.Round() == 1 {
		r := rng.Source(random.Uint64())
		return Thought{Action: b.opening.Pick(s, &r)}
	}
	if budget == (Budget{}) {
		budget.Playouts = b.Playouts[g.Seats()]
	}
	began := time.Now()
	until := time.Time{}
	if budget.Time > 0 {
		until = began.Add(budget.Time / 4)
	}
	long := budget.Playouts // playouts as long as a whole game
	if b.Settings.Horizon > 0 {
		long /= shorter
	}
	if list, ok := b.exact.Solve(ctx, s, search.PositionsFor(long, budget.Time), until); ok {
		return Thought{Action: list[0].Action, Analysis: analysis.Of(list, true)}
	}
	same := search.Turn{Round: s.Round(), Phase: s.Phase(), Seat: s.ToDecide()}
	if same != b.turn {
		b.turn, b.full = same, 0
	}
	b.tree.ContinueAt(s, rng.Source(random.Uint64()))
	enough := search.Limit{Playouts: int32(budget.Playouts)}
	if budget.Time > 0 {
		enough = search.Clock(began, budget.Time, b.tree.Visits(), b.full)
		if budget.Playouts > 0 {
			enough.Playouts = int32(budget.Playouts)
		}
	}
	b.tree.Think(ctx, enough)
	b.full = max(b.full, b.tree.Visits())
	a, list := b.tree.Conclude()
	if b.Nets != nil && !b.raw {
		analysis.Show(g, s, list)
	}
	return Thought{Action: a, Analysis: analysis.Of(list, false)}
}

// Raw makes a player give the figures as its search expects them, for
// measurements.
func Raw(b Bot) {
	if b, ok := b.(*searcher); ok {
		b.raw = true
	}
}
