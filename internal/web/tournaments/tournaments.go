// Package tournaments serves the pages of tournaments. It is not compiled for browsers,
// where nobody else is.
package tournaments

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/tournament"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web/kernel"
)

// Room returns what adds the pages of tournaments to a site.
func Room(d *director.Service) func(*kernel.Kernel) kernel.Handlers {
	return func(k *kernel.Kernel) kernel.Handlers {
		k.Explain(failures...)
		k.AlsoHolds = d.Knows
		return (&tournaments{k, d}).routes()
	}
}

type tournaments struct {
	*kernel.Kernel
	director *director.Service
}

var failures = []kernel.Failure{
	{Err: director.ErrNone, Status: http.StatusNotFound, Key: "tournament.error.none"},
	{Err: director.ErrMany, Status: http.StatusConflict, Key: "tournament.error.many"},
	{Err: director.ErrStarted, Status: http.StatusConflict, Key: "tournament.error.started"},
	{Err: director.ErrCancelled, Status: http.StatusConflict, Key: "tournament.error.cancelled"},
	{Err: director.ErrFull, Status: http.StatusConflict, Key: "tournament.error.full"},
	{Err: director.ErrFew, Status: http.StatusConflict, Key: "tournament.error.few"},
	{Err: director.ErrOwner, Status: http.StatusForbidden, Key: "tournament.error.owner", Entitles: true},
	{Err: director.ErrName, Status: http.StatusUnprocessableEntity, Key: "tournament.error.name"},
	{Err: director.ErrFormat, Status: http.StatusUnprocessableEntity, Key: "tournament.error.format"},
	{Err: director.ErrBegins, Status: http.StatusUnprocessableEntity, Key: "tournament.error.begins"},
}

func (s *tournaments) routes() kernel.Handlers {
	return kernel.Handlers{
		"GET /tournaments":             s.Queued(s.list),
		"GET /tournaments/new":         s.Queued(s.newForm),
		"POST /tournaments/new":        s.Queued(s.LimitCreates(s.create)),
		"GET /tournament/{id}":         s.Queued(s.show),
		"GET /tournament/{id}/ics":     s.Queued(s.calendar),
		"POST /tournament/{id}/join":   s.Queued(s.LimitCreates(s.join)),
		"POST /tournament/{id}/leave":  s.Queued(s.leave),
		"POST /tournament/{id}/start":  s.Queued(s.LimitCreates(s.start)),
		"POST /tournament/{id}/cancel": s.Queued(s.cancel),
	}
}

// listPage lists the visitor's tournaments.
type listPage struct {
	kernel.Base
	Tournaments []line
	Full        bool // the visitor has made as many as may be
}

// line is a tournament in a list.
type line struct {
	ID, Name string
	Players  int
	State    state
}

func (s *tournaments) list(w http.ResponseWriter, r *http.Request) {
	p := &listPage{Base: s.NewBase(r, "tournaments", "tournament.title")}
	all, err := s.director.Of(r.Context(), kernel.Browser(r))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	for _, t := range all {
		p.Tournaments = append(p.Tournaments, line{t.ID, t.Name, len(t.Players), stateOf(t)})
	}
	p.Full = full(all)
	s.Show(w, r, http.StatusOK, "tournaments", p)
}

// full reports whether somebody has made as many tournaments as may be.
func full(all []*director.Tournament) bool {
	made := 0
	for _, t := range all {
		if t.Mine {
			made++
		}
	}
	return made >= store.MaxTournaments
}

// newPage is the form for a new tournament.
type newPage struct {
	kernel.Base
	Name, Player  string
	Plays         bool
	Kind          string // of Kinds
	Seats, Rounds int
	Pace, Fills   string // Fills is the level of computer players
	Begins        string // when the first round does in that zone, as a form has it; "" for when its maker starts it
	zone          *time.Location
	Levels        []string
	Full          bool // its reader has made as many as may be
}

