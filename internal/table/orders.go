package table

import (
	"context"
	"fmt"
	"slices"

	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Order is what a seat wants to decide in a phase to come, if it may then and if
// it costs no more than it says. A seat has a list of them: at a decision of that
// phase the first one that can be carried out is taken, once each. Where none
// can, the table waits for the seat.
type Order struct {
	Round  int          `json:"round"`
	Phase  rules.Phase  `json:"phase"`
	Action rules.Action `json:"action"`
	// Max is how many Thaler it may cost, debts counted at what they bring; -1 for
	// as many as it costs.
	Max int `json:"max"`
}

// debtThaler is what a debt brings (DEBT-1).
const debtThaler = 2

// MaxOrders is how many orders a seat may have.
const MaxOrders = 60

// storedOrder is an order as it is stored, in the words of records.
type storedOrder struct {
	Round int           `json:"round"`
	Phase rules.Phase   `json:"phase"`
	Do    record.Action `json:"do"`
	Max   int           `json:"max"`
}

// SetOrders replaces the standing orders of the actor's seat; an empty list takes
// them back. Nobody else is told of them before they are carried out; one for the
// decision that the table waits for is carried out at once. With ask the seat is
// also asked where it has no choice. Errors: ErrBadOrder with the number of the
// order, ErrNotYours, and those of Act.
func (v *Service) SetOrders(ctx context.Context, id string, who Actor, at int64, key string, seat int, orders []Order, ask bool) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("orders", seat), draft: func(f *fold) (draft, error) {
		if err := f.theirs(who, seat); err != nil {
			return draft{}, err
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		if f.toAct() < 0 {
			return draft{}, ErrOver
		}
		if f.alone() >= 0 && len(orders) > 0 {
			return draft{}, ErrNobodyElse
		}
		var stored []storedOrder
		for i, o := range orders {
			if !f.stillComes(o.Round, o.Phase) || o.Max < -1 || int(o.Action) >= rules.ActionsCount || i >= MaxOrders {
				return draft{}, ErrBadOrder.saying(fmt.Sprint(i + 1))
			}
			stored = append(stored, storedOrder{o.Round, o.Phase, f.words.Encode(o.Action), o.Max})
		}
		return draft{kind: kindOrders, seat: seat, body: body{Orders: stored, Ask: ask}}, nil
	}})
}

// stillComes says whether a phase is not over, and one in which seats decide.
func (f *fold) stillComes(round int, phase rules.Phase) bool {
	s := f.state()
	if round > s.Round()+1 || phase != rules.Start && phase != rules.Sale && phase != rules.Purchase {
		return false
	}
	return round > s.Round() || round == s.Round() && phase >= s.Phase()
}

// addOrders folds standing orders.
func (f *fold) addOrders(seat int, b body) error {
	var list []Order
	for _, o := range b.Orders {
		a, err := f.words.Decode(o.Do)
		if err != nil {
			return err
		}
		list = append(list, Order{o.Round, o.Phase, a, o.Max})
	}
	f.setOrders(seat, list)
	f.askAll = slices.Clone(f.askAll)
	f.askAll[seat] = b.Ask
	return nil
}

// setOrders gives a fold of one's own other orders of a seat.
func (f *fold) setOrders(seat int, list []Order) {
	f.orders = slices.Clone(f.orders)
	f.orders[seat] = list
}

// dropOrders takes the orders of a seat for a phase back: its person decides there
// themselves.
func (f *fold) dropOrders(seat, round int, phase rules.Phase) {
	list := slices.DeleteFunc(slices.Clone(f.orders[seat]), func(o Order) bool { return o.Round == round && o.Phase == phase })
	if len(list) < len(f.orders[seat]) {
		f.setOrders(seat, list)
	}
}

