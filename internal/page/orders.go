package page

import (
	"cmp"
	"html/template"
	"net/url"
	"slices"
	"strconv"

	"ruhr/internal/game"
	"ruhr/view"
)

// OrderForm is what a seat may order for the rest of the round and the event of the next.
type OrderForm struct {
	Seat   int
	Name   string
	Sign   int
	AskAll bool // it is asked where it has no choice, too
	Phases []PlanPhase
}

// PlanPhase is the orders for one phase, in their order of preference.
type PlanPhase struct {
	Round, Phase int
	Field        int // names its fields: the phase, and of a later round 10 more
	Title        template.HTML
	Groups       []PlanGroup
	Costs        bool      // some choice has a price
	Rows         []PlanRow // what is ordered, and room for one more
	More         []PlanRow // room for others
}

// PlanGroup is a heading with what may be open to the seat beneath it.
type PlanGroup struct {
	ID      string
	Title   string
	Choices []PlanChoice
}

// PlanChoice is something that may be open to the seat then.
type PlanChoice struct {
	Action int
	Text   template.HTML
	Price  int // Thaler, 0 or less for nothing to pay
}

// PlanRow is one order, with Action -1 for none.
type PlanRow struct {
	Place       int // from 0 on
	Action, Max int
	Kept        template.HTML // the order that is kept here, where the form has another one
}

// planRows is how many orders of a phase the form has room for, at least.
const planRows = 8

// NewOrderForm makes the form of a seat's standing orders, with what it may order. What was
// tried is in it instead of what is ordered for the same phases.
func NewOrderForm(l *Localizer, snap *game.Snapshot, seat int, list, tried []game.Prospect) *OrderForm {
	names, signs := PlayerNames(l, snap)
	p := &OrderForm{Seat: seat, Name: names[seat], Sign: signs[seat]}
	for _, k := range snap.You.AskAll {
		p.AskAll = p.AskAll || k == seat
	}
	list, orders := withTried(list, slices.Clone(snap.You.Orders[seat]), tried)
	for _, x := range list {
		n := len(p.Phases)
		if n == 0 || p.Phases[n-1].Phase != int(x.Phase) || p.Phases[n-1].Round != x.Round {
			p.Phases = append(p.Phases, PlanPhase{Round: x.Round, Phase: int(x.Phase), Title: l.thing(view.PhaseThing(int(x.Phase)))})
			n++
		}
		p.Phases[n-1].add(l, &x)
	}
	for _, o := range orders {
		p.order(l, o)
	}
	slices.SortFunc(p.Phases, func(a, b PlanPhase) int { return cmp.Or(a.Round-b.Round, a.Phase-b.Phase) })
	for i := range p.Phases {
		phase := &p.Phases[i]
		phase.Field = phase.Phase + 10*(phase.Round-p.Phases[0].Round)
		used := len(phase.Rows)
		for len(phase.Rows) < planRows {
			phase.Rows = append(phase.Rows, PlanRow{Place: len(phase.Rows), Action: -1, Max: -1})
		}
		used = min(used+1, len(phase.Rows))
		phase.Rows, phase.More = phase.Rows[:used], phase.Rows[used:]
	}
	return p
}

// withTried adds what was tried to what may be ordered, and orders it instead of what is
// ordered for the same phases.
func withTried(list []game.Prospect, orders []game.Order, tried []game.Prospect) ([]game.Prospect, []game.Order) {
	for _, x := range tried {
		if !slices.ContainsFunc(list, func(y game.Prospect) bool { return y.Round == x.Round && y.Phase == x.Phase && y.Action == x.Action }) {
			list = append(list, x)
		}
		orders = slices.DeleteFunc(orders, func(o game.Order) bool { return o.Round == x.Round && o.Phase == x.Phase })
	}
	for _, x := range tried {
		orders = append(orders, game.Order{Round: x.Round, Phase: x.Phase, Action: x.Action, Max: -1})
	}
	slices.SortStableFunc(list, func(a, b game.Prospect) int { return cmp.Or(a.Round-b.Round, int(a.Phase)-int(b.Phase)) })
	return list, orders
}

// What standing orders can do with a decision that was tried.
const (
	MayOrderTried  = iota
	TriedNow       // it is open at the table
	TriedAfterDraw // it depends on what is drawn
	TriedKinds
)

// TriedOrders is what was tried of a seat's decisions, as standing orders.
type TriedOrders struct {
	Link   string // of the form with those that can be ordered, "" for none
	Groups []TriedGroup
}

// TriedGroup has decisions with which standing orders can do the same.
type TriedGroup struct {
	Says template.HTML
	List []template.HTML
}

// NewTriedOrders sorts decisions that were tried at a table; nil if there are none or the
// seat has nobody to wait for.
func NewTriedOrders(t *Trial, snap *game.Snapshot, tried [TriedKinds][]game.Prospect) *TriedOrders {
	if OrderSeat(snap, t.You) != t.You {
		return nil
	}
	p := &TriedOrders{}
	for kind, list := range tried {
		if len(list) == 0 {
			continue
		}
		g := TriedGroup{Says: t.T([]string{"page.try.orders_can", "page.try.orders_now", "page.try.orders_later"}[kind])}
		for _, x := range list {
			g.List = append(g.List, t.tint(t.Printer.Choice(x.Choice).HTML))
		}
		p.Groups = append(p.Groups, g)
	}
	if len(p.Groups) == 0 {
		return nil
	}
	if len(tried[MayOrderTried]) > 0 {
		p.Link = "/t/" + snap.ID + "/orders?" + url.Values{"seat": {strconv.Itoa(t.You)}, "from": {strconv.Itoa(t.From)}, "try": {t.Tried}}.Encode()
	}
	return p
}

