package game

import (
	"cmp"
	"fmt"
	"slices"

	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Order is an action that a seat wants to take in a later phase, provided it is
// legal then and costs no more than Max. At a decision of that phase the first
// order in the seat's list that can be carried out is taken, each once. If none
// can, the table waits for the seat.
type Order struct {
	Round  int          `json:"round"`
	Phase  rules.Phase  `json:"phase"`
	Action rules.Action `json:"action"`
	// Max is the highest price in Thaler, counting the debts it takes at what they
	// bring; -1 for no limit.
	Max int `json:"max"`
}

// debtThaler is what a debt brings (DEBT-1).
const debtThaler = 2

// MaxOrders is the most orders a seat may have.
const MaxOrders = 60

// storedOrder is an order as stored, in the notation of game records.
type storedOrder struct {
	Round int           `json:"round"`
	Phase rules.Phase   `json:"phase"`
	Do    record.Action `json:"do"`
	Max   int           `json:"max"`
}

// SetOrders replaces the standing orders of the actor's seat; an empty list
// cancels them. They stay secret until carried out; one that fits the current
// decision is carried out at once. With ask, the seat is asked even if it has
// only one choice. Errors: ErrBadOrder with the number of the order,
// ErrOtherOrders where they have been changed since, ErrNotYours, and those of Act.
func SetOrders(seat int, orders []Order, ask bool) Command {
	return Command{name: seatCommand("orders", seat), draft: func(f *Game, by Call) (draft, error) {
		d, err := f.setOrdersDraft(by.Who, seat, orders, ask)
		if err == nil && f.orderedN[seat] > by.At {
			err = ErrOtherOrders
		}
		return d, err
	}}
}

// setOrdersDraft drafts new standing orders of a seat, or refuses them.
func (f *Game) setOrdersDraft(who Actor, seat int, orders []Order, ask bool) (draft, error) {
	if err := f.theirs(who, seat); err != nil {
		return draft{}, err
	}
	if err := f.byHand(seat); err != nil {
		return draft{}, err
	}
	if f.toAct() < 0 {
		return draft{}, ErrOver
	}
	if f.entered() {
		return draft{}, ErrBesideBox
	}
	if f.alone() >= 0 && len(orders) > 0 {
		return draft{}, ErrNobodyElse
	}
	var stored []storedOrder
	for i, o := range orders {
		if !f.stillComes(o.Round, o.Phase) || o.Max < -1 || int(o.Action) >= rules.ActionsCount || i >= MaxOrders {
			return draft{}, ErrBadOrder.Saying(fmt.Sprint(i + 1))
		}
		stored = append(stored, storedOrder{o.Round, o.Phase, f.words.Encode(o.Action), o.Max})
	}
	return draft{kind: kindOrders, seat: seat, body: body{Orders: stored, Ask: ask}}, nil
}

// stillComes reports whether a phase is still to finish and has decisions.
func (f *Game) stillComes(round int, phase rules.Phase) bool {
	s := f.State()
	decides := phase == rules.Event || phase == rules.Start || phase == rules.Sale || phase == rules.Purchase
	if round > s.Round()+1 || !decides {
		return false
	}
	return round > s.Round() || round == s.Round() && phase >= s.Phase()
}

// standing are the orders by seat for phases that are still to finish.
func (f *Game) standing() [][]Order {
	out := slices.Clone(f.orders)
	for k, list := range out {
		if len(list) > 0 {
			out[k] = slices.DeleteFunc(slices.Clone(list), func(o Order) bool { return f.Rules == nil || !f.stillComes(o.Round, o.Phase) })
		}
	}
	return out
}

// addOrders folds standing orders.
func (f *Game) addOrders(e Entry, b body) error {
	var list []Order
	for _, o := range b.Orders {
		a, err := f.words.Decode(o.Do)
		if err != nil {
			return err
		}
		list = append(list, Order{o.Round, o.Phase, a, o.Max})
	}
	f.replaceOrders(e, list, b.Ask)
	return nil
}

// replaceOrders replaces all that the person at an entry's seat has ordered.
func (f *Game) replaceOrders(e Entry, list []Order, ask bool) {
	f.setOrders(e.Seat, list)
	f.askAll = slices.Clone(f.askAll)
	f.askAll[e.Seat] = ask
	f.orderedN = slices.Clone(f.orderedN)
	f.orderedN[e.Seat] = e.N
}

// setOrders updates one seat's orders without changing earlier folds.
func (f *Game) setOrders(seat int, list []Order) {
	f.orders = slices.Clone(f.orders)
	f.orders[seat] = list
}

// dropOrders cancels a seat's orders for a phase, because its person decides
// there.
func (f *Game) dropOrders(seat, round int, phase rules.Phase) {
	list := slices.DeleteFunc(slices.Clone(f.orders[seat]), func(o Order) bool { return o.Round == round && o.Phase == phase })
	if len(list) < len(f.orders[seat]) {
		f.setOrders(seat, list)
	}
}

// ordered returns the decision that standing orders make now, or the
// confirmation of a decision they made.
func (f *Game) ordered() (draft, bool) {
	if f.Frozen != nil || f.Rules == nil || f.alone() >= 0 {
		return draft{}, false
	}
	if n := len(f.Steps); f.turn().Waiting {
		if n > 0 && f.held == nil && f.Steps[n-1].Ordered {
			return draft{kind: kindConfirm, seat: f.Steps[n-1].Seat}, true
		}
		return draft{}, false
	}
	s := f.State()
	if s.Decision() == rules.Over {
		return draft{}, false
	}
	seat := s.ToDecide()
	if !f.Seats[seat].ByHand() {
		return draft{}, false
	}
	legal := f.Rules.Legal(&s)
	for _, o := range f.orders[seat] {
		if o.Round != s.Round() || o.Phase != s.Phase() || !legal.Has(o.Action) {
			continue
		}
		if o.Max < 0 || f.price(&s, o.Action) <= o.Max {
			d := f.act(o.Action, false, "")
			d.body.Order = true
			return d, true
		}
	}
	return draft{}, false
}

// price returns the Thaler a legal action costs the seat to decide, including what the
// debts it takes bring; negative for a gain. A debt that is repaid brings nothing back.
func (b *base) price(s *rules.State, a rules.Action) int {
	after := *s
	seat := s.ToDecide()
	b.Rules.Play(&after, a)
	return s.Thaler(seat) - after.Thaler(seat) + debtThaler*max(0, after.Debts(seat)-s.Debts(seat))
}

// carriedOut removes an order that was carried out and those of finished phases.
func (f *Game) carriedOut(seat int, a rules.Action, round int, phase rules.Phase) {
	list := slices.Clone(f.orders[seat])
	if i := slices.IndexFunc(list, func(o Order) bool { return o.Round == round && o.Phase == phase && o.Action == a }); i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	f.setOrders(seat, slices.DeleteFunc(list, func(o Order) bool { return !f.stillComes(o.Round, o.Phase) }))
}

// Prospect is an action that a seat may be able to take in a later phase of this
// round, or in the event of the next.
type Prospect struct {
	Round  int
	Phase  rules.Phase
	Choice view.Choice // as in one of the random continuations
	Action rules.Action
	Price  int // lowest price in Thaler over the continuations
}

// courses is the number of random continuations that Prospects plays.
const courses = 24

// Prospects lists what the actor's seat may be able to do in the rest of the
// round and in the event of the next, up to the next reveal: every action open to
// it in some random continuation, its own decisions included. Errors: ErrNotYours.
func (f *Game) Prospects(who Actor, seat int, random func(int) int) ([]Prospect, error) {
	if err := f.theirs(who, seat); err != nil || f.toAct() < 0 {
		return nil, err
	}
	type key struct {
		round  int
		phase  rules.Phase
		action rules.Action
	}
	found := map[key]*Prospect{}
	for range courses {
		s := f.State()
		if f.held != nil {
			f.Rules.Play(&s, f.held.action)
		}
		for round := s.Round(); s.Round() == round || s.Phase() == rules.Event; {
			legal := f.Rules.Legal(&s)
			if legal.Len() == 0 { // chance or the end of the game
				break
			}
			if _, forced := f.Rules.Forced(&s); s.Decides(seat) && f.stillComes(s.Round(), s.Phase()) && !forced {
				for _, c := range view.Choices(f.Rules, f.words, &s) {
					a := rules.Action(c.Action)
					k, price := key{s.Round(), s.Phase(), a}, f.price(&s, a)
					if p := found[k]; p == nil {
						found[k] = &Prospect{s.Round(), s.Phase(), c, a, price}
					} else {
						p.Price = min(p.Price, price)
					}
				}
			}
			f.Rules.Play(&s, legal.Append(nil)[random(legal.Len())])
		}
	}
	var out []Prospect
	for _, p := range found {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Prospect) int {
		return cmp.Or(a.Round-b.Round, int(a.Phase)-int(b.Phase), int(a.Action)-int(b.Action))
	})
	return out, nil
}

// OrderOf builds an order from numbers that are not yet validated; SetOrders
// refuses invalid ones.
func OrderOf(round, phase, action, most int) Order {
	o := Order{Round: round, Phase: rules.Phase(max(0, min(phase, 7))), Action: rules.None, Max: most}
	if action >= 0 && action < rules.ActionsCount {
		o.Action = rules.Action(action)
	}
	return o
}
