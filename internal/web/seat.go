package web

import (
	"net/http"
	"strconv"

	"ruhr/internal/game"
)

// seat handles the commands about a seat: give it to a computer player, take it
// back, change the computer player's level, rename; with clocks also wait,
// resign and vacation, without them replace who was silent.
func (s *server) seat(w http.ResponseWriter, r *http.Request) {
	c, k, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	level := oneOf(r.PostForm.Get("level"), s.standIns())
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
		days, _ := strconv.Atoi(r.PostForm.Get("days")) // 0 ends the vacation
		if r.PostForm.Get("do") == "back" {
			days = 0
		}
		do = game.AwayFor(k, days)
	case "replace":
		snap, err := s.service.Replace(r.Context(), browser(r), c.id, c.at, c.key, k)
		s.answer(w, r, c, snap, err)
		return
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.service.Do(r.Context(), c.id, c.who, c.at, c.key, do)
	if r.PostForm.Get("do") == "rename" && err != nil && keepsTyped(r, snap) {
		s.showRename(w, r, k, err)
		return
	}
	s.answer(w, r, c, snap, err)
}

// keepsTyped reports whether a form with a refused command is shown again with what
// was typed into it.
func keepsTyped(r *http.Request, snap *game.Snapshot) bool { return snap != nil && !wantsFrames(r) }

// showRename shows the links and seats again after a name was refused.
func (s *server) showRename(w http.ResponseWriter, r *http.Request, seat int, refused error) {
	p := s.sharePage(w, r)
	if p == nil {
		return
	}
	for i := range p.Seats {
		if p.Seats[i].Seat == seat {
			p.Seats[i].Typed = r.PostForm.Get("name")
		}
	}
	noteWhy(w, reason(refused))
	p.Notice = s.noticeOf(p.Localizer, refused)
	s.show(w, r, statusOf(refused), "share", p)
}
