package library

import (
	"errors"
	"net/http"

	"ruhr/internal/fair"
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

// asked is what the address of an opened game's review has once it was asked for.
const asked = "?asked=1"

// Review shows the review of a game that is over; posted, it begins to make it.
// While it is made, the page comes again. id is that of the game's table, if it was
// played at one.
func (s *Library) Review(w http.ResponseWriter, r *http.Request, gm *page.Game, id string) {
	client, g, at := kernel.CallerOf(r).Address, &gm.History.Game, gm.Review
	if r.Method == http.MethodPost {
		if err := s.Service.Review(r.Context(), client, gm.Review, id, g); err != nil {
			s.Refuse(w, r, err)
			return
		}
		if id == "" {
			at += asked
		}
		http.Redirect(w, r, at, http.StatusSeeOther)
		return
	}
	made, err := s.Service.Reviewed(r.Context(), client, gm.Review, id, g)
	if errors.Is(err, game.ErrNotOver) {
		s.Refuse(w, r, err)
		return
	}
	if id == "" && r.FormValue("asked") != "" && err == nil && made.Review == nil && !made.Under && s.Limits.May(fair.Make, client, "") {
		// Another process was asked, or this one before it began again.
		if err = s.Service.Review(r.Context(), client, gm.Review, id, g); err == nil {
			made, err = s.Service.Reviewed(r.Context(), client, gm.Review, id, g)
		} else if errors.Is(err, game.ErrBusy) {
			made.Under, err = true, nil
		}
	}
	if err != nil {
		s.LogOf(r).Error("review failed", "error", err)
	}
	b := s.NewBase(r, "table", "page.review.title")
	if made.Under {
		b.ComeAgain(3)
	}
	p := page.NewReview(b.Localizer, gm, made.Review, page.Making{Under: made.Under, Before: made.Before, Failed: err != nil})
	s.Show(w, r, http.StatusOK, "review", &reviewPage{p.Localizer, b, p})
}
