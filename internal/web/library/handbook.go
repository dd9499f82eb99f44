package library

import (
	"html/template"
	"net/http"
	"strings"

	"ruhr/internal/draw"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/lang/handbook"
)

// maxQuery is how many characters of a search count.
const maxQuery = 100

// handbookPage is the rules, whole or as a search found them.
type handbookPage struct {
	kernel.Base
	Other    bool // this server's board is not the printed one, whose figures the texts have
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
func (s *Library) handbook(w http.ResponseWriter, r *http.Request) {
	p := handbookPage{Base: s.NewBase(r, "handbook", "page.handbook.title")}
	book, err := handbook.Handbook(p.Printer.Lang())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	first, err := handbook.FirstPage(p.Printer.Lang())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Book, p.Other = book, !s.Printed()
	p.First = first
	p.Query = strings.TrimSpace(r.URL.Query().Get("q"))
	if long := []rune(p.Query); len(long) > maxQuery {
		p.Query = string(long[:maxQuery])
		if k := strings.LastIndexByte(string(long[:maxQuery+1]), ' '); k > 0 { // no part of a word
			p.Query = string(long)[:k]
		}
	}
	p.Found = book.Search(p.Query)
	p.Rulings = book.Rulings()
	p.Prices = page.NewReference(p.Localizer, s.Board).At()
	p.Examples = s.Board.Examples(p.Localizer, p.Set.Theme)
	p.Styles = []string{"css/map.css", "css/site.css", "css/book.css"}
	s.Show(w, r, http.StatusOK, "handbook", &p)
}

// sheetPage is a player aid to print on two sides.
type sheetPage struct {
	*page.Localizer
	kernel.Base
	*page.Reference
	Other bool // as the handbook's
	First *handbook.Notes
}

func (s *Library) sheet(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "handbook", "page.sheet.title")
	first, err := handbook.FirstPage(b.Printer.Lang())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	b.Styles = []string{"css/site.css", "css/book.css"}
	s.Show(w, r, http.StatusOK, "sheet", &sheetPage{b.Localizer, b, page.NewReference(b.Localizer, s.Board), !s.Printed(), first})
}

// historyPage is the notes on what happened on the river.
type historyPage struct {
	kernel.Base
	Notes *handbook.Notes
}

func (s *Library) history(w http.ResponseWriter, r *http.Request) {
	p := historyPage{Base: s.NewBase(r, "handbook", "page.history.title")}
	notes, err := handbook.History(p.Printer.Lang())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Notes = notes
	s.Show(w, r, http.StatusOK, "history", &p)
}
