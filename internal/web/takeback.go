package web

import (
	"net/http"
	"strconv"

	"ruhr/internal/table"
)

// takeback handles requests to take something back and the answers to them.
func (s *server) takeback(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	k, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayUndo(w, r, c) {
		return
	}
	var snap *table.Snapshot
	switch r.PostForm.Get("do") {
	case "ask":
		snap, err = s.service.AskTakeback(r.Context(), c.id, c.who, c.at, c.key, k)
	case "agree", "refuse":
		snap, err = s.service.AnswerTakeback(r.Context(), c.id, c.who, c.at, c.key, k, r.PostForm.Get("do") == "agree")
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	s.answer(w, r, c, snap, err)
}
