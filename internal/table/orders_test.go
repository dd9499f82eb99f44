package table

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// salesAhead plays until a seat has chosen its start and others still decide
// before it sells, and gives that seat and what it may be able to sell at.
func (d *den) salesAhead(s *game.Snapshot) (*game.Snapshot, int, []game.Prospect) {
	d.Helper()
	var first int
	var sales []game.Prospect
	s = d.play(s, func(s *game.Snapshot) bool {
		first = s.Game.Order(&s.State)[0]
		if s.State.Phase() != rules.Start || s.Turn.Waiting || s.State.ToDecide() == first {
			return false
		}
		list, err := d.Prospects(d.Context(), s.ID, seat(first), first)
		require.NoError(d, err)
		sales = nil
		for _, p := range list {
			if p.Phase == rules.Sale {
				sales = append(sales, p)
			}
		}
		return len(sales) > 0
	})
	return s, first, sales
}

// A standing order is carried out at its moment, in the order of preference, with
// the last word, and nobody else hears of it before.
func TestOrders(t *testing.T) {
	d := newDen(t, 61)
	ctx := t.Context()
	s, first, sales := d.salesAhead(d.create(persons[:3]...))
	require.Must(t, len(sales) != 0, "nothing to sell at")
	var orders []game.Order
	for _, p := range sales {
		orders = append(orders, game.Order{Round: p.Round, Phase: p.Phase, Action: p.Action, Max: -1})
	}
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.SetOrders(first, orders, false)))
	require.Must(t, len(s.You.Orders[first]) == len(orders), "the seat has %d orders, want %d", len(s.You.Orders[first]), len(orders))
	for k := range s.Seats {
		other := s.For(seat(k))
		if k != first && (other.You.Orders != nil || strings.Contains(text(t, other), `"max"`)) {
			t.Errorf("seat %d sees the orders", k)
		}
	}
	require.True(t, !strings.Contains(text(t, s.For(game.Actor{Owner: true})), `"max"`), "the owner sees the orders")
	round := s.State.Round()
	s = d.play(s, func(s *game.Snapshot) bool { return s.State.Phase() == rules.Purchase })
	sold := false
	for _, step := range s.Steps {
		if step.Seat == first && step.Round == round && step.Phase == rules.Sale && step.Ordered {
			sold = true
		}
	}
	require.True(t, sold, "the sale was not carried out")
	// It is there again after a restart, and the game referees.
	again, err := d.fresh().Position(ctx, s.ID, everybody)
	require.NoError(t, err)
	d.same("opened again", s, again)
	r, err := d.Record(ctx, s.ID, game.Actor{})
	require.NoError(t, err)
	require.Succeeds(t)(record.Referee(r, s.Game.Board()))
}

