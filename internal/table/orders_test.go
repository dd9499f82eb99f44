package table

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ruhr/record"
	"ruhr/rules"
)

// salesAhead plays until a seat has chosen its start and others still decide
// before it sells, and gives that seat and what it may be able to sell at.
func (d *den) salesAhead(s *Snapshot) (*Snapshot, int, []Prospect) {
	d.Helper()
	var first int
	var sales []Prospect
	s = d.play(s, func(s *Snapshot) bool {
		first = s.Game.Order(&s.State)[0]
		if s.State.Phase() != rules.Start || s.Turn.Waiting || s.State.ToDecide() == first {
			return false
		}
		list, err := d.Prospects(d.Context(), s.ID, seat(first), first)
		if err != nil {
			d.Fatal(err)
		}
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
	if len(sales) == 0 {
		t.Fatal("nothing to sell at")
	}
	var orders []Order
	for _, p := range sales {
		orders = append(orders, Order{p.Round, p.Phase, p.Action, -1})
	}
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", SetOrders(first, orders, false)))
	if len(s.You.Orders[first]) != len(orders) {
		t.Fatalf("the seat has %d orders, want %d", len(s.You.Orders[first]), len(orders))
	}
	for k := range s.Seats {
		other := s.For(seat(k))
		if k != first && (other.You.Orders != nil || strings.Contains(text(t, other), `"max"`)) {
			t.Errorf("seat %d sees the orders", k)
		}
	}
	if spectator := s.For(Actor{Owner: true}); strings.Contains(text(t, spectator), `"max"`) {
		t.Error("the owner sees the orders")
	}
	round := s.State.Round()
	s = d.play(s, func(s *Snapshot) bool { return s.State.Phase() == rules.Purchase })
	sold := false
	for _, step := range s.Steps {
		if step.Seat == first && step.Round == round && step.Phase == rules.Sale && step.Ordered {
			sold = true
		}
	}
	if !sold {
		t.Error("the sale was not carried out")
	}
	// It is there again after a restart, and the game referees.
	again, err := d.fresh().Position(ctx, s.ID, everybody)
	if err != nil {
		t.Fatal(err)
	}
	d.same("opened again", s, again)
	r, err := d.Record(ctx, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Referee(r, s.Game.Board()); err != nil {
		t.Error(err)
	}
}

// What costs more than the order allows wakes the seat, and so does what is not
// legal any more; of several orders the first that can be carried out is.
func TestOrdersWake(t *testing.T) {
	d := newDen(t, 62)
	var f *fold
	var dear rules.Action // costs something
	price := 0
	s := d.play(d.create(persons[:2]...), func(s *Snapshot) bool {
		if s.State.Phase() != rules.Purchase || s.Turn.Waiting {
			return false
		}
		var err error
		if f, err = d.load(t.Context(), s.ID); err != nil {
			t.Fatal(err)
		}
		for _, a := range legal(s) {
			if price = f.price(&s.State, a); price > 0 {
				dear = a
				return true
			}
		}
		return false
	})
	if price <= 0 {
		t.Fatal("nobody could ever buy anything")
	}
	me, round, may := s.State.ToDecide(), s.State.Round(), s.Game.Legal(&s.State)
	illegal := rules.Action(0)
	for may.Has(illegal) {
		illegal++
	}
	end := slices.IndexFunc(legal(s), func(a rules.Action) bool { return a != dear })
	other := legal(s)[end]
	for name, c := range map[string]struct {
		orders []Order
		want   rules.Action // rules.None wakes the seat
	}{
		"no limit":           {[]Order{{round, rules.Purchase, dear, -1}}, dear},
		"just enough":        {[]Order{{round, rules.Purchase, dear, price}}, dear},
		"too dear":           {[]Order{{round, rules.Purchase, dear, price - 1}}, rules.None},
		"too dear, then not": {[]Order{{round, rules.Purchase, dear, price - 1}, {round, rules.Purchase, other, -1}}, other},
		"not legal":          {[]Order{{round, rules.Purchase, illegal, -1}}, rules.None},
		"not legal, then so": {[]Order{{round, rules.Purchase, illegal, -1}, {round, rules.Purchase, dear, -1}}, dear},
		"another phase":      {[]Order{{round, rules.Sale, dear, -1}}, rules.None},
		"the next round":     {[]Order{{round + 1, rules.Purchase, dear, -1}}, rules.None},
	} {
		t.Run(name, func(t *testing.T) {
			g := f.clone()
			g.setOrders(me, c.orders)
			got, fires := g.ordered()
			if fires != (c.want != rules.None) {
				t.Fatalf("carried out: %v", fires)
			}
			if fires && (!got.body.Order || *got.body.Do != f.words.Encode(c.want)) {
				t.Errorf("carried out %+v, want %v marked as ordered", got.body, c.want)
			}
		})
	}
}

// Deciding oneself, or taking back, ends the orders of a phase.
func TestOrdersDropped(t *testing.T) {
	d := newDen(t, 63)
	ctx := t.Context()
	s, first, sales := d.salesAhead(d.create(persons[:3]...))
	here := []Order{{s.State.Round(), rules.Sale, sales[0].Action, -1}}
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", SetOrders(first, here, false)))
	f, err := d.load(ctx, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	g := f.clone()
	g.dropOrders(first, s.State.Round(), rules.Start)
	if len(g.orders[first]) != 1 {
		t.Error("orders of another phase are dropped")
	}
	g.dropOrders(first, s.State.Round(), rules.Sale)
	if len(g.orders[first]) != 0 || len(f.orders[first]) != 1 {
		t.Error("the orders are still there, or gone from what others see")
	}
	s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", SetOrders(first, nil, false)))
	if s.You.Orders != nil {
		t.Error("taken back, they are still there")
	}
}

// Who may order what.
func TestOrdersRefused(t *testing.T) {
	d := newDen(t, 64)
	ctx := t.Context()
	s, first, sales := d.salesAhead(d.create(persons[:3]...))
	good := Order{sales[0].Round, rules.Sale, sales[0].Action, -1}
	change := func(do func(*Order)) []Order { o := good; do(&o); return []Order{o} }
	alone := d.create(persons[0], NewSeat{Kind: Bot, Level: "random"})
	alone = d.settled(alone.ID)
	for name, c := range map[string]struct {
		id     string
		who    Actor
		orders []Order
		want   error
	}{
		"for another seat":     {s.ID, seat((first + 1) % 3), []Order{good}, ErrNotYours},
		"as a spectator":       {s.ID, Actor{}, []Order{good}, ErrNotYours},
		"as the owner only":    {s.ID, Actor{Owner: true}, []Order{good}, ErrNotYours},
		"for a phase before":   {s.ID, seat(first), change(func(o *Order) { o.Round-- }), ErrBadOrder},
		"for a phase of none":  {s.ID, seat(first), change(func(o *Order) { o.Phase = rules.Water }), ErrBadOrder},
		"for a round far away": {s.ID, seat(first), change(func(o *Order) { o.Round += 2 }), ErrBadOrder},
		"an action of none":    {s.ID, seat(first), change(func(o *Order) { o.Action = 254 }), ErrBadOrder},
		"a price below":        {s.ID, seat(first), change(func(o *Order) { o.Max = -2 }), ErrBadOrder},
		"too many":             {s.ID, seat(first), make([]Order, MaxOrders+1), ErrBadOrder},
		"with nobody else":     {alone.ID, seat(0), []Order{{alone.State.Round(), rules.Purchase, good.Action, -1}}, ErrNobodyElse},
	} {
		t.Run(name, func(t *testing.T) {
			at, err := d.Position(ctx, c.id, c.who)
			if err != nil {
				t.Fatal(err)
			}
			k := first
			if c.id == alone.ID {
				k = 0
			}
			if _, err := d.Do(ctx, c.id, c.who, at.N, "", SetOrders(k, c.orders, false)); !errors.Is(err, c.want) {
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
		s = d.ok(d.Do(t.Context(), s.ID, seat(k), s.N, "", SetOrders(k, nil, true)))
	}
	asked := 0
	d.play(s, func(s *Snapshot) bool {
		if s.You.Act && len(legal(s)) == 1 {
			asked++
		}
		return s.State.Round() > 4
	})
	if asked == 0 {
		t.Error("nobody was asked where there was no choice")
	}
}
