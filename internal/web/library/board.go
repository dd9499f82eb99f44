package library

import (
	"net/http"

	"ruhr/board"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// boardPage says what of the board is from the rulebook and what is
// reconstructed.
type boardPage struct {
	kernel.Base
	Board   *board.Board
	Sources []page.SourceLine
	Spaces  []page.BoardSpace
}

func (s *Library) aboutBoard(w http.ResponseWriter, r *http.Request) {
	p := boardPage{Base: s.NewBase(r, "board", "page.about.title"), Board: s.Board.Board}
	p.Styles = []string{"css/map.css", "css/site.css"}
	p.MapImage = s.Shown(s.Board.Board, p.Localizer, p.Set)
	p.Sources = s.Board.Sources(p.Localizer)
	p.Spaces = s.Board.Spaces(p.Localizer)
	s.Show(w, r, http.StatusOK, "about", &p)
}