// What costs more than the order allows wakes the seat, and so does what is not
// legal any more; of several orders the first that can be carried out is.
func TestOrdersWake(t *testing.T) {
	d := newDen(t, 62)
	var f *game.Game
	var dear rules.Action // costs something
	price := 0
	s := d.play(d.create(persons[:2]...), func(s *game.Snapshot) bool {
		if s.State.Phase() != rules.Purchase || s.Turn.Waiting {
			return false
		}
		var err error
		if f, err = d.load(t.Context(), s.ID); err != nil {
			t.Fatal(err)
		}
		for _, a := range legal(s) {
			if price = priceOf(s, a); price > 0 {
				dear = a
				return true
			}
		}
		return false
	})
	require.Must(t, price > 0, "nobody could ever buy anything")
	me, round, may := s.State.ToDecide(), s.State.Round(), s.Game.Legal(&s.State)
	illegal := rules.Action(0)
	for may.Has(illegal) {
		illegal++
	}
	end := slices.IndexFunc(legal(s), func(a rules.Action) bool { return a != dear })
	other := legal(s)[end]
	for name, c := range map[string]struct {
		orders []game.Order
		want   rules.Action // rules.None wakes the seat
	}{
		"no limit":           {[]game.Order{{Round: round, Phase: rules.Purchase, Action: dear, Max: -1}}, dear},
		"just enough":        {[]game.Order{{Round: round, Phase: rules.Purchase, Action: dear, Max: price}}, dear},
		"too dear":           {[]game.Order{{Round: round, Phase: rules.Purchase, Action: dear, Max: price - 1}}, rules.None},
		"too dear, then not": {[]game.Order{{Round: round, Phase: rules.Purchase, Action: dear, Max: price - 1}, {Round: round, Phase: rules.Purchase, Action: other, Max: -1}}, other},
		"not legal":          {[]game.Order{{Round: round, Phase: rules.Purchase, Action: illegal, Max: -1}}, rules.None},
		"not legal, then so": {[]game.Order{{Round: round, Phase: rules.Purchase, Action: illegal, Max: -1}, {Round: round, Phase: rules.Purchase, Action: dear, Max: -1}}, dear},
		"another phase":      {[]game.Order{{Round: round + 1, Phase: rules.Start, Action: dear, Max: -1}}, rules.None},
		"the next round":     {[]game.Order{{Round: round + 1, Phase: rules.Purchase, Action: dear, Max: -1}}, rules.None},
	} {
		t.Run(name, func(t *testing.T) {
			next, _, _, err := f.Do(game.SetOrders(me, c.orders, false), game.Call{Who: seat(me), At: f.N, Now: d.opts.Clock()})
			require.NoError(t, err)
			fires := len(next.Steps) > len(f.Steps)
			require.Must(t, fires == (c.want != rules.None), "carried out: %v", fires)
			if fires && (!next.Steps[len(f.Steps)].Ordered || next.Steps[len(f.Steps)].Action != c.want) {
				t.Errorf("carried out %+v, want %v marked as ordered", next.Steps[len(f.Steps)], c.want)
			}
		})
	}
}

// Repaying a debt costs what the rules say (BUY-10): the debt that goes away brings nothing
// back.
func TestOrdersPriceARepayment(t *testing.T) {
	d := newDen(t, 62)
	seen := map[int]bool{}
	d.play(d.create(persons[:2]...), func(s *game.Snapshot) bool {
		if s.State.Phase() != rules.Purchase || s.Turn.Waiting || s.State.Debts(s.State.ToDecide()) == 0 {
			return false
		}
		me := s.State.ToDecide()
		list, err := d.Prospects(t.Context(), s.ID, seat(me), me)
		require.NoError(t, err)
		for _, p := range list {
			if p.Choice.Do == "repay" {
				seen[p.Price] = true
			}
		}
		return len(seen) > 0
	})
	require.True(t, len(seen) == 1 && seen[3], "a repayment costs one of %v Thaler, expected 3", seen)
}

// priceOf is what an action costs the seat to decide in Thaler, with a debt that it takes
// at the two that it brings (DEBT-1).
func priceOf(s *game.Snapshot, a rules.Action) int {
	after, k := s.State, s.State.ToDecide()
	s.Game.Play(&after, a)
	return s.State.Thaler(k) - after.Thaler(k) + 2*max(0, after.Debts(k)-s.State.Debts(k))
}

// Orders that are taken back are gone.
func TestOrdersTakenBack(t *testing.T) {
	d := newDen(t, 63)
	ctx := t.Context()
	s, first, sales := d.salesAhead(d.create(persons[:3]...))
	here := []game.Order{{Round: s.State.Round(), Phase: rules.Sale, Action: sales[0].Action, Max: -1}}
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.SetOrders(first, here, false)))
	require.Must(t, len(s.You.Orders[first]) == 1, "the orders are %v", s.You.Orders)
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", game.SetOrders(first, nil, false)))
	require.True(t, s.You.Orders == nil, "taken back, they are still there")
}

