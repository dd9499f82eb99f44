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
	First    *handbook.Notes
	Query    string
	Found    []handbook.Rule
	Rulings  []handbook.Rule
	Examples map[string][]page.Example      // by rule
	Prices   map[string][]page.ReferenceRow // by rule
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
	first, err := handbook.FirstPage(p.Lang())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Book = book
	p.First = first
	p.Query = strings.TrimSpace(r.URL.Query().Get("q"))
	if len(p.Query) > 100 {
		p.Query = p.Query[:100]
	}
	p.Found = book.Search(p.Query)
	p.Rulings = book.Rulings()
	p.Prices = page.NewReference(p.Localizer, s.board).At()
	p.Examples = s.board.Examples(p.Localizer, p.Set.Theme)
	p.Styles = []string{"css/map.css", "css/site.css", "css/book.css"}
	s.show(w, r, http.StatusOK, "handbook", &p)
}

// sheetPage is a player aid to print on two sides.
type sheetPage struct {
	*page.Localizer
	base
	*page.Reference
	First *handbook.Notes
}

func (s *server) sheet(w http.ResponseWriter, r *http.Request) {
	b := s.newBase(r, "handbook", "page.sheet.title")
	first, err := handbook.FirstPage(b.Lang())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	b.Styles = []string{"css/site.css", "css/book.css"}
	s.show(w, r, http.StatusOK, "sheet", &sheetPage{b.Localizer, b, page.NewReference(b.Localizer, s.board), first})
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
