package web

import (
	"html/template"
	"net/http"
	"strconv"

	"ruhr/internal/page"
	"ruhr/internal/table"
)

// sharePage has the links of a table.
type sharePage struct {
	base
	ID    string
	N     int64
	Key   string
	Watch string
	Seats []shareSeat
	Links []madeLink // just made
	Open  int        // seats that nobody has taken
	Hints bool       // whether advice is to be had at the table
	// Thinking is how long the table's computer players think.
	Thinking table.Thinking
	Pace     table.Pace
	Rated    bool
	Fills    bool          // computer players will take the free seats
	Ends     template.HTML // when the table ends by itself, "" for never

	Renewed bool        // all earlier links to the seat are void
	Bots    []shareSeat // seats of computer players that the viewer may exchange
	People  []shareSeat // whom the viewer may remove, as the owner
	Levels  []string
	Over    bool
}

// madeLink is a private link that was just made.
type madeLink struct {
	Link string
	For  string // the name of its seat
	QR   template.HTML
}

// shareSeat is a seat for which the viewer may make a link.
type shareSeat struct {
	Seat, Sign int
	Name       string
	Mine, Open bool
	Renew      bool // the viewer may replace the links
	Level      string
}

// share shows the link for watching, and the seats for which this browser may
// make a private one: its own, and the open ones.
func (s *server) share(w http.ResponseWriter, r *http.Request) {
	if p := s.sharePage(w, r); p != nil {
		s.show(w, r, http.StatusOK, "share", p)
	}
}

// sharePage prepares the page; nil where it has answered already.
func (s *server) sharePage(w http.ResponseWriter, r *http.Request) *sharePage {
	id := r.PathValue("id")
	who, err := s.actor(r, id)
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	snap, err := s.service.Position(r.Context(), id, who)
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	p := &sharePage{base: s.newBase(r, "table", "page.share.title"), ID: id, N: snap.N, Key: table.NewSecret(), Watch: callerOf(r).public + "/t/" + id, Hints: snap.Hints, Thinking: snap.Thinking, Over: snap.Over}
	p.Pace, p.Rated, p.Fills = snap.Pace, snap.Rated, !snap.Fills.IsZero()
	if !snap.Ends.IsZero() {
		p.Ends = p.T("pace.ends", "day", p.Date(snap.Ends))
	}
	p.Styles, p.Levels = []string{"css/site.css"}, s.levels
	names, signs := page.SeatNames(snap)
	p.Localizer = p.AtTable(names, signs)
	for k, seat := range snap.Seats {
		if snap.MayExchange(who, k) {
			p.Bots = append(p.Bots, shareSeat{Seat: k, Sign: signs[k], Name: names[k], Level: seat.Level})
		}
		if snap.MayRemove(who, k) {
			p.People = append(p.People, shareSeat{Seat: k, Sign: signs[k], Name: names[k], Mine: who.Holds(k)})
		}
		if !snap.MayLink(who, k) {
			continue
		}
		if seat.Kind == table.Open {
			p.Open++
		}
		p.Seats = append(p.Seats, shareSeat{Seat: k, Sign: signs[k], Name: names[k], Mine: who.Holds(k), Open: seat.Kind == table.Open, Renew: snap.MayRenew(who, k), Level: seat.Level})
	}
	return p
}

// makeLink makes a private link for a seat, or one for each open seat, and shows it
// once.
func (s *server) makeLink(w http.ResponseWriter, r *http.Request) {
	// All of the body before the rights: the browser may be put out while it comes.
	asked := r.PostFormValue("seat")
	k, err := strconv.Atoi(asked)
	if err != nil && asked != "open" {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	p := s.sharePage(w, r)
	if p == nil {
		return
	}
	seats := []int{k}
	if asked == "open" {
		seats = p.openSeats()
	}
	for _, k := range seats {
		if err := s.addLink(r, p, k); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	s.show(w, r, http.StatusOK, "share", p)
}

// openSeats are the seats that nobody has taken and the viewer may invite to.
func (p *sharePage) openSeats() (out []int) {
	for _, seat := range p.Seats {
		if seat.Open {
			out = append(out, seat.Seat)
		}
	}
	return out
}

// addLink makes a link for a seat and puts it on the page.
func (s *server) addLink(r *http.Request, p *sharePage, k int) error {
	token, err := s.linkFor(r, p, k)
	if err != nil {
		return err
	}
	s.logOf(r).Info("link made", "table", shortID(p.ID), "seat", k, "replaced", p.Renewed)
	made := madeLink{Link: callerOf(r).public + "/join/" + token}
	made.QR = page.QR(made.Link, p.Plain("page.share.qr"))
	for _, seat := range p.Seats {
		if seat.Seat == k {
			made.For = seat.Name
		}
	}
	p.Links = append(p.Links, made)
	return nil
}

// linkFor makes another link for a seat, or the only one where it is renewed.
func (s *server) linkFor(r *http.Request, p *sharePage, seat int) (token string, err error) {
	if p.Renewed = r.FormValue("renew") != ""; p.Renewed {
		return s.service.RenewLink(r.Context(), browser(r), p.ID, seat)
	}
	return s.service.Link(r.Context(), browser(r), p.ID, seat)
}
