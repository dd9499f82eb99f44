package tables

import (
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// sharePage shows the links and seats of a table.
type sharePage struct {
	kernel.Base
	ID      string
	Named   string // the name of the table, "" for none
	N       int64
	Key     string
	Watch   string
	WatchQR template.HTML
	Group   *madeLink // to the next free seat; nil where none is free
	Seats   []shareSeat
	Links   []madeLink // just created
	Open    int        // number of seats that nobody has taken
	Hints   bool       // whether the table allows advice
	// Thinking is how long the table's computer players think.
	Thinking game.Thinking
	Pace     game.Pace
	Rated    bool
	Counts   bool          // the table's stand-in plays for a person who leaves
	Fills    bool          // computer players will take the open seats
	Ends     template.HTML // when the table ends automatically, "" for never

	Renewed bool        // all earlier links to the seat are invalid
	Bots    []shareSeat // computer players that the viewer may change
	People  []shareSeat // people whom the viewer may remove as owner
	Levels  []string
	StandIn string // the usual level for a seat that somebody leaves to the computer
	Over    bool
	Names   bool   // the viewer may name the table
	NewName string // what the field for that has in it
}

// madeLink is a newly created private link.
type madeLink struct {
	Link string
	For  string // name of its seat, "" for a free one
	Sign int
	QR   template.HTML
}

// shareSeat is a seat for which the viewer may create a link.
type shareSeat struct {
	Seat, Sign int
	Name       string
	Mine, Open bool
	Renew      bool // the viewer may replace the links
	Hand       bool // the viewer may hand the table over to the person there
	Level      string
}

// share shows the spectator link and the seats this browser may create private
// links for: its own and the open ones.
func (s *Tables) share(w http.ResponseWriter, r *http.Request) {
	if p := s.sharePage(w, r); p != nil {
		s.Show(w, r, http.StatusOK, "share", p)
	}
}

// showShare shows the links and seats again after a command about one was refused.
func (s *Tables) showShare(w http.ResponseWriter, r *http.Request, refused error) {
	p := s.sharePage(w, r)
	if p == nil {
		return
	}
	if r.PostForm.Has("table") {
		p.NewName = r.PostForm.Get("table")
	}
	s.Show(w, r, s.Refused(w, &p.Base, refused), "share", p)
}

// sharePage builds the page; nil if it has already answered.
func (s *Tables) sharePage(w http.ResponseWriter, r *http.Request) *sharePage {
	id := r.PathValue("id")
	who, snap, err := s.Visit(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return nil
	}
	p := &sharePage{Base: s.NewBase(r, "table", "page.share.title"), ID: id, Named: snap.Name, N: snap.N, Key: table.NewSecret(), Watch: kernel.CallerOf(r).Public + "/t/" + id, Hints: snap.Hints, Thinking: snap.Thinking, Over: snap.Over, Names: snap.MayName(who), NewName: snap.Name}
	p.Title = kernel.Titled(p.Named, p.Title) // which goes along with a link that is shared
	p.WatchQR = page.QR(p.Watch, p.Plain("page.share.qr"))
	p.Pace, p.Rated, p.Counts, p.Fills = snap.Pace, snap.Rated, snap.Counts(), !snap.Fills.IsZero()
	if !snap.Ends.IsZero() {
		p.Ends = p.T("pace.ends", "day", p.Printer.Date(snap.Ends))
	}
	p.Levels, p.StandIn = s.Levels, s.StandIns()[0]
	names, signs := page.PlayerNames(p.Localizer, snap)
	p.Localizer = p.AtTable(names, signs)
	for k, seat := range snap.Seats {
		if !snap.Over && snap.MayExchange(who, k) {
			p.Bots = append(p.Bots, shareSeat{Seat: k, Sign: signs[k], Name: names[k], Level: seat.Level})
		}
		if !snap.Over && snap.MayRemove(who, k) {
			p.People = append(p.People, shareSeat{Seat: k, Sign: signs[k], Name: names[k], Mine: who.Holds(k), Hand: snap.MayHandOver(who, k) && !who.Holds(k)})
		}
		if !snap.MayLink(who, k) {
			continue
		}
		open := seat.Kind == game.Open && !seat.Kept
		if open {
			p.Open++
		}
		p.Seats = append(p.Seats, shareSeat{Seat: k, Sign: signs[k], Name: names[k], Mine: who.Holds(k), Open: open, Renew: snap.MayRenew(who, k), Level: seat.Level})
	}
	if p.Open > 0 {
		if p.Group, err = s.groupLink(r, p); err != nil {
			s.Refuse(w, r, err)
			return nil
		}
	}
	slices.SortStableFunc(p.Seats, func(a, b shareSeat) int { // an owner who invites comes for these
		switch {
		case a.Open == b.Open:
			return 0
		case a.Open:
			return -1
		}
		return 1
	})
	return p
}

// groupLink is the link that a table's page of links shows to somebody who may invite.
func (s *Tables) groupLink(r *http.Request, p *sharePage) (*madeLink, error) {
	token, err := s.Service.GroupLink(r.Context(), kernel.Browser(r), p.ID)
	if errors.Is(err, game.ErrNotOpen) { // somebody has just taken the last free seat
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	link := kernel.CallerOf(r).Public + "/join/" + token
	return &madeLink{Link: link, QR: page.QR(link, p.Plain("page.share.qr"))}, nil
}

// makeLink creates a private link for one seat, or one for each open seat, and
// shows it once.
func (s *Tables) makeLink(w http.ResponseWriter, r *http.Request) {
	// Read the whole body before checking rights: they may be lost while it
	// arrives.
	asked := r.PostFormValue("seat")
	k, err := strconv.Atoi(asked)
	if err != nil && asked != "open" {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
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
		if err := s.addLink(r, p, k); errors.Is(err, game.ErrCrowded) {
			s.showShare(w, r, err)
			return
		} else if err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	s.Show(w, r, http.StatusOK, "share", p)
}

// openSeats are the untaken seats that the viewer may invite to.
func (p *sharePage) openSeats() (out []int) {
	for _, seat := range p.Seats {
		if seat.Open {
			out = append(out, seat.Seat)
		}
	}
	return out
}

// addLink creates a link for a seat and adds it to the page.
func (s *Tables) addLink(r *http.Request, p *sharePage, k int) error {
	token, err := s.linkFor(r, p, k)
	if err != nil {
		return err
	}
	s.LogOf(r).Info("link made", "table", table.ShortID(p.ID), "seat", k, "replaced", p.Renewed)
	made := madeLink{Link: kernel.CallerOf(r).Public + "/join/" + token}
	made.QR = page.QR(made.Link, p.Plain("page.share.qr"))
	for _, seat := range p.Seats {
		if seat.Seat == k {
			made.Sign = seat.Sign
			if !seat.Open {
				made.For = seat.Name
			}
		}
	}
	p.Links = append(p.Links, made)
	return nil
}

// linkFor returns one more link for a seat, or the only valid one if renewed.
func (s *Tables) linkFor(r *http.Request, p *sharePage, seat int) (token string, err error) {
	if p.Renewed = r.PostForm.Get("renew") != ""; p.Renewed {
		return s.Service.RenewLink(r.Context(), kernel.Browser(r), p.ID, seat)
	}
	return s.Service.Link(r.Context(), kernel.Browser(r), p.ID, seat)
}
