package library

import (
	"net/http"

	"ruhr/internal/web/kernel"
)

// record sends a table's record up to the position the table has reached.
func (s *Library) record(w http.ResponseWriter, r *http.Request) {
	who, err := s.Actor(r, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	rec, err := s.Service.Record(r.Context(), r.PathValue("id"), who)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	data, err := rec.Write()
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="ruhr-game.json"`)
	kernel.Send(w, r, http.StatusOK, "application/json", data)
}
