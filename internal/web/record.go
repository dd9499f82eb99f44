package web

import (
	"net/http"
)

// record sends a table's record up to the position the table has reached.
func (s *server) record(w http.ResponseWriter, r *http.Request) {
	rec, err := s.service.Record(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	data, err := rec.Write()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="ruhr-game.json"`)
	send(w, r, http.StatusOK, "application/json", data)
}
