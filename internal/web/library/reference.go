package library

import (
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// referencePage shows the board's facts in tables.
type referencePage struct {
	*page.Localizer
	kernel.Base
	*page.Reference
}

// reference shows the facts of the current board in tables.
func (s *Library) reference(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "handbook", "page.ref.title")
	b.Styles = []string{"css/site.css", "css/guide.css"}
	s.Show(w, r, http.StatusOK, "reference", &referencePage{b.Localizer, b, page.NewReference(b.Localizer, s.Board)})
}
