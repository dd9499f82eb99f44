package web

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
)

// reviewPage says where the results of a game came from.
type reviewPage struct {
	*page.Localizer
	base
	*page.Review
}

func (s *server) reviewTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.review(w, r, gm, r.PathValue("id"))
	}
}

func (s *server) reviewOpened(w http.ResponseWriter, r *http.Request) {
	if gm := s.openedGame(w, r); gm != nil {
		s.queued(func(w http.ResponseWriter, r *http.Request) { s.review(w, r, gm, "") })(w, r)
	}
}

// review shows the review of a game that is over; posted, it begins to make it.
// While it is made, the page comes again. id is that of the game's table, if it was
// played at one.
func (s *server) review(w http.ResponseWriter, r *http.Request, gm *page.Game, id string) {
	if r.Method == http.MethodPost {
		if err := s.service.Review(r.Context(), gm.Review, id, &gm.History.Game); err != nil {
			s.refuse(w, r, err)
			return
		}
		http.Redirect(w, r, gm.Review, http.StatusSeeOther)
		return
	}
	made, under, err := s.service.Reviewed(r.Context(), gm.Review, id, &gm.History.Game)
	if errors.Is(err, game.ErrNotOver) {
		s.refuse(w, r, err)
		return
	}
	if err != nil {
		s.logOf(r).Error("review failed", "error", err)
	}
	if under {
		w.Header().Set("Refresh", "4")
	}
	b := s.newBase(r, "table", "page.review.title")
	p := page.NewReview(b.Localizer, gm, made, under, err != nil)
	s.show(w, r, http.StatusOK, "review", &reviewPage{p.Localizer, b, p})
}
