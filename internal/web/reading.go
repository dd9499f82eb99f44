package web

import (
	"html/template"
	"net/http"
	"strings"

	"ruhr/board"
	"ruhr/lang/handbook"
	"ruhr/view"
)

// handbookPage is the rules, whole or as a search found them.
type handbookPage struct {
	base
	Book    *handbook.Book
	Query   string
	Found   []handbook.Rule
	Rulings []handbook.Rule
}

// handbook shows the rules in the reader's language, all on one page with an
// anchor for each rule.
func (s *server) handbook(w http.ResponseWriter, r *http.Request) {
	p := handbookPage{base: s.newBase(r, "handbook", "page.handbook.title")}
	p.Styles = []string{"css/site.css"}
	book, err := handbook.Handbook(p.Lang())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Book = book
	p.Query = strings.TrimSpace(r.URL.Query().Get("q"))
	if len(p.Query) > 100 {
		p.Query = p.Query[:100]
	}
	p.Found = book.Search(p.Query)
	p.Rulings = book.Rulings()
	s.show(w, r, http.StatusOK, "handbook", &p)
}

// historyPage is the notes on what happened on the river.
type historyPage struct {
	base
	Notes *handbook.Notes
}

func (s *server) history(w http.ResponseWriter, r *http.Request) {
	p := historyPage{base: s.newBase(r, "handbook", "page.history.title")}
	p.Styles = []string{"css/site.css"}
	notes, err := handbook.History(p.Lang())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Notes = notes
	s.show(w, r, http.StatusOK, "history", &p)
}

// boardPage says what of the board is from the rulebook and what is
// reconstructed.
type boardPage struct {
	base
	Board   *board.Board
	Sources []sourceLine
	Spaces  []boardSpace
	Map     template.HTML
	ViewBox string
}

type boardSpace struct {
	Name            string
	Kind, Territory template.HTML
}

func (s *server) aboutBoard(w http.ResponseWriter, r *http.Request) {
	p := boardPage{base: s.newBase(r, "board", "page.about.title"), Board: s.board, ViewBox: mapBox}
	p.Styles = []string{"css/map.css", "css/site.css"}
	for _, src := range s.board.Src {
		p.Sources = append(p.Sources, p.sourceOf(src))
	}
	m := s.mapOf(s.board)
	p.Map = s.groundOf(s.board, m, p.tongue)
	start := s.judge.Start(0)
	pos := view.Of(s.judge, &start)
	for i := range pos.Spaces {
		sp := &pos.Spaces[i]
		line := boardSpace{Name: sp.Name, Kind: p.T("page.kind." + kindOf(sp))}
		if sp.Territory != "" {
			line.Territory = p.thing(view.TerritoryThing(sp.Territory))
		}
		p.Spaces = append(p.Spaces, line)
	}
	s.show(w, r, http.StatusOK, "about", &p)
}
