package tables

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/lang"
)

// homePage is the first page.
type homePage struct {
	kernel.Base
	Tables  []page.TableLine
	Goes    *page.TableLine // the table that has waited longest for the reader, nil for none
	Level   string          // of the next game against computer players; empty where no game suggests one
	Opening string          // address of the picture of the river as a game begins
	// EditionMB is how much the offline edition is to be loaded; 0 where there is none.
	EditionMB int
}

// homeTables is how many of the browser's tables the first page lists.
const homeTables = 5

func (s *Tables) home(w http.ResponseWriter, r *http.Request) {
	p := homePage{Base: s.NewBase(r, "home", "page.home.title")}
	p.Scripts = append(p.Scripts, "js/contribute.js")
	list := s.TablesOf(r, func(ctx context.Context, who string) ([]game.Listed, error) {
		return s.Service.Tables(ctx, who, "", homeTables)
	})
	p.Tables, p.Level = page.TableLines(p.Localizer, list), s.levelAfter(list)
	waiting := page.NewLobby(p.Localizer, s.TablesOf(r, s.Service.Unfinished), nil).Waiting
	if len(waiting) > 0 { // one's turn goes before a seat that is kept
		p.Goes = &waiting[max(0, slices.IndexFunc(waiting, func(t page.TableLine) bool { return t.Asked }))]
	}
	p.Opening = s.Opening(p.Localizer, p.Set)
	for _, file := range s.Offline.Edition {
		p.EditionMB += len(file)
	}
	p.EditionMB = (p.EditionMB + 1e6 - 1) / 1e6
	s.Show(w, r, http.StatusOK, "home", &p)
}

// tablesPage lists the tables of a browser.
type tablesPage struct {
	kernel.Base
	Groups  []page.TableGroup
	Any     bool // the browser has tables at all
	Rated   bool // there is a rating among those shown
	Query   string
	Order   string
	Orders  []string
	Circles []kernel.Circle
	Older   string // address of the page with older finished games, "" for none
}

// tables lists the tables of the browser, sorted, or those that a query finds: all
// unfinished ones and the newest finished ones, or the finished ones after one.
func (s *Tables) tables(w http.ResponseWriter, r *http.Request) {
	s.showTables(w, r, http.StatusOK, nil)
}

func (s *Tables) showTables(w http.ResponseWriter, r *http.Request, status int, refused error) {
	p := tablesPage{Base: s.NewBase(r, "tables", "page.tables.title"), Query: r.FormValue("q"), Orders: page.Orders}
	p.Order, p.Circles = kernel.OneOf(r.FormValue("by"), page.Orders), s.Circles(r)
	p.Notice = s.NoticeOf(p.Localizer, refused)
	after, by := r.FormValue("after"), r.FormValue("by")
	limit := newestTables
	if p.Query != "" || by != "" {
		limit = table.MaxTables - 1
	}
	list := s.TablesOf(r, s.finished(after, limit+1)) // one more tells whether there are more
	if len(list) > limit {
		list = list[:limit]
		p.Older = "/tables?" + url.Values{"after": {list[limit-1].ID}, "q": {p.Query}, "by": {by}}.Encode()
	}
	if after == "" {
		list = append(s.TablesOf(r, s.Service.Unfinished), list...)
	}
	all := page.TableLines(p.Localizer, list)
	found := page.Find(all, p.Query)
	p.Any, p.Rated, p.Groups = len(all) > 0, page.AnyRating(found), page.Groups(found, p.Order)
	s.Show(w, r, status, "tables", &p)
}

