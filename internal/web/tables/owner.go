package tables

import (
	"errors"
	"net/http"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// owner handles the owner's commands: freeing a seat, handing the table over and naming it.
func (s *Tables) owner(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	what := r.PostForm.Get("do")
	k, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil && what != "name" {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayChange(w, r, c) {
		return
	}
	switch what {
	case "name":
		_, err = s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.NameTable(r.PostForm.Get("table")))
	case "remove":
		_, err = s.Service.Remove(r.Context(), kernel.Browser(r), c.id, c.at, c.key, k)
	case "hand":
		err = s.Service.HandOver(r.Context(), kernel.Browser(r), c.id, c.at, k)
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if errors.Is(err, game.ErrStale) || errors.Is(err, game.ErrTableName) { // e.g. somebody else sits there now
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
