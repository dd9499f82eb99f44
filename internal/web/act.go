package web

import (
	"net/http"
	"strconv"

	"ruhr/rules"
)

// act plays a decision.
func (s *server) act(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	n, err := strconv.ParseUint(r.PostForm.Get("action"), 10, 8)
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.service.Act(r.Context(), c.id, c.who, c.at, c.key, rules.Action(n))
	s.answer(w, r, c, snap, err)
}
