package page

import (
	"html/template"

	"ruhr/view"
)

// Phase is one of the seven phases of a round (ORDER-1) as the band shows
// it: where the round is, and in the phase at hand the order of the seats.
type Phase struct {
	Number int
	Short  template.HTML // a word
	Name   template.HTML // as the rules name it
	State  string        // "was", "now", or "" for one that is still to come
	Order  []PhaseTurn   // of the phase at hand
}

// PhaseTurn is a seat's place in the order of the phase.
type PhaseTurn struct {
	Sign int
	Name string
	Now  bool // the seat is asked
}

const phaseCount = 7

// where is the round with its year and, while the game goes on, its phase in a word.
func (c *Context) where() template.HTML {
	p := &c.Pos
	round := c.T("page.table.round", "round", p.Round, "year", c.Printer.Year(p.Year))
	if p.Over {
		return round
	}
	return round + " · " + c.Printer.ThingHTML(view.PhaseThing(p.Phase), "short")
}

// phases shows where the round is. asked is the seat that the table waits for;
// it may still have to hand over when the next one is to decide.
func (c *Context) phases(asked int) []Phase {
	out := make([]Phase, phaseCount)
	for k := range out {
		n := k + 1
		p := &out[k]
		*p = Phase{Number: n, Short: c.Printer.ThingHTML(view.PhaseThing(n), "short"), Name: c.thing(view.PhaseThing(n))}
		switch {
		case n < c.Pos.Phase:
			p.State = "was"
		case n == c.Pos.Phase:
			p.State = "now"
			for _, turn := range c.Pos.Order {
				p.Order = append(p.Order, PhaseTurn{c.Signs[turn.Seat], c.Names[turn.Seat], turn.Seat == asked})
			}
		}
	}
	return out
}
