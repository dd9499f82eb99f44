package tables

import (
	"net/http"

	"ruhr/internal/game"
)

// act plays a decision.
func (s *Tables) act(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	a, err := game.ParseAction(r.PostForm.Get("action"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.Act(a))
	s.answer(w, r, c, snap, err)
}
