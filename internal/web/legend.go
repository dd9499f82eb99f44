package web

import (
	"net/http"

	"ruhr/internal/page"
)

// legendPage shows every symbol with its meaning.
type legendPage struct {
	*page.Localizer
	base
	*page.Legend
}

func (s *server) legend(w http.ResponseWriter, r *http.Request) {
	b := s.newBase(r, "handbook", "symbol.title")
	b.Styles = []string{"css/map.css", "css/site.css", "css/table.css", "css/guide.css"}
	s.show(w, r, http.StatusOK, "legend", &legendPage{b.Localizer, b, page.NewLegend(b.Localizer, s.board)})
}
