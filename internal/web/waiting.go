package web

import "net/http"

// waiting tells a page without a table how many tables wait for the visitor.
func (s *server) waiting(w http.ResponseWriter, r *http.Request) {
	n, err := 0, error(nil)
	if who := browser(r); who != "" {
		n, err = s.service.Waiting(r.Context(), who)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.sendJSON(w, r, http.StatusOK, struct {
		Waiting int `json:"waiting"`
	}{n})
}
