package tables

import (
	"cmp"
	"net/http"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// seatPage is what a visitor may do about their seats at a table.
type seatPage struct {
	*tablePage
	MaxName int
	renames bool        // people may rename themselves here
	seat    int         // whose new name was refused, -1 for none
	typed   string      // that name
	given   []game.Seat // with the names as they were given
}

// MayRename reports whether a seat's name can be changed.
func (p *seatPage) MayRename(seat page.Seat) bool { return seat.Person && p.renames }

// NameOf is what the field for a seat's name has in it.
func (p *seatPage) NameOf(seat page.Seat) string {
	if seat.Seat == p.seat {
		return p.typed
	}
	return p.given[seat.Seat].Name
}

// mySeat shows what the visitor may do about their seats at a table.
func (s *Tables) mySeat(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.Position(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.showSeat(w, r, snap, -1, nil)
}

// showSeat shows the visitor's seats, after a new name for one was refused with what was
// typed. Visitors without a seat are sent to the table.
func (s *Tables) showSeat(w http.ResponseWriter, r *http.Request, snap *game.Snapshot, seat int, refused error) {
	if snap.Game == nil || len(snap.You.Seats) == 0 {
		http.Redirect(w, r, "/t/"+snap.ID, http.StatusSeeOther) // which says why there is no seat
		return
	}
	t, all, err := s.newTablePage(r, snap)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &seatPage{tablePage: t, MaxName: game.MaxName, renames: !snap.Rated && snap.Frozen == nil, seat: seat, typed: r.PostForm.Get("name"), given: snap.Seats}
	p.Base = s.NewBase(r, "table", "page.seat.mine")
	p.Base.Localizer = all.Localizer
	s.Show(w, r, s.Refused(w, &p.Base, refused), "seat", p)
}

// seat handles the commands about a seat: give it to a computer player, take it
// back, change the computer player's level, rename; with clocks also wait,
// resign and holiday, without them replace who was silent, take the game along and go
// on with it here.
func (s *Tables) seat(w http.ResponseWriter, r *http.Request) {
	c, k, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	level := kernel.OneOf(r.PostForm.Get("level"), s.StandIns())
	var do game.Command
	switch r.PostForm.Get("do") {
	case "give":
		do = game.GiveToBot(k, level)
	case "take":
		do = game.TakeBack(k)
	case "level":
		do = game.SetLevel(k, level)
	case "rename":
		do = game.Rename(k, r.PostForm.Get("name"))
	case "wait":
		do = game.Wait(k)
	case "resign":
		do = game.Resign(k)
	case "away", "back":
		days, _ := holidayOf(r)
		do = game.AwayFor(k, days)
	case "along":
		do = game.TakeAlong()
	case "return":
		do = game.Return()
	case "replace":
		snap, err := s.Service.Replace(r.Context(), kernel.Browser(r), c.id, c.at, c.key, k)
		s.answer(w, r, c, snap, err)
		return
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, do)
	if err == nil && r.PostForm.Has("all") {
		err = s.awayElsewhere(r, c)
	}
	if r.PostForm.Get("do") == "rename" && err != nil && c.who.Holds(k) && keepsTyped(r, snap) {
		s.showSeat(w, r, snap, k, err)
		return
	}
	if r.PostForm.Get("do") == "along" && err == nil {
		http.Redirect(w, r, "/t/"+c.id+"/seat", http.StatusSeeOther) // where its file is
		return
	}
	s.answer(w, r, c, snap, err)
}

// awayElsewhere sets or ends the holiday that a command asks for at the visitor's
// other tables by correspondence, too. It returns the first refusal, of a table where
// too much holiday has been taken.
func (s *Tables) awayElsewhere(r *http.Request, c command) (refused error) {
	days, ok := holidayOf(r)
	if !ok {
		return nil
	}
	list, err := s.Service.Unfinished(r.Context(), kernel.Browser(r))
	if err != nil {
		return err
	}
	for _, t := range list {
		for _, k := range t.Mine {
			if t.ID == c.id || t.Clocks == nil || !t.Pace.Days || t.Seats[k].Kind != game.Person {
				continue
			}
			who, err := s.Actor(r, t.ID)
			if err == nil {
				_, err = s.Service.Do(r.Context(), t.ID, who, t.N, c.key, game.AwayFor(k, days))
			}
			refused = cmp.Or(refused, err)
		}
	}
	return refused
}

// holidayOf is the holiday that a form asks for, in days, 0 to end it; false if it
// asks for something else.
func holidayOf(r *http.Request) (days int, ok bool) {
	switch r.PostForm.Get("do") {
	case "away":
		days, _ = strconv.Atoi(r.PostForm.Get("days"))
		return days, true
	case "back":
		return 0, true
	}
	return 0, false
}

// keepsTyped reports whether a form with a refused command is shown again with what
// was typed into it.
func keepsTyped(r *http.Request, snap *game.Snapshot) bool {
	return snap != nil && !kernel.WantsFrames(r)
}
