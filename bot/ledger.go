package bot

import (
	"context"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/policy"
	"ruhr/rules"
	"ruhr/view"
)

// playoutsALedgerPair are as many playouts of an analyst as it has for a pair of games of
// a ledger.
const playoutsALedgerPair = 5

// Ledger plays two actions on to the end of the game, as Lotse would and with the same
// chance, and says what comes of each. The error is that of ctx.
func (a *Analyst) Ledger(ctx context.Context, s *rules.State, x, y rules.Action) (analysis.Ledger, error) {
	if a.books == nil {
		a.books = newBookkeeper(a.g)
	}
	return a.books.compare(ctx, s, x, y, max(2, a.playouts/playoutsALedgerPair))
}

// bookkeeper plays actions on and counts what comes of them.
type bookkeeper struct {
	noting *rules.Game
	facts  []rules.Fact
	player Bot
}

func newBookkeeper(g *rules.Game) *bookkeeper {
	k := &bookkeeper{}
	k.noting = g.WithFacts(&k.facts)
	k.player = ByPolicy(policy.NewSteady)
	return k
}

func (k *bookkeeper) compare(ctx context.Context, s *rules.State, x, y rules.Action, pairs int) (analysis.Ledger, error) {
	var sums analysis.Sums
	first, second, seat := *s, *s, s.ToDecide()
	k.noting.Play(&second, y)
	k.facts = k.facts[:0]
	k.noting.Play(&first, x)
	takes := analysis.TakingOf(k.facts, seat)
	for seed := range uint64(pairs) {
		var got [2][analysis.Amounts]float64
		for side, a := range []rules.Action{x, y} {
			if err := k.play(ctx, s, a, seed, takes, &got[side]); err != nil {
				return analysis.Ledger{}, err
			}
		}
		sums.Add(&got[0], &got[1])
	}
	l := sums.Ledger(seat, takes)
	l.Pays = s.Decision() == rules.Buy || k.money(&first, seat) != k.money(&second, seat)
	return l, nil
}

// play plays an action on and counts.
func (k *bookkeeper) play(ctx context.Context, s *rules.State, a rules.Action, seed uint64, takes analysis.Taking, got *[analysis.Amounts]float64) error {
	seat, next := s.ToDecide(), *s
	k.facts = k.facts[:0]
	k.noting.Play(&next, a)
	soon, ended := next, next.Round() > s.Round() || next.Decision() == rules.Over
	end, err := PlayOn(ctx, k.noting, next, k.player, Budget{}, seed, func(now *rules.State) bool {
		if !ended {
			soon, ended = *now, true
		}
		return false
	})
	if err != nil {
		return err
	}
	if !ended {
		soon = end
	}
	own := k.noting.Seat(&soon, seat)
	got[analysis.AmountDebts] = float64(own.Debts)
	got[analysis.AmountThaler] = k.money(&soon, seat)
	k.count(&end, seat, s.Round(), takes, got)
	k.points(&end, seat, got)
	return nil
}

// money is a seat's Thaler less the price of its debts.
func (k *bookkeeper) money(s *rules.State, seat int) float64 {
	own := k.noting.Seat(s, seat)
	return float64(own.Thaler - debtPrice*own.Debts)
}

// points counts VP by where they come from, and majorities.
func (k *bookkeeper) points(end *rules.State, seat int, got *[analysis.Amounts]float64) {
	result := k.noting.Result(end)
	for who := range k.noting.Seats() {
		got[int(analysis.AmountVP)+who] = float64(result.VP[who])
		groups := got[int(analysis.AmountGroup)+who*analysis.Groups:]
		for source, vp := range view.SourcesOf(k.facts, who) {
			groups[groupOfSource[source]] += float64(vp)
		}
		for line, vp := range result.Breakdown[who] {
			groups[groupOfLine[line]] += float64(vp)
		}
	}
	for d := range board.TerritoryIDs {
		got[int(analysis.AmountMost)+d] = 1
		for who := range k.noting.Seats() {
			if who != seat && end.DepotOf(d, who) >= end.DepotOf(d, seat) {
				got[int(analysis.AmountMost)+d] = 0
			}
		}
	}
}

// groupOfSource and groupOfLine are the groups of VP of the game and of its end.
var (
	groupOfSource = [len(view.SourceIDs)]analysis.Group{analysis.GroupLocks, analysis.GroupCities, analysis.GroupDepots,
		analysis.GroupExport, analysis.GroupExport, analysis.GroupMarkers, analysis.GroupOther, analysis.GroupOther, analysis.GroupDebts}
	groupOfLine = [rules.Lines]analysis.Group{
		rules.LineEssenCities: analysis.GroupCities, rules.LineMarkCities: analysis.GroupCities, rules.LineAllCities: analysis.GroupCities,
		rules.LineAllDepots: analysis.GroupDepots, rules.LineDepotMajorities: analysis.GroupDepots, rules.LineInn: analysis.GroupMarkers,
		rules.LineMayor: analysis.GroupMarkers, rules.LineRuhrtalbahn: analysis.GroupMarkers, rules.LineRuhraake: analysis.GroupMarkers,
		rules.LineDebts: analysis.GroupDebts,
	}
)

// count counts what the facts say: sales, the order of the next round, progress markers,
// and who takes what the first action takes.
func (k *bookkeeper) count(end *rules.State, seat, round int, takes analysis.Taking, got *[analysis.Amounts]float64) {
	for kind := range board.Kinds {
		got[int(analysis.AmountRound)+kind] = analysis.Never
	}
	taken := false
	for now, at := round, 0; at < len(k.facts); at++ {
		f := &k.facts[at]
		switch {
		case f.Kind == rules.FRound:
			now = int(f.A)
		case f.Kind == rules.FPhase && now == round+1 && rules.Phase(f.A) == rules.Start && int(f.B)&15 == seat:
			got[analysis.AmountOrder] = 1
		case f.Kind == rules.FProgress && int(f.Seat) == seat:
			got[int(analysis.AmountGains)+int(f.A)] = 1
			got[int(analysis.AmountRound)+int(f.A)] = float64(now)
		case f.Kind == rules.FThaler && int(f.Seat) == seat && now == round && (f.Rule == rules.SAIL3 || f.Rule == rules.SAIL4 || f.Rule == rules.SAIL5):
			got[analysis.AmountSale] += float64(f.A)
		case !taken && takes.Kind != analysis.TakesNothing && f.Seat >= 0 && now <= round+takes.Rounds() && analysis.TakingOf(k.facts[at:at+1], int(f.Seat)) == takes:
			taken = true
			got[int(analysis.AmountTaken)+int(f.Seat)] = 1
		}
	}
}
