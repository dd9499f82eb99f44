package web

import (
	"html/template"
	"net/http"

	"ruhr/internal/page"
	"ruhr/record"
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
	gm := s.tableGame(w, r)
	if gm == nil {
		return
	}
	rec, err := s.service.Record(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.score(w, r, gm, rec)
}

// score shows the score sheet of a game at its last position.
func (s *server) score(w http.ResponseWriter, r *http.Request, gm *page.Game, rec *record.Record) {
	b := s.newBase(r, "table", "page.score.title")
	p := page.NewScore(b.Localizer, gm)
	sheet := &scorePage{Localizer: p.Localizer, base: b, Score: p, GameLink: s.gameLink(r, rec)}
	if gm.Table != "" {
		sheet.Fair = gm.Table + "/fair"
	}
	if sheet.GameLink != "" {
		sheet.GameQR = page.QR(sheet.GameLink, p.Plain("fair.link.qr"))
	}
	s.show(w, r, http.StatusOK, "score", sheet)
}
