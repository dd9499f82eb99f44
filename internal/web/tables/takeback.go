package tables

import (
	"net/http"
	"strconv"

	"ruhr/internal/game"
)

// takeback handles requests to take something back and the answers to them.
func (s *Tables) takeback(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	k, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayUndo(w, r, c) {
		return
	}
	var do game.Command
	switch r.PostForm.Get("do") {
	case "ask":
		do = game.AskTakeback(k)
	case "agree", "refuse":
		do = game.AnswerTakeback(k, r.PostForm.Get("do") == "agree")
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, do)
	s.answer(w, r, c, snap, err)
}
