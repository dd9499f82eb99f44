package web

import (
	"html/template"

	"ruhr/internal/table"
	"ruhr/view"
)

// thoughtView is what an opponent considered of a decision it has taken.
type thoughtView struct {
	Title template.HTML
	Lines []thoughtLine
	Note  template.HTML // what the figures mean; empty where there are none
}

// thoughtLine is a choice it had, the best first.
type thoughtLine struct {
	Name, Says template.HTML
	Taken      bool
}

// thoughtsOn puts into words what was considered of decision n of a game, from
// 0; nil where nothing is known.
func (sc *scenery) thoughtsOn(h *view.History, n int, of table.Reasons) *thoughtView {
	if len(of.Best) == 0 {
		return nil
	}
	took := h.Steps[n+1]
	names := map[int]template.HTML{}
	for _, c := range view.Choices(h.Game, h.Codec, &h.Steps[n].State) {
		names[c.Action] = sc.tint(sc.Choice(c).HTML)
	}
	out := &thoughtView{Title: sc.tint(sc.T("page.thought.title", "seat", view.Who(took.Seat)))}
	told := figuresOf(of.Best)
	for _, c := range of.Best {
		l := thoughtLine{Name: names[int(c.Action)], Taken: int(c.Action) == took.Action}
		if l.Name == "" || !l.Taken && (len(out.Lines) >= mostHints || told.rare(c) && len(out.Lines) > 1) {
			continue
		}
		l.Says = sc.expected(c, took.Seat, told, "page.thought.")
		out.Lines = append(out.Lines, l)
	}
	if len(out.Lines) == 0 { // the game has gone another way meanwhile
		return nil
	}
	out.Note = sc.explained(told, "page.thought.note", of.Playouts)
	return out
}
