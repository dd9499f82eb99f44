package page

import (
	"html/template"

	"ruhr/bot/analysis"
	"ruhr/view"
)

// Considered is what a computer player considered of a decision it has taken.
type Considered struct {
	Title template.HTML
	Lines []ConsideredLine
	Note  template.HTML // what the figures mean; empty where there are none
}

// ConsideredLine is a choice it had, the best first.
type ConsideredLine struct {
	Name  template.HTML
	Says  template.HTML // empty where all were tried too rarely
	Taken bool
}

// consideredOf puts into words what was considered at decision n of a game,
// from 0. It returns nil if nothing is known.
func (c *Context) consideredOf(h *view.History, n int, of analysis.Analysis) *Considered {
	if len(of.Candidates) == 0 {
		return nil
	}
	took, l := h.Steps[n+1], c.at(c.number(n+1))
	names := map[int]template.HTML{}
	for _, choice := range view.Choices(h.Rules, h.Codec, h.After(n)) {
		names[choice.Action] = l.tint(l.Printer.Choice(choice).HTML)
	}
	out := &Considered{Title: l.T("page.thought.title", "seat", view.SeatRef(took.Seat))}
	known := figuresOf(&of)
	for _, best := range of.Candidates {
		l := ConsideredLine{Name: names[int(best.Action)], Taken: best.Action == took.Action}
		if l.Name == "" || !l.Taken && (len(out.Lines) >= mostHints || known.rare(best) && len(out.Lines) > 1) {
			continue
		}
		if !known.few {
			l.Says = c.expected(best, took.Seat, known, "page.thought.")
		}
		out.Lines = append(out.Lines, l)
	}
	if len(out.Lines) == 0 { // the game has taken another course meanwhile
		return nil
	}
	if out.Note = c.explained(known, "page.thought.note", of.Playouts); known.few {
		out.Note = c.T("page.thought.few", "n", of.Playouts)
	}
	return out
}
