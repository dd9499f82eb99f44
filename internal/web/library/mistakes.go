package library

import (
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// mistakesPage has a person's mistakes over their games.
type mistakesPage struct {
	*page.Localizer
	kernel.Base
	*page.Mistakes
}

// mistakes shows the mistakes in the games of a browser or a signed-in person that were
// reviewed. It begins no review.
func (s *Library) mistakes(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "tables", "page.mistakes.title")
	p := s.Mistakes(r, b.Localizer, table.MaxTables)
	s.Show(w, r, http.StatusOK, "mistakes", &mistakesPage{p.Localizer, b, p})
}
