package tables

import (
	"net/http"
	"strconv"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/web/kernel"
)

// command is what a form at a table asks for: the log number it was made at,
// the key that makes a repetition harmless, and who asks.
type command struct {
	id  string
	who game.Actor
	at  int64
	key string
}

// commandOf reads a command. If it returns false it has answered.
func (s *Tables) commandOf(w http.ResponseWriter, r *http.Request) (c command, ok bool) {
	if !s.Parse(w, r) {
		return c, false
	}
	at, err := strconv.ParseInt(r.PostForm.Get("at"), 10, 64)
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return c, false
	}
	id := r.PathValue("id")
	who, err := s.Actor(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return c, false
	}
	if len(who.Seats) == 0 && !who.Owner && kernel.WasSignedIn(r) {
		s.Refuse(w, r, kernel.ErrSessionOver)
		return c, false
	}
	who.Final = lastWord(kernel.ReadSettings(r)) == 0
	return command{id, who, at, r.PostForm.Get("key")}, true
}

// seatCommandOf reads a command about a seat that counts as a change (mayChange).
// If it returns false it has answered.
func (s *Tables) seatCommandOf(w http.ResponseWriter, r *http.Request) (c command, seat int, ok bool) {
	if c, ok = s.commandOf(w, r); !ok {
		return c, 0, false
	}
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return c, 0, false
	}
	return c, seat, s.mayChange(w, r, c)
}

// mayChange reports whether the visitor may do one more thing besides the game
// at a table, and counts it. If not, it has answered. Visitors without a seat
// are not counted: the table refuses them.
func (s *Tables) mayChange(w http.ResponseWriter, r *http.Request, c command) bool {
	return s.mayAt(w, r, c, fair.Change)
}

// mayUndo is the same for going back.
func (s *Tables) mayUndo(w http.ResponseWriter, r *http.Request, c command) bool {
	return s.mayAt(w, r, c, fair.Undo)
}

func (s *Tables) mayAt(w http.ResponseWriter, r *http.Request, c command, do fair.Doing) bool {
	ok := len(c.who.Seats) == 0 && !c.who.Owner || s.Limits.May(do, "", fair.PlaceOf(c.id, c.who))
	if !ok {
		s.TooMany(w, r, "page.error.changes")
	}
	return ok
}

// answer shows the result of a command. A script gets the frames since its
// position; without scripts the page is reloaded, or shown with what was wrong.
func (s *Tables) answer(w http.ResponseWriter, r *http.Request, c command, snap *game.Snapshot, err error) {
	if snap == nil {
		s.Refuse(w, r, err)
		return
	}
	if err != nil {
		kernel.NoteWhy(w, s.Reason(err))
	}
	if !kernel.WantsFrames(r) {
		if err == nil {
			http.Redirect(w, r, "/t/"+c.id+"#headline", http.StatusSeeOther)
			return
		}
		s.showTable(w, r, snap, err)
		return
	}
	if snap.N < c.at {
		s.sendReload(w, r, snap)
		return
	}
	if r.Header.Get("X-Stream") == "open" && (err != nil || snap.N > c.at) {
		// The frames come by the page's stream, if there is news: only an error is answered.
		s.SendJSON(w, r, http.StatusOK, &frames{N: snap.N, Now: time.Now().UnixMilli(), Notice: s.NoticeOf(kernel.LocalizerOf(r), err).HTML()})
		return
	}
	f, ferr := s.frames(r, snap, c.at, maxSteps, err)
	if ferr != nil {
		s.Refuse(w, r, ferr)
		return
	}
	s.sendFrames(w, r, f)
}

// sendFrames sends frames without what the page has.
func (s *Tables) sendFrames(w http.ResponseWriter, r *http.Request, f *frames) {
	s.stripAll(f, seenBy(r))
	f.Now = time.Now().UnixMilli()
	s.SendJSON(w, r, http.StatusOK, f)
}

// sendReload answers a page that is at a later log number than its table, because an
// older backup was restored: it is to be reloaded.
func (s *Tables) sendReload(w http.ResponseWriter, r *http.Request, snap *game.Snapshot) {
	s.SendJSON(w, r, http.StatusOK, &frames{N: snap.N, Reload: true})
}
