package web

import (
	"net/http"
	"strconv"

	"ruhr/internal/table"
)

// seat gives a seat to a computer player, takes it back, exchanges the
// computer player or renames the seat; at a table with clocks it waits for one,
// resigns it or sends its person on vacation.
func (s *server) seat(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	k, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayChange(w, r, c) {
		return
	}
	level := oneOf(r.PostForm.Get("level"), s.levels)
	var snap *table.Snapshot
	switch r.PostForm.Get("do") {
	case "give":
		snap, err = s.service.GiveToBot(r.Context(), c.id, c.who, c.at, c.key, k, level)
	case "take":
		snap, err = s.service.TakeBack(r.Context(), c.id, c.who, c.at, c.key, k)
	case "level":
		snap, err = s.service.SetLevel(r.Context(), c.id, c.who, c.at, c.key, k, level)
	case "rename":
		snap, err = s.service.Rename(r.Context(), c.id, c.who, c.at, c.key, k, r.PostForm.Get("name"))
	case "wait":
		snap, err = s.service.Wait(r.Context(), c.id, c.who, c.at, c.key, k)
	case "resign":
		snap, err = s.service.Resign(r.Context(), c.id, c.who, c.at, c.key, k)
	case "away", "back":
		days, _ := strconv.Atoi(r.PostForm.Get("days")) // none is back again
		if r.PostForm.Get("do") == "back" {
			days = 0
		}
		snap, err = s.service.AwayFor(r.Context(), c.id, c.who, c.at, c.key, k, days)
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	s.answer(w, r, c, snap, err)
}
