package tables

import (
	"net/http"

	"ruhr/internal/web/kernel"
)

// waiting tells a page without a table how many tables wait for the visitor.
func (s *Tables) waiting(w http.ResponseWriter, r *http.Request) {
	n, err := 0, error(nil)
	if who := kernel.Browser(r); who != "" {
		n, err = s.Service.Waiting(r.Context(), who)
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.SendJSON(w, r, http.StatusOK, struct {
		Waiting int `json:"waiting"`
	}{n})
}
