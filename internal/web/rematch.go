package web

import (
	"net/http"

	"ruhr/internal/table"
)

// rematch starts a new table with the same people.
func (s *server) rematch(w http.ResponseWriter, r *http.Request) {
	next, err := s.service.RematchFor(r.Context(), browser(r), r.PathValue("id"), partOf(r))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.applyQuietHours(r, browser(r), next)
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}

// keptSeats takes the seats that are kept for the visitor, or declines them.
func (s *server) keptSeats(w http.ResponseWriter, r *http.Request) {
	if !s.parse(w, r) {
		return
	}
	id, back := r.PathValue("id"), r.PathValue("id")
	var err error
	what := r.PostForm.Get("do")
	switch what {
	case "take":
		err = s.service.TakeKept(r.Context(), browser(r), id)
	case "decline":
		err = s.service.Decline(r.Context(), browser(r), id)
		if from := r.PostForm.Get("from"); table.ValidID(from) {
			back = from // the finished table, where they are
		}
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.logOf(r).Info("kept seat", "do", what, "table", table.ShortID(id))
	if what == "take" {
		s.applyQuietHours(r, browser(r), id)
	}
	http.Redirect(w, r, "/t/"+back, http.StatusSeeOther)
}
