package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/rules"
)

// command is what a form at a table asks for: the log number it was made at,
// the key that makes a repetition harmless, and who asks.
type command struct {
	id  string
	who table.Actor
	at  int64
	key string
}

// commandOf reads a command; it has answered where that is false.
func (s *server) commandOf(w http.ResponseWriter, r *http.Request) (c command, ok bool) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return c, false
	}
	at, err := strconv.ParseInt(r.PostForm.Get("at"), 10, 64)
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return c, false
	}
	id := r.PathValue("id")
	return command{id, s.actor(r, id), at, r.PostForm.Get("key")}, true
}

// act takes a decision.
func (s *server) act(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	n, err := strconv.ParseUint(r.PostForm.Get("action"), 10, 8)
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.service.Act(r.Context(), c.id, c.who, c.at, c.key, rules.Action(n))
	s.answer(w, r, c, snap, err)
}

// turn takes back or hands over.
func (s *server) turn(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	if r.PostForm.Has("confirm") {
		snap, err := s.service.Confirm(r.Context(), c.id, c.who, c.at, c.key)
		s.answer(w, r, c, snap, err)
		return
	}
	to, err := strconv.Atoi(r.PostForm.Get("undo"))
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayUndo(w, r, c) {
		return
	}
	snap, err := s.service.Undo(r.Context(), c.id, c.who, c.at, c.key, to)
	s.answer(w, r, c, snap, err)
}

// seat hands a seat to an opponent, takes it back, exchanges the opponent or
// renames it.
func (s *server) seat(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	k, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if !s.mayChange(w, r, c) {
		return
	}
	level := oneOf(r.PostForm.Get("level"), s.levels)
	var snap *table.Snapshot
	switch r.PostForm.Get("do") {
	case "give":
		snap, err = s.service.GiveToBot(r.Context(), c.id, c.who, c.at, c.key, k, level)
	case "take":
		snap, err = s.service.TakeBack(r.Context(), c.id, c.who, c.at, c.key, k)
	case "level":
		snap, err = anywhere(c, func(at int64) (*table.Snapshot, error) {
			return s.service.SetLevel(r.Context(), c.id, c.who, at, c.key, k, level)
		})
	case "rename":
		snap, err = anywhere(c, func(at int64) (*table.Snapshot, error) {
			return s.service.Rename(r.Context(), c.id, c.who, at, c.key, k, r.PostForm.Get("name"))
		})
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	s.answer(w, r, c, snap, err)
}

// anywhere carries out what is meant wherever the game stands by now: the page
// it comes from does not follow the game.
func anywhere(c command, do func(at int64) (*table.Snapshot, error)) (*table.Snapshot, error) {
	for at := c.at; ; {
		snap, err := do(at)
		if snap == nil || snap.N == at || !errors.Is(err, table.ErrStale) {
			return snap, err
		}
		at = snap.N
	}
}

// again sits the same people down at a new table.
func (s *server) again(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who := s.actor(r, id)
	next, err := s.service.Again(r.Context(), id, who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	me := store.HashOf(browser(r))
	for _, k := range who.Seats {
		if err := s.store.Grant(r.Context(), me, store.Place{Table: next, Seat: k}); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}

// answer shows what a command led to. A script gets the frames from where it
// was; without scripts the page comes anew, or again with what was wrong.
func (s *server) answer(w http.ResponseWriter, r *http.Request, c command, snap *table.Snapshot, err error) {
	if snap == nil {
		s.refuse(w, r, err)
		return
	}
	if !wantsFrames(r) {
		if err == nil {
			http.Redirect(w, r, "/t/"+c.id+"#headline", http.StatusSeeOther)
			return
		}
		s.showTable(w, r, snap, err)
		return
	}
	if r.Header.Get("X-Stream") == "open" {
		// The page hears the frames by its stream; only what was wrong is told.
		s.sendJSON(w, r, http.StatusOK, &frames{N: snap.N, Notice: s.noticeOf(localizerOf(r), err).HTML()})
		return
	}
	f, ferr := s.frames(r, snap, c.at, err)
	if ferr != nil {
		s.refuse(w, r, ferr)
		return
	}
	s.sendJSON(w, r, http.StatusOK, f)
}

// wantsFrames says whether a script asks.
func wantsFrames(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

func (s *server) sendJSON(w http.ResponseWriter, r *http.Request, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		s.fault(r, "answer failed", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	send(w, r, status, "application/json", body)
}
