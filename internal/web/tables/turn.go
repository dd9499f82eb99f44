package tables

import (
	"net/http"
	"strconv"

	"ruhr/internal/game"
)

// turn handles undo and ending the turn.
func (s *Tables) turn(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	if r.PostForm.Has("confirm") {
		snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.Confirm())
		s.answer(w, r, c, snap, err)
		return
	}
	to, err := strconv.Atoi(r.PostForm.Get("undo"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayUndo(w, r, c) {
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.Undo(to))
	s.answer(w, r, c, snap, err)
}
