package tables

import (
	"net/http"

	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// rematch starts a new table with the same people.
func (s *Tables) rematch(w http.ResponseWriter, r *http.Request) {
	next, err := s.Service.RematchFor(r.Context(), kernel.Browser(r), r.PathValue("id"), partOf(r))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.ApplyQuietHours(r, kernel.Browser(r), next)
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}

// keptSeats takes the seats that are kept for the visitor, or declines them.
func (s *Tables) keptSeats(w http.ResponseWriter, r *http.Request) {
	id, back := r.PathValue("id"), r.PathValue("id")
	var err error
	what := r.PostForm.Get("do")
	switch what {
	case "take":
		err = s.Service.TakeKept(r.Context(), kernel.Browser(r), id)
	case "decline":
		err = s.Service.Decline(r.Context(), kernel.Browser(r), id)
		if from := r.PostForm.Get("from"); table.ValidID(from) {
			back = from // the finished table, where they are
		}
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.LogOf(r).Info("kept seat", "do", what, "table", table.ShortID(id))
	if what == "take" {
		s.ApplyQuietHours(r, kernel.Browser(r), id)
	}
	http.Redirect(w, r, "/t/"+back, http.StatusSeeOther)
}
