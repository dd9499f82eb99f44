package bot

import (
	"context"
	"math"

	"ruhr/bot/analysis"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
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
func edgeOf(ctx context.Context, g *rules.Game, s *rules.State, a, b rules.Action) analysis.Edge {
	k := newComparison(g, s)
	n := 0
	for ; n < edgePlayouts && ctx.Err() == nil; n++ {
		k.add(a, b, uint64(n))
	}
	if n < edgeLeast {
		return analysis.Edge{}
	}
	for _, kinds := range [][]analysis.EdgeKind{edgeEnds, edgeMeans} {
		if best := k.greatest(kinds, float64(n)); best != (analysis.Edge{}) {
			return best
		}
	}
	return analysis.Edge{}
}

// edgeEnds are the kinds of VP, edgeMeans what leads to them.
var (
	edgeEnds = []analysis.EdgeKind{analysis.EdgeLocks, analysis.EdgeWarehouses, analysis.EdgeExport, analysis.EdgeMarkers,
		analysis.EdgeDebts, analysis.EdgeDenial}
	edgeMeans = []analysis.EdgeKind{analysis.EdgeThaler, analysis.EdgeTokens}
)

// edgeOfSource and edgeOfLine are the kinds that points of the game and of its
// end belong to.
var (
	edgeOfSource = [len(view.SourceIDs)]analysis.EdgeKind{analysis.EdgeLocks, analysis.EdgeWarehouses, analysis.EdgeWarehouses,
		analysis.EdgeExport, analysis.EdgeExport, analysis.EdgeMarkers, analysis.EdgeOther, analysis.EdgeOther, analysis.EdgeDebts}
	edgeOfLine = [rules.Lines]analysis.EdgeKind{
		rules.LineEssenCities: analysis.EdgeWarehouses, rules.LineMarkCities: analysis.EdgeWarehouses,
		rules.LineAllCities: analysis.EdgeWarehouses, rules.LineAllDepots: analysis.EdgeWarehouses,
		rules.LineDepotMajorities: analysis.EdgeWarehouses, rules.LineInn: analysis.EdgeMarkers, rules.LineMayor: analysis.EdgeMarkers,
		rules.LineRuhrtalbahn: analysis.EdgeMarkers, rules.LineRuhraake: analysis.EdgeMarkers, rules.LineDebts: analysis.EdgeDebts,
	}
)

// amounts are what an imagined game has brought by kind.
type amounts [analysis.EdgeKinds]float64

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
	k.policy = policy.NewSteady(g)
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
	got[analysis.EdgeThaler] = float64(soon.Thaler - debtPrice*soon.Debts)
	for _, n := range soon.Tokens {
		got[analysis.EdgeTokens] += float64(n)
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
	got[analysis.EdgeDenial] = -float64(rival)
	return got
}

// greatest is the greatest significant difference among kinds, of n games.
func (k *comparison) greatest(kinds []analysis.EdgeKind, n float64) (best analysis.Edge) {
	for _, kind := range kinds {
		mean := k.sum[kind] / n
		least := edgeVP
		if kind == analysis.EdgeThaler || kind == analysis.EdgeTokens {
			least = edgeCount
		}
		deviation := math.Sqrt(max(k.squares[kind]/n-mean*mean, 0) / n)
		if mean < least || mean < edgeSure*deviation || mean <= best.Amount {
			continue
		}
		best = analysis.Edge{Kind: kind, Amount: mean}
	}
	return best
}
