package api

import (
	"context"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/rules"
)

// orderAhead adds the operations on decisions that a seat takes in advance.
func (a *api) orderAhead() {
	get(a, "/tables/{id}/seats/{seat}/orders", "getOrders", "The standing orders of your seat, and what it may order", a.orders)
	post(a, "/tables/{id}/seats/{seat}/orders", "setOrders", "Replace the standing orders of your seat; nobody sees them until they are carried out", a.setOrders)
	post(a, "/tables/{id}/seats/{seat}/sale", "orderSale", "Order the sale of your seat in this round, or cancel it", a.sale)
}

// StandingOrder is an action that a seat wants to take in a later phase, if it is
// legal then and costs no more than max.
type StandingOrder struct {
	Round  int           `json:"round" minimum:"1" maximum:"12"`
	Phase  int           `json:"phase" minimum:"1" maximum:"7"`
	Action record.Action `json:"action"`
	// Max is nil for any price.
	Max *int `json:"max,omitempty" minimum:"0" doc:"The highest price in Thaler, a debt counted as the 2 that it brings; any price where there is none."`
}

// Prospect is an action that a seat may be able to take later.
type Prospect struct {
	Round  int           `json:"round"`
	Phase  int           `json:"phase"`
	Action record.Action `json:"action"`
	Text   string        `json:"text" doc:"In plain English."`
	Price  int           `json:"price" doc:"The lowest price found, in Thaler; below 0 for a gain."`
}

// Orders are the decisions that a seat takes in advance.
type Orders struct {
	N         int64           `json:"n" doc:"The number of the newest entry of the table's log."`
	Orders    []StandingOrder `json:"orders" doc:"In order of preference within a phase."`
	AskAll    bool            `json:"askAll" doc:"The seat is asked even where it has no choice."`
	Prospects []Prospect      `json:"prospects" doc:"What it may be able to do up to the next event, found by playing on at random."`
	Sales     []LegalAction   `json:"sales" doc:"Where it can sell in this round, once its start is chosen."`
}

func (a *api) orders(ctx context.Context, in *SeatAt) (*Orders, error) {
	s, who, err := a.position(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	list, err := a.Service.Prospects(ctx, in.ID, who, in.Seat)
	if err != nil {
		return nil, err
	}
	out := &Orders{N: s.N, Orders: []StandingOrder{}, Prospects: []Prospect{}, Sales: []LegalAction{}}
	for _, o := range s.You.Orders[in.Seat] {
		one := StandingOrder{Round: o.Round, Phase: int(o.Phase), Action: s.Codec.Encode(o.Action)}
		if o.Max >= 0 {
			one.Max = &o.Max
		}
		out.Orders = append(out.Orders, one)
	}
	for _, seat := range s.You.AskAll {
		out.AskAll = out.AskAll || seat == in.Seat
	}
	for _, p := range list {
		out.Prospects = append(out.Prospects, Prospect{p.Round, int(p.Phase), s.Codec.Encode(p.Action), words().Choice(p.Choice).Plain, p.Price})
	}
	for _, c := range s.SalesAhead(in.Seat) {
		out.Sales = append(out.Sales, LegalAction{Action: s.Codec.Encode(rules.Action(c.Action)), Text: words().Choice(c).Plain})
	}
	return out, nil
}

type ordersIn struct {
	SeatAt
	Body struct {
		Made
		Orders []StandingOrder `json:"orders" maxItems:"60" doc:"In order of preference within a phase; none cancels all."`
		AskAll bool            `json:"askAll,omitempty" doc:"Ask the seat even where it has no choice."`
	}
}

func (a *api) setOrders(ctx context.Context, in *ordersIn) (*Table, error) {
	var orders []game.Order
	for _, o := range in.Body.Orders {
		action, err := a.decode(ctx, in.ID, o.Action)
		if err != nil {
			return nil, err
		}
		most := -1
		if o.Max != nil {
			most = *o.Max
		}
		orders = append(orders, game.OrderOf(o.Round, o.Phase, int(action), most))
	}
	return a.do(ctx, in.ID, in.Body.Made, fair.Change, game.SetOrders(in.Seat, orders, in.Body.AskAll))
}

type saleIn struct {
	SeatAt
	Body struct {
		Made
		Action *record.Action `json:"action,omitempty" doc:"One of the sales of getOrders; none cancels the order."`
	}
}

func (a *api) sale(ctx context.Context, in *saleIn) (*Table, error) {
	action := rules.None
	if in.Body.Action != nil {
		var err error
		if action, err = a.decode(ctx, in.ID, *in.Body.Action); err != nil {
			return nil, err
		}
	}
	return a.do(ctx, in.ID, in.Body.Made, fair.Change, game.OrderSale(in.Seat, action))
}

// decode reads an action in the words of a table's records.
func (a *api) decode(ctx context.Context, id string, in record.Action) (rules.Action, error) {
	s, _, err := a.position(ctx, id)
	if err != nil {
		return rules.None, err
	}
	if s.Codec == nil {
		return rules.None, game.ErrFrozen
	}
	action, err := s.Codec.Decode(in)
	if err != nil {
		return rules.None, unprocessable("no_action", err.Error())
	}
	return action, nil
}
