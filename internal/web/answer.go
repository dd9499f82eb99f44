package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"ruhr/internal/game"
)

// answer shows the result of a command. A script gets the frames since its
// position; without scripts the page is reloaded, or shown with what was wrong.
func (s *server) answer(w http.ResponseWriter, r *http.Request, c command, snap *game.Snapshot, err error) {
	if snap == nil {
		s.refuse(w, r, err)
		return
	}
	if err != nil {
		noteWhy(w, reason(err))
	}
	if !wantsFrames(r) {
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
		s.sendJSON(w, r, http.StatusOK, &frames{N: snap.N, Now: time.Now().UnixMilli(), Notice: s.noticeOf(localizerOf(r), err).HTML()})
		return
	}
	f, ferr := s.frames(r, snap, c.at, maxSteps, err)
	if ferr != nil {
		s.refuse(w, r, ferr)
		return
	}
	s.sendFrames(w, r, f)
}

// sendFrames sends frames without what the page has.
func (s *server) sendFrames(w http.ResponseWriter, r *http.Request, f *frames) {
	s.stripAll(f, seenBy(r))
	f.Now = time.Now().UnixMilli()
	s.sendJSON(w, r, http.StatusOK, f)
}

// wantsFrames reports whether a script asks.
func wantsFrames(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

// sendReload answers a page that is at a later log number than its table, because an
// older backup was restored: it is to be reloaded.
func (s *server) sendReload(w http.ResponseWriter, r *http.Request, snap *game.Snapshot) {
	s.sendJSON(w, r, http.StatusOK, &frames{N: snap.N, Reload: true})
}

func (s *server) sendJSON(w http.ResponseWriter, r *http.Request, status int, v any) {
	out := newBuffer()
	defer buffers.Put(out)
	if err := writeJSON(out, v); err != nil {
		s.fault(r, "answer failed", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	send(w, r, status, "application/json", out.Bytes())
}

// writeJSON writes what scripts read, and the end of the line. Markup in it is not
// escaped, which would make most of it twice as long.
func writeJSON(out *bytes.Buffer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