// formMoment is a moment as forms have it (datetime-local).
const formMoment = "2006-01-02T15:04"

// Kinds are who plays whom: at tables with deals of their own, with the same deal, or
// everyone alone with it.
func (p *newPage) Kinds() []string { return []string{"own", "same", "solo"} }

// Zone is the time zone of Begins, to be sent with it: by then the browser may be in another.
func (p *newPage) Zone() string { return p.zone.String() }

// ZoneName is what the form calls that zone.
func (p *newPage) ZoneName() string { return zoneNames(p.zone, time.Now()) }

// zoneNames names the time zone of the moments when a tournament that is made at one may
// begin: where it is the server's, by two offsets if the clocks change before the last.
func zoneNames(zone *time.Location, made time.Time) string {
	first, last := zoneName(zone, made), zoneName(zone, made.Add(director.MaxAhead))
	if first != last {
		return first + " / " + last
	}
	return first
}

// zoneName names the time zone of a page, by its offset where it is the server's.
func zoneName(zone *time.Location, at time.Time) string {
	if zone == time.Local {
		return at.Format("UTC-07:00")
	}
	return zone.String()
}

// SeatCounts are the numbers of seats to choose from.
func (p *newPage) SeatCounts() []int { return []int{2, 3, 4} }

// MostRounds is how many rounds can be chosen.
func (p *newPage) MostRounds() int { return director.MaxRounds }

// Paces are the paces to choose from: those with clocks.
func (p *newPage) Paces() []game.NamedPace { return game.Paces[1:] }

func (s *tournaments) newForm(w http.ResponseWriter, r *http.Request) {
	p := s.newPage(r)
	all, err := s.director.Of(r.Context(), kernel.Browser(r))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Full = full(all)
	p.Plays, p.Seats, p.Rounds, p.Pace, p.Fills, p.Player = true, 3, 3, "evening", s.StandIns()[0], nameOf(r, p.Localizer)
	s.Show(w, r, http.StatusOK, "newtournament", p)
}

func (s *tournaments) newPage(r *http.Request) *newPage {
	p := &newPage{Base: s.NewBase(r, "tournaments", "tournament.new"), Levels: s.Levels}
	p.zone = p.Printer.Zone()
	if name := r.PostForm.Get("zone"); name == time.Local.String() {
		p.zone = time.Local
	} else if zone, err := game.Zone(name); err == nil && name != "" {
		p.zone = zone
	}
	return p
}

// nameOf is the name that a form offers to its reader.
func nameOf(r *http.Request, l *page.Localizer) string {
	if p := kernel.PersonOf(r); p != nil && len([]rune(p.Name)) <= game.MaxName {
		return p.Name
	}
	return ""
}

func (s *tournaments) create(w http.ResponseWriter, r *http.Request) {
	p := s.newPage(r)
	p.Name, p.Player, p.Plays = r.PostForm.Get("name"), r.PostForm.Get("player"), r.PostForm.Has("plays")
	p.Kind = kernel.OneOf(r.PostForm.Get("kind"), p.Kinds())
	p.Seats, _ = strconv.Atoi(r.PostForm.Get("seats"))
	p.Rounds, _ = strconv.Atoi(r.PostForm.Get("rounds"))
	p.Begins = r.PostForm.Get("begins")
	p.Pace, p.Fills = r.PostForm.Get("pace"), kernel.OneOf(r.PostForm.Get("level"), s.StandIns())
	pace, _ := game.PaceNamed(p.Pace) // without clocks for an unknown one, which is refused
	wish := director.Settings{Name: p.Name, Format: tournament.Format{Seats: p.Seats, Rounds: p.Rounds, SameDeal: p.Kind == "same", Solo: p.Kind == "solo"}, Pace: pace, Level: p.Fills}
	if p.Begins != "" {
		wish.Begins = 1 // what cannot be read is long ago
		if at, err := time.ParseInLocation(formMoment, p.Begins, p.zone); err == nil {
			wish.Begins = at.UnixMilli()
		}
	}
	for k := range wish.Bots {
		wish.Bots[k] = p.Plain("page.name.bot" + strconv.Itoa(k+1))
	}
	err := s.director.Check(&wish, p.Plays, p.Player)
	if err == nil {
		player, holder := "", s.KnownBrowser(w, r)
		if p.Plays {
			player = p.Player
		}
		var id string
		if id, err = s.director.Create(r.Context(), holder, kernel.TableID(r, holder), wish, player); err == nil {
			http.Redirect(w, r, "/tournament/"+id, http.StatusSeeOther)
			return
		}
	}
	if s.StatusOf(err) >= http.StatusInternalServerError {
		s.Refuse(w, r, err)
		return
	}
	s.Show(w, r, s.Refused(w, &p.Base, err), "newtournament", p)
}

