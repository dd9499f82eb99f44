package web

import (
	"html/template"
	"net/http"
	"time"

	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/view"
)

// homePage is the first page.
type homePage struct {
	base
	Tables      []tableLine
	Map, Pieces template.HTML // the river as a game begins
}

// tableLine is a table in a list.
type tableLine struct {
	ID     string
	Day    string // when it was made, for computers
	Begun  string // the same in words
	Round  int
	Names  []namedSeat
	Asked  bool // it waits for this browser
	Over   bool
	Frozen bool
}

type namedSeat struct {
	Name string
	Sign int
}

// homeTables is how many of the browser's tables the first page lists.
const homeTables = 5

func (s *server) home(w http.ResponseWriter, r *http.Request) {
	p := homePage{base: s.newBase(r, "home", "page.home.title")}
	p.Styles = []string{"css/map.css", "css/site.css"}
	p.Tables = s.listTables(r, p.tongue, homeTables)
	m := s.mapOf(s.board)
	p.Map = s.groundOf(s.board, m, p.tongue)
	start := s.judge.Start(0)
	pos := view.Of(s.judge, &start)
	p.Pieces = (&sight{p: &pos, m: m, signs: []int{0, 1}}).pieces()
	s.show(w, r, http.StatusOK, "home", &p)
}

// tables lists all tables of the browser.
func (s *server) tables(w http.ResponseWriter, r *http.Request) {
	p := homePage{base: s.newBase(r, "tables", "page.tables.title")}
	p.Styles = []string{"css/site.css"}
	p.Tables = s.listTables(r, p.tongue, store.MaxList)
	s.show(w, r, http.StatusOK, "tables", &p)
}

func (s *server) listTables(r *http.Request, words *tongue, limit int) []tableLine {
	secret := browser(r)
	if secret == "" {
		return nil
	}
	list, err := s.service.Tables(r.Context(), store.HashOf(secret), limit)
	if err != nil {
		s.log.Error("list of tables", "err", err)
	}
	var out []tableLine
	for _, t := range list {
		line := tableLine{
			ID: t.ID, Day: t.Created.Format(time.DateOnly), Begun: words.Date(t.Created),
			Round: t.State.Round(), Asked: t.You.Asked(), Over: t.Over, Frozen: t.Frozen != nil,
		}
		names, signs := seatNames(t.Snapshot)
		for k, name := range names {
			line.Names = append(line.Names, namedSeat{name, signs[k]})
		}
		out = append(out, line)
	}
	return out
}

// play starts a table against two opponents, in one click.
func (s *server) play(w http.ResponseWriter, r *http.Request) {
	t := tongueFor(readSettings(r).Lang, r.Header.Get("Accept-Language"))
	level := s.levels[min(1, len(s.levels)-1)]
	s.start(w, r, table.NewTable{Hints: true, Seats: []table.NewSeat{
		{Kind: table.Person, Name: t.plain("page.name.me")},
		{Kind: table.Bot, Name: t.plain("page.name.bot1"), Level: level},
		{Kind: table.Bot, Name: t.plain("page.name.bot2"), Level: level},
	}})
}

// start creates a table, gives this browser the seats of the persons at it and
// goes there.
func (s *server) start(w http.ResponseWriter, r *http.Request, t table.NewTable) {
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
