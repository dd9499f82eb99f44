package web

import (
	"html/template"
	"net/http"
	"strings"

	"ruhr/internal/draw"
	"ruhr/internal/page"
	"ruhr/lang/handbook"
)

// handbookPage is the rules, whole or as a search found them.
type handbookPage struct {
	base
	Book     *handbook.Book
	Query    string
	Found    []handbook.Rule
	Rulings  []handbook.Rule
	Examples map[string][]page.Example // by rule
}

// Pieces are the drawings of the pieces in examples.
func (p *handbookPage) Pieces() template.HTML { return draw.CutSymbols() }

// handbook shows the rules in the reader's language, all on one page with an
// anchor for each rule.
func (s *server) handbook(w http.ResponseWriter, r *http.Request) {
	p := handbookPage{base: s.newBase(r, "handbook", "page.handbook.title")}
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
	p.Examples = s.board.Examples(p.Localizer, p.Set.Theme)
	p.Styles = []string{"css/map.css", "css/site.css", "css/book.css"}
	s.show(w, r, http.StatusOK, "handbook", &p)
}

// historyPage is the notes on what happened on the river.
type historyPage struct {
	base
	Notes *handbook.Notes
}

func (s *server) history(w http.ResponseWriter, r *http.Request) {
	p := historyPage{base: s.newBase(r, "handbook", "page.history.title")}
	notes, err := handbook.History(p.Lang())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Notes = notes
	s.show(w, r, http.StatusOK, "history", &p)
}