// leaveTable removes a table from the browser's list.
func (s *Tables) leaveTable(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	err := s.Service.Leave(r.Context(), kernel.Browser(r), id)
	if errors.Is(err, game.ErrOthersPlay) || errors.Is(err, game.ErrRated) || errors.Is(err, game.ErrTournament) {
		kernel.NoteWhy(w, s.Reason(err))
		s.showTables(w, r, s.StatusOf(err), err)
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.LogOf(r).Info("table left", "table", table.ShortID(id))
	http.Redirect(w, r, "/tables", http.StatusSeeOther)
}

// newestTables is how many finished tables a page lists. A search looks at more.
const newestTables = 40

// finished lists the newest finished tables of a browser, after one of them.
func (s *Tables) finished(after string, limit int) kernel.Lister {
	return func(ctx context.Context, who string) ([]game.Listed, error) {
		return s.Service.Finished(ctx, who, after, limit)
	}
}

// suitedLevel is the level for a visitor's next game against computer players: the
// easiest for the first, then what the last one suggests.
func (s *Tables) suitedLevel(r *http.Request) string {
	return cmp.Or(s.levelAfter(s.TablesOf(r, s.finished("", newestTables))), s.Levels[0])
}

// levelAfter is the level that the newest suitable game of a list suggests; empty
// where there is none.
func (s *Tables) levelAfter(list []game.Listed) string {
	ladder := s.ladder()
	for _, t := range list { // the newest first
		if at, ok := page.NextLevel(t, ladder); ok {
			return ladder[at]
		}
	}
	return ""
}

// play starts a table against two computer players, in one click: of the level
// asked for by its number from the weakest, or of the one that suits.
func (s *Tables) play(w http.ResponseWriter, r *http.Request) {
	l := kernel.LocalizerOf(r)
	var level string
	if n, err := strconv.Atoi(r.FormValue("level")); err == nil && n >= 0 {
		level = s.ladder()[min(n, len(s.ladder())-1)]
	} else {
		level = s.suitedLevel(r)
	}
	s.start(w, r, game.NewTable{Hints: true, Part: partOf(r), Seats: []game.NewSeat{
		{Kind: game.Person, Name: s.tableName(r, l)},
		{Kind: game.Bot, Name: l.Plain("page.name.bot1"), Level: level},
		{Kind: game.Bot, Name: l.Plain("page.name.bot2"), Level: level},
	}})
}

// startTable creates a table, gives this browser the seats of the persons at it and
// goes there.
func (s *Tables) startTable(w http.ResponseWriter, r *http.Request, t game.NewTable) error {
	holder := s.KnownBrowser(w, r)
	t.ID = kernel.TableID(r, holder)
	made, err := s.Service.CreateFor(r.Context(), holder, t)
	if errors.Is(err, table.ErrExists) && t.ID != "" {
		made, err = &table.Created{ID: t.ID}, nil
	}
	if err != nil {
		return err
	}
	s.ApplyQuietHours(r, holder, made.ID)
	open := slices.ContainsFunc(t.Seats, func(seat game.NewSeat) bool { return seat.Kind == game.Open && seat.For == "" })
	to := "/t/" + made.ID
	if open {
		to += "/share"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// start is startTable for a form that has no fields to correct.
func (s *Tables) start(w http.ResponseWriter, r *http.Request, t game.NewTable) {
	if err := s.startTable(w, r, t); err != nil {
		s.Refuse(w, r, err)
	}
}

// ladder are the levels of computer players, without external bots, whose strength is
// unknown.
func (s *Tables) ladder() []string { return s.Levels[:len(s.Levels)-len(s.Guests)] }

// tableName is the name proposed to a person at a table.
func (s *Tables) tableName(r *http.Request, l *page.Localizer) string {
	return cmp.Or(s.knownName(r), l.Plain("page.name.me"))
}

// knownName is the name of an account, or the one that a guest last sat down under; empty
// where there is neither.
func (s *Tables) knownName(r *http.Request) string {
	if kernel.PersonOf(r) != nil {
		return kernel.AccountName(r)
	}
	for _, t := range s.TablesOf(r, s.latest) {
		if len(t.Mine) != 1 || t.Deal == game.Given { // several people, or names from a file
			continue
		}
		if seat := t.Seats[t.Mine[0]]; seat.ByHand() && !nameless(seat.Name) {
			return seat.Name
		}
	}
	return ""
}

// nameless reports whether a name is what a guest without one is called in some language.
func nameless(name string) bool {
	return slices.ContainsFunc(lang.Languages, func(code string) bool { return page.NewLocalizer(lang.For(code)).Plain("page.name.me") == name })
}

// latest lists the few newest tables of a browser.
func (s *Tables) latest(ctx context.Context, who string) ([]game.Listed, error) {
	return s.Service.Tables(ctx, who, "", 5)
}
