package tables

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// owner handles the owner's commands: freeing a seat and handing over the table.
func (s *Tables) owner(w http.ResponseWriter, r *http.Request) {
	c, k, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	var err error
	what := r.PostForm.Get("do")
	switch what {
	case "remove":
		_, err = s.Service.Remove(r.Context(), kernel.Browser(r), c.id, c.at, c.key, k)
	case "hand":
		err = s.Service.HandOver(r.Context(), kernel.Browser(r), c.id, c.at, k)
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if errors.Is(err, game.ErrStale) { // somebody else sits there now
		s.showShare(w, r, err)
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.LogOf(r).Info("owner", "do", what, "table", table.ShortID(c.id), "seat", k)
	http.Redirect(w, r, "/t/"+c.id+"/share", http.StatusSeeOther)
}
