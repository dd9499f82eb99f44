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
}

func (s *server) aboutBoard(w http.ResponseWriter, r *http.Request) {
	p := boardPage{base: s.newBase(r, "board", "page.about.title"), Board: s.board.Board}
	p.Styles = []string{"css/map.css", "css/site.css"}
	p.MapImage = s.shown(s.board.Board, p.Localizer, p.Set)
	p.Sources = s.board.Sources(p.Localizer)
	p.Spaces = s.board.Spaces(p.Localizer)
	s.show(w, r, http.StatusOK, "about", &p)
}