func (s *tournaments) show(w http.ResponseWriter, r *http.Request) {
	s.showWith(w, r, nil)
}

// showWith shows a tournament, with why something was refused; nil for nothing.
func (s *tournaments) showWith(w http.ResponseWriter, r *http.Request, refused error) {
	t, err := s.director.Tournament(r.Context(), kernel.Browser(r), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if t.Me >= 0 && !t.Open() && t.Ended.IsZero() {
		s.director.Look(r.Context(), t.ID)
		if t, err = s.director.Tournament(r.Context(), kernel.Browser(r), t.ID); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	b := s.NewBase(r, "tournaments", "tournament.title")
	b.Title = t.Name + " · Ruhr"
	b.Path = "/tournament/" + t.ID
	status := s.Refused(w, &b, refused)
	p := newTournament(b, t, kernel.CallerOf(r).Public)
	if p.Given = nameOf(r, b.Localizer); refused != nil && r.PostForm.Has("name") {
		p.Given = r.PostForm.Get("name")
	}
	s.Show(w, r, status, "tournament", p)
}

func (s *tournaments) join(w http.ResponseWriter, r *http.Request) {
	s.do(w, r, func(id string) error {
		if _, err := s.director.Tournament(r.Context(), "", id); err != nil { // before a browser gets a secret
			return err
		}
		return s.director.Join(r.Context(), s.KnownBrowser(w, r), id, r.PostForm.Get("name"))
	})
}

func (s *tournaments) leave(w http.ResponseWriter, r *http.Request) {
	s.do(w, r, func(id string) error {
		t, err := s.director.Tournament(r.Context(), kernel.Browser(r), id)
		switch {
		case err != nil:
			return err
		case t.Me < 0 && kernel.WasSignedIn(r):
			return kernel.ErrSessionOver
		}
		return s.director.Leave(r.Context(), kernel.Browser(r), id)
	})
}

func (s *tournaments) start(w http.ResponseWriter, r *http.Request) {
	s.do(w, r, func(id string) error { return s.director.Start(r.Context(), kernel.Browser(r), id) })
}

func (s *tournaments) cancel(w http.ResponseWriter, r *http.Request) {
	s.do(w, r, func(id string) error { return s.director.Cancel(r.Context(), kernel.Browser(r), id) })
}

// do does something at a tournament and shows it afterwards.
func (s *tournaments) do(w http.ResponseWriter, r *http.Request, do func(id string) error) {
	id := r.PathValue("id")
	if !table.ValidID(id) {
		s.Refuse(w, r, store.ErrNoTournament)
		return
	}
	err := s.Cause(r, do(id))
	switch {
	case err == nil:
		http.Redirect(w, r, "/tournament/"+id, http.StatusSeeOther)
	case errors.Is(err, director.ErrNone), s.StatusOf(err) >= http.StatusInternalServerError, errors.Is(err, kernel.ErrSessionOver):
		s.Refuse(w, r, err)
	default:
		s.showWith(w, r, err)
	}
}
