package library

import (
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// legendPage shows every symbol with its meaning.
type legendPage struct {
	*page.Localizer
	kernel.Base
	*page.Legend
}

func (s *Library) legend(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "handbook", "symbol.title")
	b.Styles = []string{"css/map.css", "css/site.css", "css/table.css", "css/guide.css"}
	s.Show(w, r, http.StatusOK, "legend", &legendPage{b.Localizer, b, page.NewLegend(b.Localizer, s.Board)})
}
