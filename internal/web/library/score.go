package library

import (
	"html/template"
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// scorePage is a score sheet.
type scorePage struct {
	*page.Localizer
	kernel.Base
	*page.Score
	Fair     string        // address of the table's shuffle, "" for an opened record
	GameLink string        // an address with the whole game in it, "" for none
	GameQR   template.HTML // the same
}

// Score shows the score sheet of a game at its last position.
func (s *Library) Score(w http.ResponseWriter, r *http.Request, gm *page.Game) {
	b := s.NewBase(r, "table", "page.table.score")
	p := page.NewScore(b.Localizer, gm)
	sheet := &scorePage{Localizer: p.Localizer, Base: b, Score: p}
	if !gm.Hidden {
		sheet.GameLink = s.gameLink(r, &gm.History.Game)
	}
	if gm.Table != "" {
		sheet.Fair = gm.Table + "/fair"
	}
	if sheet.GameLink != "" {
		sheet.GameQR = page.QR(sheet.GameLink, p.Plain("fair.link.qr"))
	}
	s.Show(w, r, http.StatusOK, "score", sheet)
}
