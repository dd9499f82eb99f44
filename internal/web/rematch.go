package web

import (
	"net/http"

	"ruhr/internal/store"
)

// rematch sits the same people down at a new table.
func (s *server) rematch(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who := s.actor(r, id)
	next, err := s.service.Again(r.Context(), id, who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	me := store.HashOf(browser(r))
	for _, k := range who.Seats {
		if err := s.store.Grant(r.Context(), me, store.Place{Table: next, Seat: k}); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}
