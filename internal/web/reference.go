package web

import (
	"net/http"

	"ruhr/internal/page"
)

// referencePage shows the board's facts in tables.
type referencePage struct {
	*page.Localizer
	base
	*page.Reference
}

// reference shows the facts of the current board in tables.
func (s *server) reference(w http.ResponseWriter, r *http.Request) {
	b := s.newBase(r, "handbook", "page.ref.title")
	b.Styles = []string{"css/site.css", "css/guide.css"}
	s.show(w, r, http.StatusOK, "reference", &referencePage{b.Localizer, b, page.NewReference(b.Localizer, s.board)})
}
