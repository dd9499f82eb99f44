package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/rules"
)

// onlooker is a computer player that lets a test see every position it decides at.
type onlooker struct {
	Bot
	see func(s *rules.State)
}

func (w onlooker) Choose(ctx context.Context, g *rules.Game, s *rules.State, b Budget, r *rand.Rand) Thought {
	w.see(s)
	return w.Bot.Choose(ctx, g, s, b, r)
}

// bookedAgain is what comes of an action, by what positions and results show.
func bookedAgain(t *testing.T, g *rules.Game, s *rules.State, a rules.Action, seed uint64, takes analysis.Taking) (got [analysis.Amounts]float64) {
	seat, next := s.ToDecide(), *s
	player := ByPolicy(policy.NewSteady)
	for kind := range board.Kinds {
		got[int(analysis.AmountRound)+kind] = analysis.Never
	}
	round, debts, thaler := s.Round(), -1, 0
	see := func(now *rules.State) {
		if now.Round() == round+1 && now.Phase() == rules.Start && got[analysis.AmountOrder] == 0 && g.Order(now)[0] == seat {
			got[analysis.AmountOrder] = 1
		}
		if takes.Kind == analysis.TakesLock && now.Round() <= round+1 && now.LockBuilder(takes.What) >= 0 {
			got[int(analysis.AmountTaken)+now.LockBuilder(takes.What)] = 1
		}
	}
	g.Play(&next, a)
	see(&next)
	ended := func(now *rules.State) bool {
		if own := g.Seat(now, seat); debts < 0 {
			debts, thaler = own.Debts, own.Thaler
		}
		for kind := range board.Kinds {
			at := &got[int(analysis.AmountRound)+kind]
			if g.Seat(now, seat).Progress>>kind&1 == 1 && *at == analysis.Never {
				*at = float64(now.Round() - 1)
				got[int(analysis.AmountGains)+kind] = 1
			}
		}
		return false
	}
	if next.Round() > round {
		ended(&next)
	}
	end, err := PlayOn(t.Context(), g, next, onlooker{player, see}, Budget{}, seed, ended)
	require.NoError(t, err)
	ended(&end)
	got[analysis.AmountDebts], got[analysis.AmountThaler] = float64(debts), float64(thaler-3*debts)
	for who, vp := range g.Result(&end).VP {
		got[int(analysis.AmountVP)+who] = float64(vp)
	}
	return got
}

// checked are the amounts that bookedAgain counts for every decision.
func checked(takes analysis.Taking, seat int, held uint16) (list []int) {
	for k := range 4 {
		list = append(list, int(analysis.AmountVP)+k)
		if takes.Kind == analysis.TakesLock {
			list = append(list, int(analysis.AmountTaken)+k)
		}
	}
	for kind := range board.Kinds {
		if held>>kind&1 == 0 { // what the seat has already is not gained
			list = append(list, int(analysis.AmountGains)+kind)
		}
	}
	return append(list, int(analysis.AmountDebts), int(analysis.AmountThaler), int(analysis.AmountOrder))
}

// moneyAfter is what the seat that decides has after an action, less 3 Thaler for each debt.
func moneyAfter(g *rules.Game, s rules.State, a rules.Action) int {
	seat := s.ToDecide()
	g.Play(&s, a)
	return s.Thaler(seat) - 3*g.Seat(&s, seat).Debts
}

// The figures of a ledger are those of the games that are played on from both actions,
// counted again from their positions; all VP of every seat are in a group.
func TestLedger(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	locks, pays, moved := 0, 0, map[int]bool{}
	for _, s := range bottest.Positions(t, g, 4, 23) {
		l := g.Legal(&s)
		x, y := l.First(), l.Nth(l.Len()-1)
		const pairs = 4
		got, err := NewAnalyst(g, pairs*playoutsALedgerPair).Ledger(t.Context(), &s, x, y)
		if err != nil || got.Pairs != pairs || got.Seat != s.ToDecide() {
			t.Fatal(got.Pairs, err)
		}
		if got.Takes.Kind == analysis.TakesLock {
			locks++
		}
		if paid := moneyAfter(g, s, x) - moneyAfter(g, s, y); got.Pays != (s.Decision() == rules.Buy || paid != 0) {
			t.Errorf("round %d: %d Thaler more at once, yet %v", s.Round(), paid, got.Pays)
		} else if got.Pays && s.Decision() != rules.Buy {
			pays++
		}
		var first, second, squares [analysis.Amounts]float64
		for seed := range uint64(pairs) {
			a, b := bookedAgain(t, g, &s, x, seed, got.Takes), bookedAgain(t, g, &s, y, seed, got.Takes)
			for i := range a {
				first[i] += a[i] / pairs
				second[i] += b[i] / pairs
				squares[i] += (a[i] - b[i]) * (a[i] - b[i]) / pairs
			}
		}
		for _, i := range checked(got.Takes, got.Seat, g.Seat(&s, got.Seat).Progress) {
			more := first[i] - second[i]
			f := got.Figures[i]
			if math.Abs(f.First-first[i]) > 1e-9 || math.Abs(f.Second-second[i]) > 1e-9 ||
				math.Abs(f.Error-math.Sqrt(max(0, squares[i]-more*more)/(pairs-1))) > 1e-6 {
				t.Errorf("round %d, amount %d: %+v, counted again %v and %v", s.Round(), i, f, first[i], second[i])
			}
			moved[i] = moved[i] || f.First != f.Second
		}
		for who := range g.Seats() {
			sum := 0.0
			for group := range analysis.Group(analysis.Groups) {
				sum += got.Of(who, group).First
			}
			if before := g.Seat(&s, who).VP; math.Abs(sum+float64(before)-got.Figures[int(analysis.AmountVP)+who].First) > 1e-9 {
				t.Errorf("round %d, seat %d: the groups have %v VP, with %d before, of %v", s.Round(), who, sum, before, got.Figures[who].First)
			}
		}
	}
	if locks == 0 || pays == 0 || len(moved) < 20 || !moved[int(analysis.AmountDebts)] || !moved[int(analysis.AmountOrder)] {
		t.Errorf("%d locks, %d payments, %d amounts differ", locks, pays, len(moved))
	}
}

// A ledger of an action against itself has no differences, and the other way round it
// has the opposite ones.
func TestLedgerTurned(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	s := bottest.Positions(t, g, 1, 23)[3]
	a := NewAnalyst(g, 40)
	x, y := g.Legal(&s).First(), g.Legal(&s).Nth(1)
	one, _ := a.Ledger(t.Context(), &s, x, y)
	back, _ := a.Ledger(t.Context(), &s, y, x)
	same, _ := a.Ledger(t.Context(), &s, x, x)
	for i := range analysis.AmountTaken { // what is taken is the first action's
		f, b := one.Figures[i], back.Figures[i]
		if f.First != b.Second || f.Second != b.First || f.Error != b.Error || same.Figures[i].More() != 0 {
			t.Errorf("amount %d: %+v, back %+v, itself %+v", i, f, b, same.Figures[i])
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Ledger(ended, &s, x, y); err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
}
