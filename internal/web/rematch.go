package web

import "net/http"

// rematch sits the same people down at a new table.
func (s *server) rematch(w http.ResponseWriter, r *http.Request) {
	next, err := s.service.RematchFor(r.Context(), browser(r), r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}
