package library

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// reviewPage says where the results of a game came from.
type reviewPage struct {
	*page.Localizer
	kernel.Base
	*page.Review
}

// Review shows the review of a game that is over; posted, it begins to make it.
// While it is made, the page comes again. id is that of the game's table, if it was
// played at one.
func (s *Library) Review(w http.ResponseWriter, r *http.Request, gm *page.Game, id string) {
	if r.Method == http.MethodPost {
		if err := s.Service.Review(r.Context(), gm.Review, id, &gm.History.Game); err != nil {
			s.Refuse(w, r, err)
			return
		}
		http.Redirect(w, r, gm.Review, http.StatusSeeOther)
		return
	}
	made, under, err := s.Service.Reviewed(r.Context(), gm.Review, id, &gm.History.Game)
	if errors.Is(err, game.ErrNotOver) {
		s.Refuse(w, r, err)
		return
	}
	if err != nil {
		s.LogOf(r).Error("review failed", "error", err)
	}
	if under {
		w.Header().Set("Refresh", "3")
	}
	b := s.NewBase(r, "table", "page.review.title")
	p := page.NewReview(b.Localizer, gm, made, under, err != nil)
	s.Show(w, r, http.StatusOK, "review", &reviewPage{p.Localizer, b, p})
}
