package web

import (
	"net/http"
	"strconv"

	"ruhr/internal/game"
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
func (s *server) commandOf(w http.ResponseWriter, r *http.Request) (c command, ok bool) {
	if err := r.ParseForm(); err != nil {
		s.failBody(w, r, err)
		return c, false
	}
	at, err := strconv.ParseInt(r.PostForm.Get("at"), 10, 64)
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return c, false
	}
	id := r.PathValue("id")
	who, err := s.actor(r, id)
	if err != nil {
		s.refuse(w, r, err)
		return c, false
	}
	if len(who.Seats) == 0 && !who.Owner && wasSignedIn(r) {
		s.refuse(w, r, errSessionOver)
		return c, false
	}
	who.Final = lastWord(readSettings(r)) == 0
	return command{id, who, at, r.PostForm.Get("key")}, true
}

// seatCommandOf reads a command about a seat that counts as a change (mayChange).
// If it returns false it has answered.
func (s *server) seatCommandOf(w http.ResponseWriter, r *http.Request) (c command, seat int, ok bool) {
	if c, ok = s.commandOf(w, r); !ok {
		return c, 0, false
	}
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return c, 0, false
	}
	return c, seat, s.mayChange(w, r, c)
}

// mayChange reports whether the visitor may do one more thing besides the game
// at a table, and counts it. If not, it has answered. Visitors without a seat
// are not counted: the table refuses them.
func (s *server) mayChange(w http.ResponseWriter, r *http.Request, c command) bool {
	return s.mayAt(w, r, c, s.limits.MayChange)
}

// mayUndo is the same for going back.
func (s *server) mayUndo(w http.ResponseWriter, r *http.Request, c command) bool {
	return s.mayAt(w, r, c, s.limits.MayUndo)
}

func (s *server) mayAt(w http.ResponseWriter, r *http.Request, c command, may func(string, game.Actor) bool) bool {
	ok := len(c.who.Seats) == 0 && !c.who.Owner || may(c.id, c.who)
	if !ok {
		s.tooMany(w, r, "page.error.changes")
	}
	return ok
}
