package library

import (
	"html/template"
	"net/http"

	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// besidePage compares two games of the same deal.
type besidePage struct {
	*page.Localizer
	kernel.Base
	*page.Beside
	Back     string // the address of what the games belong to
	BackText template.HTML
}

// Beside compares the finished games of two tables that had the same deal, at a seat, with
// the reviews that there are.
func (s *Library) Beside(w http.ResponseWriter, r *http.Request, tables [2]*game.Snapshot, seat int) {
	b := s.NewBase(r, "table", "day.beside.title")
	var games [2]*page.Game
	var reviews [2]*coach.Review
	for i, snap := range tables {
		var err error
		if reviews[i], err = s.Service.KeptReview(r.Context(), snap.ID, &snap.History.Game); err != nil {
			s.Fault(r, "review of a table", err)
		}
		games[i] = page.GameOf(b.Localizer, snap)
	}
	p := page.NewBeside(b.Localizer, games, reviews, seat)
	back, text := "/t/"+tables[0].ID, b.T("fair.back")
	switch snap := tables[0]; {
	case snap.Tournament != "":
		back, text = "/tournament/"+snap.Tournament, b.T("tournament.back")
	case snap.Common != nil:
		back, text = "/day/"+snap.Common.Day, b.T("day.title")
	}
	s.Show(w, r, http.StatusOK, "beside", &besidePage{b.Localizer, b, p, back, text})
}
