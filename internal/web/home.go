package web

import (
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// homePage is the first page.
type homePage struct {
	base
	Tables []page.TableLine
	Map    page.MapLayers // the river as a game begins
}

// homeTables is how many of the browser's tables the first page lists.
const homeTables = 5

func (s *server) home(w http.ResponseWriter, r *http.Request) {
	p := homePage{base: s.newBase(r, "home", "page.home.title")}
	p.Styles = []string{"css/map.css", "css/site.css"}
	p.Tables = s.listTables(r, p.Localizer, homeTables)
	p.Map = s.board.Opening(s.groundOf(s.board.Board, p.Localizer))
	s.show(w, r, http.StatusOK, "home", &p)
}

// tables lists all tables of the browser.
func (s *server) tables(w http.ResponseWriter, r *http.Request) {
	p := homePage{base: s.newBase(r, "tables", "page.tables.title")}
	p.Styles = []string{"css/site.css"}
	p.Tables = s.listTables(r, p.Localizer, store.MaxList)
	s.show(w, r, http.StatusOK, "tables", &p)
}

// listTables lists the tables of the browser that asks; none where the service
// fails.
func (s *server) listTables(r *http.Request, l *page.Localizer, limit int) []page.TableLine {
	secret := browser(r)
	if secret == "" {
		return nil
	}
	list, err := s.service.Tables(r.Context(), store.HashOf(secret), limit)
	if err != nil {
		s.fault(r, "list of tables", err)
	}
	return page.TableLines(l, list)
}

// play starts a table against two computer players, in one click.
func (s *server) play(w http.ResponseWriter, r *http.Request) {
	l := localizerOf(r)
	level := s.levels[min(1, len(s.levels)-1)]
	s.startTable(w, r, table.NewTable{Hints: true, Seats: []table.NewSeat{
		{Kind: table.Person, Name: l.Plain("page.name.me")},
		{Kind: table.Bot, Name: l.Plain("page.name.bot1"), Level: level},
		{Kind: table.Bot, Name: l.Plain("page.name.bot2"), Level: level},
	}})
}

// startTable creates a table, gives this browser the seats of the persons at it and
// goes there.
func (s *server) startTable(w http.ResponseWriter, r *http.Request, t table.NewTable) {
	made, err := s.service.Create(r.Context(), t)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	me := store.HashOf(s.knownBrowser(w, r))
	open := false
	granted := false
	for k, seat := range t.Seats {
		if seat.Kind == table.Open {
			open = true
		}
		if seat.Kind != table.Person {
			continue
		}
		if err := s.store.Grant(r.Context(), me, store.Place{Table: made.ID, Seat: k}); err != nil {
			s.refuse(w, r, err)
			return
		}
		granted = true
	}
	if !granted {
		if err := s.store.Grant(r.Context(), me, store.Place{Table: made.ID, Seat: store.Nobody}); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	to := "/t/" + made.ID
	if open {
		to += "/share"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
