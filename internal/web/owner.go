package web

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/table"
)

// owner handles the owner's commands: freeing a seat and handing over the table.
func (s *server) owner(w http.ResponseWriter, r *http.Request) {
	c, k, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	var err error
	what := r.PostForm.Get("do")
	switch what {
	case "remove":
		_, err = s.service.Remove(r.Context(), browser(r), c.id, c.at, c.key, k)
	case "hand":
		err = s.service.HandOver(r.Context(), browser(r), c.id, c.at, k)
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if errors.Is(err, game.ErrStale) { // somebody else sits there now
		s.showShare(w, r, k, err)
		return
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.logOf(r).Info("owner", "do", what, "table", table.ShortID(c.id), "seat", k)
	http.Redirect(w, r, "/t/"+c.id+"/share", http.StatusSeeOther)
}