// ordered gives the decision that standing orders make now, or the last word on
// what they have decided.
func (f *fold) ordered() (draft, bool) {
	if f.frozen != nil || f.game == nil || f.alone() >= 0 {
		return draft{}, false
	}
	if n := len(f.steps); f.turn().Waiting {
		if n > 0 && f.held == nil && f.steps[n-1].Ordered {
			return draft{kind: kindConfirm, seat: f.steps[n-1].Seat}, true
		}
		return draft{}, false
	}
	s := f.state()
	if s.Decision() == rules.Over {
		return draft{}, false
	}
	seat := s.ToDecide()
	if !f.seats[seat].ByHand() {
		return draft{}, false
	}
	legal := f.game.Legal(&s)
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

// price is how many Thaler a legal action takes from the seat to decide, with what
// its debts bring; less than 0 for what it gains.
func (b *base) price(s *rules.State, a rules.Action) int {
	after := *s
	seat := s.ToDecide()
	b.game.Play(&after, a)
	return s.Thaler(seat) - after.Thaler(seat) + debtThaler*(after.Debts(seat)-s.Debts(seat))
}

// carriedOut takes an order off the list, and those of phases that are over.
func (f *fold) carriedOut(seat int, a rules.Action, round int, phase rules.Phase) {
	list := slices.Clone(f.orders[seat])
	if i := slices.IndexFunc(list, func(o Order) bool { return o.Round == round && o.Phase == phase && o.Action == a }); i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	f.setOrders(seat, slices.DeleteFunc(list, func(o Order) bool { return !f.stillComes(o.Round, o.Phase) }))
}

// Prospect is something a seat may be able to do in a phase to come this round.
type Prospect struct {
	Round  int
	Phase  rules.Phase
	Choice view.Choice // as it would be in one of the courses tried
	Action rules.Action
	Price  int // Thaler it would cost, the least of the courses tried
}

// courses is how many courses of the round Prospects tries.
const courses = 24

// Prospects lists what the actor's seat may be able to do in the rest of the round,
// up to the next thing that is revealed: what was open to it in some course of the
// round tried at random, its own decisions included. Errors: ErrNotYours, ErrNoTable.
func (v *Service) Prospects(ctx context.Context, id string, who Actor, seat int) ([]Prospect, error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := f.theirs(who, seat); err != nil {
		return nil, err
	}
	if f.toAct() < 0 {
		return nil, nil
	}
	return f.prospects(seat, v.opt.Random), nil
}

func (f *fold) prospects(seat int, random func(int) int) []Prospect {
	type key struct {
		phase  rules.Phase
		action rules.Action
	}
	found := map[key]*Prospect{}
	for range courses {
		s := f.state()
		if f.held != nil {
			f.game.Play(&s, f.held.action)
		}
		for round := s.Round(); s.Round() == round; {
			legal := f.game.Legal(&s)
			if legal.Len() == 0 { // chance, or the end
				break
			}
			if s.ToDecide() == seat && f.stillComes(s.Round(), s.Phase()) && legal.Len() > 1 {
				for _, c := range view.Choices(f.game, f.words, &s) {
					a := rules.Action(c.Action)
					k, price := key{s.Phase(), a}, f.price(&s, a)
					if p := found[k]; p == nil {
						found[k] = &Prospect{round, s.Phase(), c, a, price}
					} else {
						p.Price = min(p.Price, price)
					}
				}
			}
			f.game.Play(&s, legal.Append(nil)[random(legal.Len())])
		}
	}
	var out []Prospect
	for _, p := range found {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Prospect) int {
		if a.Phase != b.Phase {
			return int(a.Phase) - int(b.Phase)
		}
		return int(a.Action) - int(b.Action)
	})
	return out
}

// OrderOf makes an order of numbers as they come from outside; those that are none
// are refused when it is set.
func OrderOf(round, phase, action, most int) Order {
	o := Order{Round: round, Phase: rules.Phase(max(0, min(phase, 7))), Action: rules.None, Max: most}
	if action >= 0 && action < rules.ActionsCount {
		o.Action = rules.Action(action)
	}
	return o
}
