package web

import (
	"html/template"

	"ruhr/internal/table"
	"ruhr/view"
)

// whyPage says what can be done with an element of the board, and why not.
type whyPage struct {
	scenery
	Head  template.HTML
	Lines []whyLine
	Texts []template.HTML // what it means, of what is no choice
	Year  string          // the year of a historical note on it, "" for none
}

// whyLine is an action and why it is not possible; Why is empty where it is.
type whyLine struct {
	Name, Why, Fix template.HTML
	Rule           string
}

// ask fills the page for an element of the board.
func (p *whyPage) ask(snap *table.Snapshot, t view.Target) {
	p.Head = p.headOf(t)
	p.explain(t)
	s := &snap.State
	if snap.Over {
		return
	}
	for _, a := range view.ActionsAt(snap.Game, s, t) {
		said := p.Choice(view.Describe(snap.Game, s, a))
		line := whyLine{Name: p.tint(said.HTML)}
		if no := view.WhyNot(snap.Game, s, a); no != nil {
			r := p.Refusal(no)
			line.Why, line.Fix, line.Rule = p.tint(r.Why.HTML), p.tint(r.Fix.HTML), r.Rule
		}
		p.Lines = append(p.Lines, line)
	}
}

// headOf names an element and what is there.
func (p *whyPage) headOf(t view.Target) template.HTML {
	switch t.Kind {
	case "space":
		for i := range p.Pos.Spaces {
			if sp := &p.Pos.Spaces[i]; sp.ID == t.ID {
				return p.thing(sp.Thing())
			}
		}
	case "depot":
		for _, d := range p.Pos.Depots {
			if d.ID == t.ID {
				return p.thing(view.DepotThing(d.Territory))
			}
		}
	case "column":
		return p.thing(view.ColumnThing(t.ID))
	case "option":
		return p.thing(view.OptionThing(t.ID))
	case "progress":
		return p.thing(view.ProgressThing(t.ID))
	}
	return ""
}