// Orders replace only those that their giver saw; what is carried out or chosen since
// then does not matter.
func TestOrdersThatWereNotSeen(t *testing.T) {
	d := newDen(t, 63)
	ctx := t.Context()
	s, first, sales := d.salesAhead(d.create(persons[:3]...))
	before, other := s.N, (first+1)%3
	list := []game.Order{{Round: s.State.Round(), Phase: rules.Sale, Action: sales[0].Action, Max: -1}}
	set := func(k int, at int64, list []game.Order) error {
		_, err := d.Do(ctx, s.ID, seat(k), at, "", game.SetOrders(k, list, false))
		return err
	}
	require.ErrorIs(t, errors.Join(set(other, before, nil), set(first, before, list)), nil, "two seats")
	require.ErrorIs(t, set(first, before, nil), game.ErrOtherOrders, "by an older page")
	require.ErrorIs(t, set(other, before, list), game.ErrOtherOrders, "by an older page of the other seat")
	s = d.ok(d.Position(ctx, s.ID, seat(first)))
	require.True(t, len(s.You.Orders[first]) == 1, "the orders are %v", s.You.Orders)
	seen := s.N
	s = d.ok(d.Do(ctx, s.ID, seat(first), seen, "", game.OrderSale(first, sales[len(sales)-1].Action)))
	require.ErrorIs(t, set(first, seen, nil), game.ErrOtherOrders, "after a sale was ordered")
	seen = s.N
	s = d.play(s, func(s *game.Snapshot) bool { return s.State.Phase() > rules.Sale })
	if err := set(first, seen, nil); err != nil || len(s.You.Orders[first]) > 0 {
		t.Errorf("after the order was carried out: %v, and there are %v", err, s.You.Orders)
	}
}

// Who may order what.
func TestOrdersRefused(t *testing.T) {
	d := newDen(t, 64)
	ctx := t.Context()
	s, first, sales := d.salesAhead(d.create(persons[:3]...))
	good := game.Order{Round: sales[0].Round, Phase: rules.Sale, Action: sales[0].Action, Max: -1}
	change := func(do func(*game.Order)) []game.Order { o := good; do(&o); return []game.Order{o} }
	alone := d.create(persons[0], game.NewSeat{Kind: game.Bot, Level: "random"})
	alone = d.settled(alone.ID)
	for name, c := range map[string]struct {
		id     string
		who    game.Actor
		orders []game.Order
		want   error
	}{
		"for another seat":     {s.ID, seat((first + 1) % 3), []game.Order{good}, game.ErrNotYours},
		"as a spectator":       {s.ID, game.Actor{}, []game.Order{good}, game.ErrNotYours},
		"as the owner only":    {s.ID, game.Actor{Owner: true}, []game.Order{good}, game.ErrNotYours},
		"for a phase before":   {s.ID, seat(first), change(func(o *game.Order) { o.Round-- }), game.ErrBadOrder},
		"for a phase of none":  {s.ID, seat(first), change(func(o *game.Order) { o.Phase = rules.Water }), game.ErrBadOrder},
		"for a round far away": {s.ID, seat(first), change(func(o *game.Order) { o.Round += 2 }), game.ErrBadOrder},
		"an action of none":    {s.ID, seat(first), change(func(o *game.Order) { o.Action = 254 }), game.ErrBadOrder},
		"a price below":        {s.ID, seat(first), change(func(o *game.Order) { o.Max = -2 }), game.ErrBadOrder},
		"too many":             {s.ID, seat(first), make([]game.Order, game.MaxOrders+1), game.ErrBadOrder},
		"with nobody else":     {alone.ID, seat(0), []game.Order{{Round: alone.State.Round(), Phase: rules.Purchase, Action: good.Action, Max: -1}}, game.ErrNobodyElse},
	} {
		t.Run(name, func(t *testing.T) {
			at, err := d.Position(ctx, c.id, c.who)
			require.NoError(t, err)
			k := first
			if c.id == alone.ID {
				k = 0
			}
			if _, err := d.Do(ctx, c.id, c.who, at.N, "", game.SetOrders(k, c.orders, false)); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

// A seat may ask to decide where it has no choice, too.
func TestAskedWithoutChoice(t *testing.T) {
	d := newDen(t, 65)
	s := d.create(persons[:2]...)
	for k := range 2 {
		s = d.ok(d.Do(t.Context(), s.ID, seat(k), s.N, "", game.SetOrders(k, nil, true)))
	}
	asked := 0
	d.play(s, func(s *game.Snapshot) bool {
		if s.You.Act && len(legal(s)) == 1 {
			asked++
		}
		return s.State.Round() > 4
	})
	require.True(t, asked != 0, "nobody was asked where there was no choice")
}
