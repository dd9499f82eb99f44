package tables

import (
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// joinForm is the page that a private link leads to. It asks for confirmation, so
// that a link preview takes no seat.
type joinForm struct {
	kernel.Base
	Table, Token string
	Named        string // the name of the table, "" for none
	Seat, Sign   int
	Name         string
	Given        string // the name to sit down under
	Open, Watch  bool
	Taken        bool // at a rated table, by somebody else
	Full         bool // a link for a group, and no seat is free
	Hints        bool
	Rated        bool
	Pace         game.Pace
	Round        int             // the one that somebody who sits down comes into, 0 before the game
	Names        []page.LineSeat // of free seats ""
	Hosts        []string        // the people at the table who invite, by name
	Commitment   string          // of the table's shuffle, "" without one
}

func (s *Tables) joinPage(w http.ResponseWriter, r *http.Request) {
	s.showJoin(w, r, http.StatusOK, nil)
}

func (s *Tables) showJoin(w http.ResponseWriter, r *http.Request, status int, refused error) {
	place, err := s.Service.LinkTo(r.Context(), r.PathValue("token"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	snap, err := s.Service.Position(r.Context(), place.Table, game.Actor{})
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	who, err := s.Actor(r, place.Table)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	full := false
	if place.Seat == table.NextFree {
		if len(who.Seats) > 0 {
			http.Redirect(w, r, "/t/"+place.Table, http.StatusSeeOther)
			return
		}
		place.Seat = game.FreeSeat(snap.Seats)
		full = place.Seat < 0
	}
	if snap.Game == nil {
		s.showTable(w, r, snap, nil)
		return
	}
	p := s.newJoinForm(r, place, snap, who)
	p.Full, p.Watch = full, place.Seat < 0 && !full
	if p.Given = s.knownName(r); refused != nil {
		kernel.NoteWhy(w, s.Reason(refused))
		p.Given, p.Notice = r.PostForm.Get("name"), s.NoticeOf(p.Localizer, refused)
	}
	// The token must not leak by the Referer header. With no-referrer the form
	// would have the origin "null", which is refused in a local network.
	w.Header().Set("Referrer-Policy", "strict-origin")
	s.Show(w, r, status, "join", p)
}

// newJoinForm makes the page of a link to a seat of a table, or to none.
func (s *Tables) newJoinForm(r *http.Request, place table.Place, snap *game.Snapshot, who game.Actor) *joinForm {
	p := &joinForm{Base: s.NewBase(r, "", "page.join.title"), Table: place.Table, Named: snap.Name, Token: r.PathValue("token"), Hints: snap.Hints, Rated: snap.Rated, Pace: snap.Pace}
	p.Title = kernel.Titled(p.Named, p.Title)
	p.Path, p.Return = "/", p.Path // the token stays out of everything else on the page but the way back from signing in
	if snap.Shuffle != nil {
		p.Commitment = snap.Shuffle.Commitment
	}
	names, signs := page.SeatNames(snap)
	if place.Seat >= 0 {
		p.Seat, p.Sign, p.Name = place.Seat, signs[place.Seat], names[place.Seat]
		p.Open = snap.Seats[place.Seat].Kind == game.Open
	}
	for k := range names {
		name := names[k]
		if name == "" && snap.Seats[k].Kind != game.Open {
			name = p.Printer.Seat(k)
		}
		if p.Open && snap.Seats[k].Kind == game.Person && snap.Seats[k].ByHand() {
			p.Hosts = append(p.Hosts, name)
		}
		p.Names = append(p.Names, page.LineSeat{SeatName: page.SeatName{Name: name, Sign: signs[k]}})
		if snap.Game != nil && len(snap.Steps) > 0 { // what one takes over
			p.Round, p.Names[k].VP = snap.State.Round(), snap.State.VP(k)
		}
	}
	p.Localizer = p.AtTable(names, signs)
	if p.Rated && place.Seat >= 0 {
		p.Taken = !p.Open && !who.Holds(place.Seat)
		if p.Me == "" {
			p.SignIn = kernel.SignInPath(r)
		}
	}
	return p
}

// join gives this browser the seat of a link; an open seat gets its person's
// name.
func (s *Tables) join(w http.ResponseWriter, r *http.Request) {
	// Read the whole body before looking up the link: it may be replaced meanwhile.
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	var name *string
	if r.PostForm.Has("name") {
		given := r.PostForm.Get("name")
		name = &given
	}
	token := r.PathValue("token")
	if _, err := s.Service.LinkTo(r.Context(), token); err != nil { // before a browser gets a secret
		s.Refuse(w, r, err)
		return
	}
	holder := s.KnownBrowser(w, r)
	place, err := s.Service.Enter(r.Context(), holder, token, name)
	if err != nil && kernel.LocalizerOf(r).Refused(s.Board, err) != nil {
		s.showJoin(w, r, s.StatusOf(err), err)
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.LogOf(r).Info("joined", "table", table.ShortID(place.Table), "seat", place.Seat)
	s.ApplyQuietHours(r, holder, place.Table)
	http.Redirect(w, r, "/t/"+place.Table, http.StatusSeeOther)
}
