package bot

import (
	"context"
	"math"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/rules"
	"ruhr/view"
)

const (
	edgePlayouts = 160 // pairs of imagined games, at most
	edgeLeast    = 60  // with fewer nothing is said
	edgeSure     = 2.5 // standard deviations that chance hardly brings about
	edgeVP       = 0.3 // VP on average that are worth a word
	edgeCount    = 0.4 // the same of Thaler and tokens
	debtPrice    = 3   // Thaler to repay a debt (BUY-10)
)

// edgeOf says what sets an action apart from another one: both are played to the
// end of the game by Lotse's policy, with the same chance, and what they bring is
// compared by kind. It is the greatest difference in the action's favour that
// chance hardly explains; zero where there is none. Thaler and tokens, which are a
// means, count only where no VP do.
func edgeOf(ctx context.Context, g *rules.Game, s *rules.State, a, b rules.Action) search.Edge {
	k := newComparison(g, s)
	n := 0
	for ; n < edgePlayouts && ctx.Err() == nil; n++ {
		k.add(a, b, uint64(n))
	}
	if n < edgeLeast {
		return search.Edge{}
	}
	for _, kinds := range [][]search.EdgeKind{edgeEnds, edgeMeans} {
		if best := k.greatest(kinds, float64(n)); best != (search.Edge{}) {
			return best
		}
	}
	return search.Edge{}
}

// edgeEnds are the kinds of VP, edgeMeans what leads to them.
var (
	edgeEnds = []search.EdgeKind{search.EdgeLocks, search.EdgeWarehouses, search.EdgeExport, search.EdgeMarkers,
		search.EdgeDebts, search.EdgeDenial}
	edgeMeans = []search.EdgeKind{search.EdgeThaler, search.EdgeTokens}
)

// edgeOfSource and edgeOfLine are the kinds that points of the game and of its
// end belong to.
var (
	edgeOfSource = [len(view.SourceIDs)]search.EdgeKind{search.EdgeLocks, search.EdgeWarehouses, search.EdgeWarehouses,
		search.EdgeExport, search.EdgeExport, search.EdgeMarkers, search.EdgeOther, search.EdgeOther, search.EdgeDebts}
	edgeOfLine = [rules.Lines]search.EdgeKind{
		rules.LineEssenCities: search.EdgeWarehouses, rules.LineMarkCities: search.EdgeWarehouses,
		rules.LineAllCities: search.EdgeWarehouses, rules.LineAllDepots: search.EdgeWarehouses,
		rules.LineDepotMajorities: search.EdgeWarehouses, rules.LineInn: search.EdgeMarkers, rules.LineMayor: search.EdgeMarkers,
		rules.LineRuhrtalbahn: search.EdgeMarkers, rules.LineRuhraake: search.EdgeMarkers, rules.LineDebts: search.EdgeDebts,
	}
)

// amounts are what an imagined game has brought by kind.
type amounts [search.EdgeKinds]float64

// comparison sums up differences between two actions.
type comparison struct {
	s            *rules.State
	seat         int
	noting       *rules.Game
	facts        []rules.Fact
	policy       policy.Policy
	sum, squares amounts
}

func newComparison(g *rules.Game, s *rules.State) *comparison {
	k := &comparison{s: s, seat: s.ToDecide()}
	k.noting = g.WithFacts(&k.facts)
	k.policy = policy.NewLearned(policy.NewTables(g), policy.Models()[g.Seats()], policy.LotseSharp)
	return k
}

// add imagines a game for each of the two actions.
func (k *comparison) add(a, b rules.Action, chance uint64) {
	x, y := k.play(a, chance), k.play(b, chance)
	for kind := range x {
		d := x[kind] - y[kind]
		k.sum[kind] += d
		k.squares[kind] += d * d
	}
}

// play imagines a game.
func (k *comparison) play(a rules.Action, chance uint64) (got amounts) {
	s, r := *k.s, rng.Source(chance)
	k.facts = k.facts[:0]
	k.noting.Play(&s, a)
	policy.PlayRounds(k.noting, &s, k.policy, &r, k.s.Round()) // the action may have ended it
	soon := k.noting.Seat(&s, k.seat)
	got[search.EdgeThaler] = float64(soon.Thaler - debtPrice*soon.Debts)
	for _, n := range soon.Tokens {
		got[search.EdgeTokens] += float64(n)
	}
	policy.Playout(k.noting, &s, k.policy, &r)
	for source, vp := range view.SourcesOf(k.facts, k.seat) {
		got[edgeOfSource[source]] += float64(vp)
	}
	result := k.noting.Result(&s)
	for line, vp := range result.Breakdown[k.seat] {
		got[edgeOfLine[line]] += float64(vp)
	}
	rival := math.MinInt
	for other := range k.noting.Seats() {
		if other != k.seat {
			rival = max(rival, result.VP[other])
		}
	}
	got[search.EdgeDenial] = -float64(rival)
	return got
}

// greatest is the greatest significant difference among kinds, of n games.
func (k *comparison) greatest(kinds []search.EdgeKind, n float64) (best search.Edge) {
	for _, kind := range kinds {
		mean := k.sum[kind] / n
		least := edgeVP
		if kind == search.EdgeThaler || kind == search.EdgeTokens {
			least = edgeCount
		}
		deviation := math.Sqrt(max(k.squares[kind]/n-mean*mean, 0) / n)
		if mean < least || mean < edgeSure*deviation || mean <= best.Amount {
			continue
		}
		best = search.Edge{Kind: kind, Amount: mean}
	}
	return best
}
