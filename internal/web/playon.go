package web

import (
	"net/http"
	"strconv"
)

// playOn starts a new table from a position of a finished game.
func (s *server) playOn(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PostFormValue("n"))
	seat, err2 := strconv.Atoi(r.PostFormValue("seat"))
	if err != nil || err2 != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	level, name := oneOf(r.PostFormValue("level"), s.levels), localizerOf(r).Plain("page.name.me")
	next, err := s.service.PlayOnFor(r.Context(), s.knownBrowser(w, r), r.PathValue("id"), n, seat, level, name)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}
