package tables

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/record"
)

// boxRoutes are what is played beside the printed game.
func (s *Tables) boxRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /box":             s.Queued(s.boxForm),
		"GET /box/pad":         s.Queued(s.pad),
		"POST /box":            s.Queued(s.LimitCreates(s.newBox)),
		"POST /t/{id}/drawn":   s.Queued(s.enterDrawn),
		"GET /t/{id}/laid":     s.Queued(s.laid),
		"GET /t/{id}/correct":  s.Queued(s.correctPage),
		"POST /t/{id}/correct": s.Queued(s.correct),
	}
}

// boxPage is the form for a table beside the printed game.
type boxPage struct {
	*newPage
	Start int // the seat of the form that begins
}

func (s *Tables) newBoxPage(r *http.Request) *boxPage {
	p := &boxPage{newPage: &newPage{Base: s.NewBase(r, "new", "box.title"), Levels: s.Levels, Colours: game.Colours[:], Person: "box.person"}}
	p.OwnBoard = r.FormValue("board")
	return p
}

func (s *Tables) boxForm(w http.ResponseWriter, r *http.Request) {
	p := s.newBoxPage(r)
	p.Hints, p.With, p.Players, p.BotLevel = true, withComputer, playerCounts[0], s.Levels[0]
	p.seat(s.tableName(r, p.Localizer))
	for k := range p.Seats {
		if p.Seats[k].Who == p.BotLevel {
			p.Seats[k].Who = "me"
		}
	}
	s.Show(w, r, http.StatusOK, "box", p)
}

func (s *Tables) newBox(w http.ResponseWriter, r *http.Request) {
	p := s.newBoxPage(r)
	p.readOptions(r.PostForm)
	p.Start, _ = strconv.Atoi(r.PostForm.Get("start"))
	p.readSeats(r.PostForm)
	t := game.NewTable{Name: p.Name, Deal: game.Entered, Hints: p.Hints, CalmWater: p.CalmWater, EveryShip: p.EveryShip, Seats: p.tableSeats(), StartSeat: p.startSeat()}
	s.makeTable(w, r, p.newPage, t, "box", p)
}

// startSeat is the seat of the table that begins; -1 where the form names none of them.
func (p *boxPage) startSeat() int {
	at := -1
	for k, seat := range p.Seats {
		if seat.Who == "none" || seat.Who == "" {
			continue
		}
		if at++; k == p.Start {
			return at
		}
	}
	return -1
}

// enterDrawn handles what was drawn beside the printed game, and going back to a draw.
func (s *Tables) enterDrawn(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	do := game.Enter(r.PostForm.Get("face"))
	if r.PostForm.Has("again") {
		k, err := strconv.Atoi(r.PostForm.Get("again"))
		if err != nil {
			s.Fail(w, r, http.StatusBadRequest, "page.error.form")
			return
		}
		if !s.mayUndo(w, r, c) {
			return
		}
		do = game.EnterAgain(k)
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, do)
	s.answer(w, r, c, snap, err)
}

// laidPage lists what lies where.
type laidPage struct {
	*page.Localizer
	kernel.Base
	*page.Laid
	Corrects bool // the reader may put something right
	Later    bool // the game may go on from a later round
}

func (s *Tables) laid(w http.ResponseWriter, r *http.Request) {
	snap, err := s.Position(r, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if snap.Game == nil {
		s.showTable(w, r, snap, nil)
		return
	}
	b := s.NewBase(r, "table", "box.laid")
	b.Styles = []string{"css/map.css", "css/site.css", "css/box.css"}
	all := s.sharedOf(snap, b.Localizer)
	b.MapImage = s.Shown(snap.Game.Board(), b.Localizer, b.Set)
	corrects := snap.Entering != nil && len(snap.You.Seats) > 0
	s.Show(w, r, http.StatusOK, "laid", &laidPage{all.Localizer, b, page.NewLaid(all.Shared), corrects, corrects && snap.Entering.Opens()})
}

// correctionsPage is the form that puts amounts right.
type correctionsPage struct {
	*page.Localizer
	kernel.Base
	*page.Corrections
}

func (s *Tables) correctPage(w http.ResponseWriter, r *http.Request) {
	snap, err := s.Position(r, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if snap.Entering == nil || len(snap.You.Seats) == 0 {
		s.showTable(w, r, snap, nil)
		return
	}
	s.showCorrections(w, r, http.StatusOK, snap, nil, nil)
}

// showCorrections shows the form, with what was typed and why it was refused.
func (s *Tables) showCorrections(w http.ResponseWriter, r *http.Request, status int, snap *game.Snapshot, typed record.Correction, refused error) {
	b := s.NewBase(r, "table", "box.correct")
	b.Styles = []string{"css/site.css", "css/box.css"}
	all := s.sharedOf(snap, b.Localizer)
	s.Show(w, r, status, "correct", &correctionsPage{all.Localizer, b, page.NewCorrections(all.Shared, table.NewSecret(), typed, refused)})
}

// maxFields is more than a form of corrections has fields.
const maxFields = 500

// correct puts right the amounts that differ from those the form was made with.
func (s *Tables) correct(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	set := record.Correction{}
	for name, values := range r.PostForm {
		key, is := strings.CutPrefix(name, "set-")
		if !is || len(values) == 1 && values[0] == r.PostForm.Get("was-"+key) {
			continue
		}
		n, err := strconv.Atoi(values[0])
		if err != nil || len(values) > 1 || len(set) > maxFields {
			s.Fail(w, r, http.StatusBadRequest, "page.error.form")
			return
		}
		set[key] = n
	}
	if len(set) == 0 { // there is nothing to apply
		snap, err := s.Position(r, c.id)
		s.answer(w, r, c, snap, err)
		return
	}
	if !s.mayUndo(w, r, c) {
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.Correct(set))
	if errors.Is(err, game.ErrCorrection) && !kernel.WantsFrames(r) {
		if now, other := s.Position(r, c.id); other == nil && now.Entering != nil {
			kernel.NoteWhy(w, s.Reason(err))
			s.showCorrections(w, r, s.StatusOf(err), now, set, err)
			return
		}
	}
	s.answer(w, r, c, snap, err)
}
