package page

import (
	"fmt"
	"html/template"
	"slices"

	"ruhr/internal/table"
	"ruhr/view"
)

// Why says of an element of the board what can be done with it, and why not.
type Why struct {
	*Localizer
	ID    string // of the table
	Head  template.HTML
	Lines []WhyLine
	Texts []template.HTML // what it means, of what is no choice
	Year  string          // the year of a historical note on it, "" for none
	Note  string          // the id of another historical note, "" for none
}

// WhyLine is an action and why it is not possible; Why is empty where it is.
type WhyLine struct {
	Name, Why, Fix template.HTML
	Rule           string
}

// NewWhy answers for an element of the board; one that is not there has no head.
func NewWhy(l *Localizer, snap *table.Snapshot, t view.Target) *Why {
	names, signs := SeatNames(snap)
	c := NewContext(l, view.Of(snap.Game, &snap.State), names, signs)
	p := &Why{Localizer: c.Localizer, ID: snap.ID, Head: c.headOf(t)}
	c.explain(p, t)
	p.Note = c.noteOn(t)
	if snap.Over {
		return p
	}
	for _, a := range view.ActionsAt(snap.Game, &snap.State, t) {
		said := c.Choice(view.Describe(snap.Game, &snap.State, a))
		line := WhyLine{Name: c.tint(said.HTML)}
		if no := view.WhyNot(snap.Game, &snap.State, a); no != nil {
			r := c.Refusal(no)
			line.Why, line.Fix, line.Rule = c.tint(r.Why.HTML), c.tint(r.Fix.HTML), r.Rule
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

// headOf names an element and what is there.
func (c *Context) headOf(t view.Target) template.HTML {
	switch t.Kind {
	case "space":
		for i := range c.Pos.Spaces {
			if sp := &c.Pos.Spaces[i]; sp.ID == t.ID {
				return c.thing(sp.Thing())
			}
		}
	case "depot":
		for _, d := range c.Pos.Depots {
			if d.ID == t.ID {
				return c.thing(view.DepotThing(d.Territory))
			}
		}
	case "column":
		return c.thing(view.ColumnThing(t.ID))
	case "option":
		return c.thing(view.OptionThing(t.ID))
	case "progress":
		return c.thing(view.ProgressThing(t.ID))
	}
	return ""
}

// explain fills in what lies around the river and is no choice: what
// it is called, what it means, and the year whose note says more.
func (c *Context) explain(p *Why, target view.Target) {
	switch target.Kind {
	case "year":
		k := slices.IndexFunc(c.Pos.Years, func(y view.Year) bool { return fmt.Sprint(y.Year) == target.ID })
		if k < 0 {
			return
		}
		y := c.years(&c.Pos)[k]
		p.Head, p.Texts = y.Name, y.Events
		if y.Note {
			p.Year = y.Year
		}
	case "stage":
		if slices.ContainsFunc(c.Pos.Track.Stages, func(s view.Stage) bool { return s.ID == target.ID }) {
			p.Head, p.Texts = c.thing(stageThing(target.ID)), []template.HTML{c.T("symbol.arrow.text")}
		}
	case "export":
		p.Head, p.Texts = c.T("symbol.export.name"), []template.HTML{c.T("symbol.export.text")}
	}
}
