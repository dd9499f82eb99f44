package web

import "net/http"

// rematch starts a new table with the same people.
func (s *server) rematch(w http.ResponseWriter, r *http.Request) {
	next, err := s.service.RematchFor(r.Context(), browser(r), r.PathValue("id"), partOf(r))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.applyQuietHours(r, next)
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}
