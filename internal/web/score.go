package web

import (
	"html/template"
	"net/http"

	"ruhr/internal/page"
)

// scorePage is a score sheet.
type scorePage struct {
	*page.Localizer
	base
	*page.Score
	Fair     string        // address of the table's shuffle, "" for an opened record
	GameLink string        // an address with the whole game in it, "" for none
	GameQR   template.HTML // the same
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
	sheet := &scorePage{Localizer: p.Localizer, base: b, Score: p, GameLink: s.gameLink(r, &gm.History.Game)}
	if gm.Table != "" {
		sheet.Fair = gm.Table + "/fair"
	}
	if sheet.GameLink != "" {
		sheet.GameQR = page.QR(sheet.GameLink, p.Plain("fair.link.qr"))
	}
	s.show(w, r, http.StatusOK, "score", sheet)
}
