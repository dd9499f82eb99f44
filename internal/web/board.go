package web

import (
	"net/http"

	"ruhr/board"
	"ruhr/internal/page"
)

// boardPage says what of the board is from the rulebook and what is
// reconstructed.
type boardPage struct {
	base
	Board   *board.Board
	Sources []page.SourceLine
	Spaces  []page.BoardSpace
	Map     page.MapLayers
}

func (s *server) aboutBoard(w http.ResponseWriter, r *http.Request) {
	p := boardPage{base: s.newBase(r, "board", "page.about.title"), Board: s.board}
	p.Styles = []string{"css/map.css", "css/site.css"}
	p.Map = page.Opening(s.groundOf(s.board, p.Localizer), &s.opening)
	p.Sources = page.SourceLines(p.Localizer, s.board)
	p.Spaces = page.BoardSpaces(p.Localizer, &s.opening)
	s.show(w, r, http.StatusOK, "about", &p)
}
