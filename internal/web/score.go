package web

import (
	"html/template"
	"net/http"
	"strconv"

	"ruhr/view"
)

// scorePage is the score sheet, each line explained.
type scorePage struct {
	base
	Link    string
	Over    bool
	Head    template.HTML
	Winners template.HTML // who has won, once the game is over
	Players []scorePlayer
	Lines   []scoreLine
	Chart   template.HTML
}

type scorePlayer struct {
	Name           string
	Sign           int
	Game, VP, Rank int
	Won            bool
}

// scoreLine is a line of the sheet: its name, what each seat gets and why.
type scoreLine struct {
	Name template.HTML
	Rule string
	VP   []string
	Why  []template.HTML
}

func (s *server) scoreTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.score(w, r, gm)
	}
}

// score writes the score sheet of a game as it stands at its last position.
func (s *server) score(w http.ResponseWriter, r *http.Request, gm *game) {
	last := &gm.h.Steps[gm.h.Len()].State
	sheet := view.SheetOf(gm.h.Game, last)
	pos := gm.h.At(gm.h.Len())
	p := scorePage{base: s.newBase(r, "table", "page.score.title"), Link: gm.link, Over: pos.Over}
	p.Styles = []string{"css/site.css"}
	p.tongue = p.seated(gm.names, gm.signs)
	p.Head = p.T("page.score.running")
	if p.Over {
		p.Head = p.T("page.score.title")
		p.Winners = p.winners(sheet)
	}
	for k, seat := range sheet.Seats {
		p.Players = append(p.Players, scorePlayer{gm.names[k], gm.signs[k], seat.Game, seat.VP, seat.Rank, seat.Rank == 1 && p.Over})
		for l, line := range seat.Lines {
			name, why := p.SheetLine(line)
			if k == 0 {
				p.Lines = append(p.Lines, scoreLine{Name: name.HTML, Rule: line.Rule})
			}
			p.Lines[l].VP = append(p.Lines[l].VP, figure(line.VP))
			p.Lines[l].Why = append(p.Lines[l].Why, why.HTML)
		}
	}
	sc := &scenery{base: p.base, Pos: pos, Signs: gm.signs}
	p.Chart = sc.chart(gm.h, gm.h.Len())
	s.show(w, r, http.StatusOK, "score", &p)
}

// figure writes a number with a true minus.
func figure(n int) string {
	if n < 0 {
		return signed(n)
	}
	return strconv.Itoa(n)
}

// winners says who has won, and with how many points.
func (t *tongue) winners(sheet view.Sheet) template.HTML {
	var who []view.Who
	for _, k := range sheet.Winners {
		who = append(who, view.Who(k))
	}
	vp := sheet.Seats[sheet.Winners[0]].VP
	if len(who) == 1 {
		return t.T("page.over.one", "seat", who[0], "n", vp)
	}
	return t.T("page.over.shared", "seats", who, "n", vp)
}
