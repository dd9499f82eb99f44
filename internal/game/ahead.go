package game

import (
	"slices"

	"ruhr/rules"
	"ruhr/view"
)

// SalesAhead lists where a seat will be able to sell in this round, with the
// effects that it would have if nobody else collected anything first. It is empty
// beside the printed game, and unless the seat has chosen its start, others play by
// hand too, and somebody else decides before it sells.
func (s *Snapshot) SalesAhead(seat int) []view.Choice {
	if s.Game == nil || s.Deal == Entered || s.Over || s.Frozen != nil || !s.ordersSale(seat) {
		return nil
	}
	now := s.State
	for now.Phase() != rules.Sale || now.ToDecide() != seat || now.Decision() != rules.Sell {
		if now.Round() != s.State.Round() || now.Phase() != rules.Start && now.Phase() != rules.Sale {
			return nil
		}
		s.Game.Play(&now, harmless(s.Game, &now))
	}
	return slices.DeleteFunc(view.Choices(s.Game, s.Codec, &now), func(c view.Choice) bool { return c.Do != rules.DoSell.String() })
}

// ordersSale reports whether a seat has its start behind it and its sale still
// before it, with somebody's decision between them.
func (s *Snapshot) ordersSale(seat int) bool {
	people := 0
	for _, x := range s.Seats {
		if x.ByHand() {
			people++
		}
	}
	if people < 2 || !s.Seats[seat].ByHand() || s.Turn.Held != rules.None || s.State.Decides(seat) {
		return false
	}
	order := s.Game.Order(&s.State)
	place := slices.Index(order, seat)
	switch s.State.Phase() {
	case rules.Start:
		return place < s.State.Turn()
	case rules.Sale:
		return place > s.State.Turn()
	}
	return false
}

// harmless is an action that changes as little as possible for who comes after.
func harmless(g *rules.Game, s *rules.State) rules.Action {
	legal := g.Legal(s).Append(nil)
	best, least := legal[0], 3
	for _, a := range legal {
		weight := 1
		switch m := g.Move(a); m.Do {
		case rules.DoOption:
			weight = 0
		case rules.DoSell:
			weight = s.Demand(m.At)
		case rules.DoCoalHauler, rules.DoInn:
			weight = 2
		}
		if weight < least {
			best, least = a, weight
		}
	}
	return best
}

// ParseSale reads a sale to order, as forms have it: "" is rules.None.
func ParseSale(s string) (rules.Action, error) {
	if s == "" {
		return rules.None, nil
	}
	return ParseAction(s)
}

// OrderSale makes the sale of this round a standing order of the actor's seat,
// in place of sales ordered before; rules.None cancels it, and the table waits
// for the seat. Errors: those of SetOrders, and ErrStale if another round has begun since.
func OrderSale(seat int, a rules.Action) Command {
	return Command{name: seatCommand("sale", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		s := f.State()
		round := s.Round()
		if f.roundAt(by.At) != round {
			return draft{}, ErrStale
		}
		if f.orderedN[seat] > by.At {
			return draft{}, ErrOtherOrders
		}
		orders := slices.DeleteFunc(f.standing()[seat], func(o Order) bool {
			return o.Round == round && f.Rules.Move(o.Action).Do == rules.DoSell
		})
		if a != rules.None {
			if int(a) >= rules.ActionsCount || f.Rules.Move(a).Do != rules.DoSell {
				return draft{}, ErrBadOrder.Saying("1")
			}
			orders = append([]Order{{Round: round, Phase: rules.Sale, Action: a, Max: -1}}, orders...)
		}
		return f.setOrdersDraft(by.Who, seat, orders, f.askAll[seat])
	}}
}

// roundAt is the round of the position at a log number, of the decisions that were not
// taken back since.
func (f *Game) roundAt(n int64) int {
	made := len(f.Steps)
	for made > 0 && f.Steps[made-1].N > n {
		made--
	}
	return f.History.After(made).Round()
}
