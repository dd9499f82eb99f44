package tables

import (
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/view"
)

// whyPage explains an element of the board.
type whyPage struct {
	*page.Localizer
	kernel.Base
	*page.Why
}

// why explains an element of the board, and why its action is not possible now.
func (s *Tables) why(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.Position(r, id)
	if err == nil && snap.Game == nil {
		err = game.ErrFrozen
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	b := s.NewBase(r, "table", "page.why.title")
	q := r.URL.Query()
	p := page.NewWhy(b.Localizer, snap, view.Target{Kind: q.Get("kind"), ID: q.Get("id")})
	s.Show(w, r, http.StatusOK, "why", &whyPage{p.Localizer, b, p})
}
