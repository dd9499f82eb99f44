package web

import (
	"net/http"

	"ruhr/internal/page"
)

// scorePage is a score sheet.
type scorePage struct {
	*page.Localizer
	base
	*page.Score
}

func (s *server) scoreTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.score(w, r, gm)
	}
}

// score shows the score sheet of a game at its last position.
func (s *server) score(w http.ResponseWriter, r *http.Request, gm *page.Game) {
	b := s.newBase(r, "table", "page.score.title")
	p := page.NewScore(b.Localizer, gm)
	s.show(w, r, http.StatusOK, "score", &scorePage{p.Localizer, b, p})
}