// add adds what may be open to the seat to a phase.
func (phase *PlanPhase) add(l *Localizer, x *game.Prospect) {
	k := slices.IndexFunc(phase.Groups, func(g PlanGroup) bool { return g.ID == x.Choice.Group })
	if k < 0 {
		k = len(phase.Groups)
		phase.Groups = append(phase.Groups, PlanGroup{ID: x.Choice.Group, Title: l.Plain("choice.group." + x.Choice.Group)})
	}
	g := &phase.Groups[k]
	g.Choices = append(g.Choices, PlanChoice{int(x.Action), l.tint(l.Printer.Choice(x.Choice).HTML), x.Price})
	phase.Costs = phase.Costs || x.Price > 0
}

// Ordered is how many standing orders the viewer has given for the seat that may.
func (t *Table) Ordered() int { return len(t.You.Orders[OrderSeat(t.snap, -1)]) }

// order adds an order that the seat has, also one that was not found to be possible.
func (p *OrderForm) order(l *Localizer, o game.Order) {
	i := slices.IndexFunc(p.Phases, func(x PlanPhase) bool { return x.Round == o.Round && x.Phase == int(o.Phase) })
	if i < 0 {
		i = len(p.Phases)
		p.Phases = append(p.Phases, PlanPhase{Round: o.Round, Phase: int(o.Phase), Title: l.thing(view.PhaseThing(int(o.Phase)))})
	}
	phase := &p.Phases[i]
	if phase.choice(int(o.Action)) == nil {
		before := PlanChoice{int(o.Action), l.T("pace.orders.before"), 0}
		phase.Groups = append(phase.Groups, PlanGroup{Choices: []PlanChoice{before}})
	}
	phase.Rows = append(phase.Rows, PlanRow{Place: len(phase.Rows), Action: int(o.Action), Max: o.Max})
}

// choice is the choice with an action, nil if there is none.
func (phase *PlanPhase) choice(action int) *PlanChoice {
	for _, g := range phase.Groups {
		if i := slices.IndexFunc(g.Choices, func(c PlanChoice) bool { return c.Action == action }); i >= 0 {
			return &g.Choices[i]
		}
	}
	return nil
}

// Type puts an order into a row that a person typed there, beside the one that is kept.
func (phase *PlanPhase) Type(l *Localizer, place, action, most int) {
	if folded := place + 1 - len(phase.Rows); folded > 0 && action >= 0 {
		phase.Rows, phase.More = append(phase.Rows, phase.More[:folded]...), phase.More[folded:]
	}
	if place >= len(phase.Rows) {
		return // nothing typed, nothing kept
	}
	row := &phase.Rows[place]
	if row.Action != action || row.Max != most {
		row.Kept = l.T("pace.orders.wake")
		if c := phase.choice(row.Action); c != nil {
			row.Kept = c.Text
		}
		if row.Max >= 0 {
			row.Kept += " (" + l.T("pace.orders.price", "n", row.Max) + ")"
		}
	}
	row.Action, row.Max = action, most
}

// MayTakeAlong reports whether the viewer may take the game along.
func (t *Table) MayTakeAlong() bool { return t.snap.MayTakeAlong(game.Actor{Seats: t.You.Seats}) }

// Along reports whether the game was taken along.
func (t *Table) Along() bool { return t.snap.Frozen != nil && t.snap.Frozen.Key == game.FrozenAlong }

// MayOrder reports whether the viewer has a seat that can give standing orders.
func (t *Table) MayOrder() bool { return OrderSeat(t.snap, -1) >= 0 }

// MaySit reports whether the viewer, who has no seat, may take one in the lobby.
func (t *Table) MaySit() bool {
	return t.snap.Public && len(t.You.Seats)+len(t.You.Kept) == 0 && !t.Over && game.FreeSeat(t.snap.Seats) >= 0
}

// MayInvite reports whether the table waits for a free seat to which the viewer can
// invite somebody.
func (t *Table) MayInvite() bool {
	if t.snap.ToAct < 0 || len(t.snap.You.Seats) == 0 {
		return false
	}
	seat := t.snap.Seats[t.snap.ToAct]
	return seat.Kind == game.Open && seat.ByHand()
}

// OrderSeat is the seat of the viewer's that gives orders: the one wished for, else
// the first; -1 for none.
func OrderSeat(snap *game.Snapshot, wish int) int {
	if snap.ToAct < 0 || snap.Deal == game.Lesson || snap.Deal == game.Entered {
		return -1
	}
	people, seat := 0, -1
	for k, s := range snap.Seats {
		if s.ByHand() {
			people++
		}
		for _, own := range snap.You.Seats {
			if own == k && s.ByHand() && s.Kind == game.Person && (seat < 0 || k == wish) {
				seat = k
			}
		}
	}
	if people < 2 { // nobody to wait for
		return -1
	}
	return seat
}
