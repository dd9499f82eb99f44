package table

import (
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// saleAhead plays until a seat may order its sale, and gives that seat.
func (d *den) saleAhead(s *game.Snapshot) (*game.Snapshot, int) {
	d.Helper()
	who := -1
	s = d.play(s, func(s *game.Snapshot) bool {
		who = slices.IndexFunc([]int{0, 1, 2}, func(k int) bool { return len(s.SalesAhead(k)) > 1 })
		return who >= 0 && !s.Turn.Waiting && s.State.Phase() == rules.Start
	})
	return s, who
}

// Who has chosen its start orders its sale at the table: one of those it may then
// make, made at its turn without asking; the last one ordered counts.
func TestSaleOrderedAhead(t *testing.T) {
	d := newDen(t, 66)
	ctx := t.Context()
	s, first := d.saleAhead(d.create(persons[:3]...))
	prospects, err := d.Prospects(ctx, s.ID, seat(first), first)
	require.NoError(t, err)
	var want, got []int
	for _, p := range prospects {
		if s.Game.Move(p.Action).Do == rules.DoSell {
			want = append(want, int(p.Action))
		}
	}
	for _, c := range s.SalesAhead(first) {
		got = append(got, c.Action)
	}
	require.Must(t, slices.Equal(got, want) && len(got) >= 2, "sales ahead %v, in some continuation %v", got, want)
	if decides := s.State.ToDecide(); len(s.SalesAhead(decides)) > 0 {
		t.Errorf("seat %d has no start yet, but may order a sale", decides)
	}
	for _, a := range []int{got[0], got[1]} {
		s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.OrderSale(first, rules.Action(a))))
	}
	if list := s.You.Orders[first]; len(list) != 1 || int(list[0].Action) != got[1] {
		t.Fatalf("ordered %+v, want only the last", list)
	}
	round := s.State.Round()
	s = d.play(s, func(s *game.Snapshot) bool {
		if s.You.Act && s.State.Decision() == rules.Sell && s.State.ToDecide() == first {
			t.Fatal("asked for the sale that was ordered")
		}
		return s.State.Phase() == rules.Purchase
	})
	at := slices.IndexFunc(s.Steps, func(x game.Step) bool {
		return x.Seat == first && x.Round == round && x.Phase == rules.Sale && x.Ordered
	})
	require.True(t, at >= 0 && int(s.Steps[at].Action) == got[1], "the sale was not made as ordered")
}

// A sale ordered can be cancelled, and nobody orders what is no sale, or another's.
func TestSaleOrderRefused(t *testing.T) {
	d := newDen(t, 67)
	ctx := t.Context()
	s, first := d.saleAhead(d.create(persons[:3]...))
	sale := rules.Action(s.SalesAhead(first)[0].Action)
	purchase := game.Order{Round: s.State.Round(), Phase: rules.Purchase, Action: rules.ADone, Max: -1}
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.SetOrders(first, []game.Order{purchase}, false)))
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.OrderSale(first, sale)))
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.OrderSale(first, rules.None)))
	require.Slices(t, s.You.Orders[first], []game.Order{purchase}, "orders after the sale was cancelled")
	for name, c := range map[string]struct {
		who  game.Actor
		a    rules.Action
		want error
	}{
		"no sale":   {seat(first), rules.ADone, game.ErrBadOrder},
		"no action": {seat(first), 254, game.ErrBadOrder},
		"another's": {seat((first + 1) % 3), sale, game.ErrNotYours},
	} {
		require.Fails(t, c.want, "%s", name)(d.Do(ctx, s.ID, c.who, s.N, "", game.OrderSale(first, c.a)))
	}
	alone := d.settled(d.create(persons[0], game.NewSeat{Kind: game.Bot, Level: "random"}).ID)
	d.play(alone, func(s *game.Snapshot) bool {
		require.Must(t, len(s.SalesAhead(0)) <= 0, "alone with computer players there is nobody to wait for")
		return s.State.Round() > 2
	})
}

// What can be ordered reaches to the event of the next round, which is before the
// next reveal: paying, taking, and which coal goes (EVENT-3, EVENT-6, EVENT-R).
func TestEventsOrdered(t *testing.T) {
	d := newDen(t, 68)
	var pay []game.Prospect
	s := d.play(d.create(persons[:2]...), func(s *game.Snapshot) bool {
		if s.State.Round() != 2 || s.State.Decision() != rules.Buy || s.Turn.Waiting {
			return false
		}
		list, err := d.Prospects(t.Context(), s.ID, everybody, s.State.ToDecide())
		require.NoError(t, err)
		pay = slices.DeleteFunc(list, func(p game.Prospect) bool { return p.Phase != rules.Event })
		return len(pay) == 2
	})
	require.Must(t, len(pay) == 2 && pay[0].Round == 3, "to order for the event of round 3: %+v", pay)
	me := s.State.ToDecide()
	s = d.ok(d.Do(t.Context(), s.ID, seat(me), s.N, "", game.SetOrders(me, []game.Order{{Round: 3, Phase: rules.Event, Action: pay[1].Action, Max: -1}}, false)))
	s = d.play(s, func(s *game.Snapshot) bool { return s.State.Round() == 3 && s.State.Phase() > rules.Event })
	if !slices.ContainsFunc(s.Steps, func(x game.Step) bool {
		return x.Round == 3 && x.Phase == rules.Event && x.Seat == me && x.Ordered && x.Action == pay[1].Action
	}) {
		t.Error("the seat did not pay as ordered")
	}
}

// A sale is ordered for the round in which it was chosen, and not over orders that its page
// had not seen.
func TestSaleOrderedTooLate(t *testing.T) {
	d := newDen(t, 67)
	ctx := t.Context()
	s, first := d.saleAhead(d.create(persons[:3]...))
	seen, other := s.N, (first+1)%3
	order := func(s *game.Snapshot, at int64, k int) (*game.Snapshot, error) {
		return d.Do(ctx, s.ID, seat(k), at, "", game.OrderSale(k, rules.Action(s.SalesAhead(k)[0].Action)))
	}
	s = d.ok(d.Do(ctx, s.ID, seat(other), seen, "", game.Rename(other, "Bert")))
	s = d.ok(order(s, seen, first))
	d.want(game.ErrOtherOrders)(order(s, seen, first))
	round := s.State.Round()
	s, first = d.saleAhead(d.play(s, func(s *game.Snapshot) bool { return s.State.Round() > round }))
	d.want(game.ErrStale)(order(s, seen, first))
	d.ok(order(s, s.N, first))
}
