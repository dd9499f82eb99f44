package tables

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/people/settings"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// table shows the current position of a table.
func (s *Tables) table(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.Position(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.showTable(w, r, snap, nil)
}

// tablePage is the model of a table's page.
type tablePage struct {
	*page.Localizer
	kernel.Base
	*page.Table
	OwnBoard bool // not the standard board
	// Commitment is that of the table's shuffle, "" without one; Adds are the seats
	// for which the browser is to contribute.
	Commitment, Adds string
	Chat             *chatPart // only for a whole page, nil where there are no others

	render renderer
	all    *sharedTable
}

// Now is the time here, unix milliseconds.
func (p *tablePage) Now() int64 { return time.Now().UnixMilli() }

// SeatRegion renders a region of a seat.
func (p *tablePage) SeatRegion(name string, seat page.Seat) (template.HTML, error) {
	html, err := p.render.seatOfPage(p.all, p.Table, name, seat)
	return template.HTML(html), err
}

// OddsRegion renders what is known of the markers to come.
func (p *tablePage) OddsRegion() (template.HTML, error) {
	html, err := p.render.oddsRegion(p.all)
	return template.HTML(html), err
}

// StatusRegion renders where the game is.
func (p *tablePage) StatusRegion() (template.HTML, error) {
	html, err := p.render.statusRegion(p.all, p.Table)
	return template.HTML(html), err
}

// WordsRegion renders the map in words.
func (p *tablePage) WordsRegion() (template.HTML, error) {
	html, err := p.render.wordsRegion(p.all)
	return template.HTML(html), err
}

// Moment is the delay in ms before the page confirms the turn automatically, -1 for
// never: in the lesson, nothing goes on while somebody reads. Elsewhere it allows for
// a second for each line that says what happened.
func (p *tablePage) Moment() int {
	moment := lastWord(p.Set)
	switch {
	case moment <= 0:
		return moment
	case p.Guide != nil && !p.Guide.Left:
		return -1
	}
	return min(max(moment, 1000*len(p.Lately)), 15_000)
}

// LogRegion renders the rounds of the log.
func (p *tablePage) LogRegion() (template.HTML, error) {
	html, err := p.render.logRegion(p.all, 1)
	return template.HTML(html), err
}

// lessonLeft reports whether the browser has dismissed the lesson at the
// request's table.
func lessonLeft(r *http.Request) bool { return kernel.Cookie(r, kernel.LessonCookie) == "off" }

// circleOf is the circle that the reader can go back to from a game that has ended, "" for
// none.
func (s *Tables) circleOf(r *http.Request, snap *game.Snapshot) string {
	if snap.Over && snap.Circle != "" && slices.ContainsFunc(s.Circles(r), func(c kernel.Circle) bool { return c.ID == snap.Circle }) {
		return snap.Circle
	}
	return ""
}

// newTablePage builds the page of a snapshot and the part shared by all viewers.
func (s *Tables) newTablePage(r *http.Request, snap *game.Snapshot) (*tablePage, *sharedTable, error) {
	b := s.NewBase(r, "table", "page.table.title")
	all := s.sharedOf(snap, b.Localizer)
	t := page.NewTable(all.Shared, snap, table.NewSecret(), page.Lessons{Left: lessonLeft(r)})
	if t.Next != nil && len(t.You.Seats) > 0 {
		there, err := s.Service.ActorOf(r.Context(), kernel.Browser(r), t.Next.ID)
		if err != nil {
			return nil, nil, err
		}
		t.Follow(there)
	}
	t.Circle = s.circleOf(r, snap)
	b.Localizer = all.Localizer
	s.lookBack(r, t, snap)
	b.Styles = []string{"css/map.css", "css/table.css"}
	b.MapImage = s.Shown(snap.Game.Board(), b.Localizer, b.Set)
	b.Scripts = append(b.Scripts, "js/table.js", "js/contribute.js")
	b.Preload = []string{"js/morph.js", "js/motion.js", "js/facts.js", "js/map.js", "js/fit.js", "js/lesson.js", "js/news.js", "js/stream.js", "js/preview.js", "js/why.js", "js/known.js", "js/outbox.js", "js/guard.js", "js/lastword.js", "js/finale.js", "js/clock.js", "js/chat.js"}
	if t.Guide != nil {
		b.Styles = append(b.Styles, "css/guide.css")
	}
	if t.Box != nil {
		b.Styles = append(b.Styles, "css/box.css")
	}
	b.Title = kernel.Titled(snap.Name, b.Title)
	if t.TabTitle != "" {
		b.Title = t.TabTitle
	}
	if t.Trouble != "" {
		b.Notice = &page.Notice{Text: t.Trouble, Bad: true}
	}
	p := &tablePage{Localizer: b.Localizer, Base: b, Table: t, OwnBoard: snap.Game.Board().SHA256 != s.Board.SHA256, render: s.renderer, all: all}
	if snap.Shuffle != nil {
		p.Commitment, p.Adds = snap.Shuffle.Commitment, numbers(snap.Contributes(game.Actor{Seats: snap.You.Seats}))
	}
	return p, all, nil
}

// showTable shows a table's page, with the error of a refused command.
func (s *Tables) showTable(w http.ResponseWriter, r *http.Request, snap *game.Snapshot, refused error) {
	if snap.Game == nil {
		m := kernel.Message{Base: s.NewBase(r, "", "page.table.frozen"), Head: "page.table.frozen"}
		m.Text = m.FrozenText(snap.Frozen)
		s.Show(w, r, http.StatusOK, "message", &m)
		return
	}
	p, _, err := s.newTablePage(r, snap)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if !s.Alone() {
		if p.Chat, err = s.chatPart(r, snap, p.Localizer, 0); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	p.Styles = append(p.Styles, "css/hint.css")
	s.Show(w, r, s.Refused(w, &p.Base, refused), "table", p)
}

// frame answers with the changes since a log number.
func (s *Tables) frame(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	after, err := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.Position(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if snap.N < after {
		s.sendReload(w, r, snap)
		return
	}
	f, err := s.frames(r, snap, after, maxSteps, nil)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.sendFrames(w, r, f)
}

// lastWord is how long the page waits for the last word before it gives it
// itself, in ms; -1 for as long as it takes.
func lastWord(set settings.Settings) int {
	switch set.Word {
	case "ask":
		return -1
	case "none":
		return 0
	}
	return 4000
}
