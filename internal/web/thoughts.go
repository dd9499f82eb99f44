package web

import (
	"html/template"

	"ruhr/bot"
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
func (sc *scenery) thoughtsOn(h *view.History, n int, list []bot.Considered) *thoughtView {
	if len(list) == 0 {
		return nil
	}
	took := h.Steps[n+1]
	names := map[int]template.HTML{}
	for _, c := range view.Choices(h.Game, h.Words, &h.Steps[n].State) {
		names[c.Action] = sc.tint(sc.Choice(c).HTML)
	}
	out := &thoughtView{Title: sc.tint(sc.T("page.thought.title", "seat", view.Who(took.Seat)))}
	sure, playouts := workedOut(list), 0
	for _, c := range list {
		playouts += c.Playouts
		l := thoughtLine{Name: names[int(c.Action)], Taken: int(c.Action) == took.Action}
		rare := c.Playouts < fewTries && !sure
		switch {
		case l.Name == "": // the game has gone another way meanwhile
			continue
		case !l.Taken && (len(out.Lines) >= mostHints || rare && len(out.Lines) > 1):
			continue
		case !rare:
			l.Says = sc.expected(c, took.Seat, sure, "page.thought.")
		default:
			l.Says = sc.T("page.hint.rare")
		}
		out.Lines = append(out.Lines, l)
	}
	out.Note = sc.T("page.thought.note", "n", playouts)
	if sure {
		out.Note = sc.T("page.hint.sure")
	}
	return out
}
