package page

import (
	"cmp"
	"html/template"
	"slices"

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

// NewOrderForm makes the form of a seat's standing orders.
func NewOrderForm(l *Localizer, snap *game.Snapshot, seat int, list []game.Prospect) *OrderForm {
	names, signs := SeatNames(snap)
	p := &OrderForm{Seat: seat, Name: names[seat], Sign: signs[seat]}
	for _, k := range snap.You.AskAll {
		p.AskAll = p.AskAll || k == seat
	}
	for _, x := range list {
		n := len(p.Phases)
		if n == 0 || p.Phases[n-1].Phase != int(x.Phase) || p.Phases[n-1].Round != x.Round {
			p.Phases = append(p.Phases, PlanPhase{Round: x.Round, Phase: int(x.Phase), Title: l.thing(view.PhaseThing(int(x.Phase)))})
			n++
		}
		p.Phases[n-1].add(l, &x)
	}
	for _, o := range snap.You.Orders[seat] {
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

// add adds what may be open to the seat to a phase.
func (phase *PlanPhase) add(l *Localizer, x *game.Prospect) {
	k := slices.IndexFunc(phase.Groups, func(g PlanGroup) bool { return g.ID == x.Choice.Group })
	if k < 0 {
		k = len(phase.Groups)
		phase.Groups = append(phase.Groups, PlanGroup{ID: x.Choice.Group, Title: l.Plain("choice.group." + x.Choice.Group)})
	}
	g := &phase.Groups[k]
	g.Choices = append(g.Choices, PlanChoice{int(x.Action), l.tint(l.Choice(x.Choice).HTML), x.Price})
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

// MayInvite reports whether the table waits for a free seat to which the viewer can
// invite somebody.
func (t *Table) MayInvite() bool {
	return t.snap.ToAct >= 0 && t.snap.Seats[t.snap.ToAct].Kind == game.Open && len(t.snap.You.Seats) > 0
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
