package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/page"
)

// unqueued are the routes that wait for no turn, with the reason.
var unqueued = map[string]string{
	"POST /account/new":                "accounts are counted",
	"POST /account/in":                 "tries are counted",
	"POST /account/password":           "tries are counted",
	"POST /account/passkeys":           "tries are counted",
	"POST /account/passkeys/ask":       "questions are counted",
	"POST /account/recover":            "mails are counted",
	"POST /account/recover/{code}":     "tries are counted",
	"POST /account/delete":             "tries are counted",
	"POST /account/notices":            "mails are counted; a test waits for its receiver",
	"GET /.well-known/change-password": "from memory",
	"GET /commitment":                  "commitments are counted",
	"POST /open/link":                  "games are counted; to read one takes its turn",
	"GET /notices/worker.js":           "from memory",
	"GET /s/{hash}/{file...}":          "from memory",
	"GET /o/{file...}":                 "from memory",
	"GET /map/{board}/{file}":          "from memory, or drawn in its turn (TestOtherBoardsKeepNoMapWaiting)",
	"GET /imprint":                     "from memory",
	"GET /privacy":                     "from memory",
	"GET /favicon.ico":                 "from memory",
	"GET /robots.txt":                  "from memory",
	"GET /healthz":                     "from memory",
	"GET /t/{id}/stream":               "from memory",
	"GET /t/{id}/plan":                 "from memory",
	"POST /t/{id}/plan":                "from memory",
	"GET /readyz":                      "for machines, which ask when there is too much to do",
}

// Every route waits for its turn or for a place, or there is a reason why it need not.
func TestEveryRouteIsBounded(t *testing.T) {
	w := newWorld(t, 1)
	s := w.server
	for _, q := range []*fair.Queue{s.work, s.uploads.Reading, s.maps.drawing, s.usualMaps.drawing} {
		full(q)
	}
	w.fillUploads("192.0.2.1") // the address of requests in tests
	handler := s.guard(s.routes())
	fill := strings.NewReplacer("{id}", strings.Repeat("a", 22), "{$}", "", "{", "", "}", "")
	for _, pattern := range s.patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+fill.Replace(path), nil)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: keptCookie + s.mark, Value: "yes"})
		a := httptest.NewRecorder()
		handler.ServeHTTP(a, r)
		refused := a.Code == http.StatusServiceUnavailable || a.Code == http.StatusTooManyRequests
		if why := unqueued[pattern]; refused != (why == "") {
			t.Errorf("%s: status %d where all places are taken; reason to wait for none: %q", pattern, a.Code, why)
		}
	}
}

// Maps of others' boards neither keep those of the usual board waiting nor displace
// them, nor are they drawn without a turn.
func TestOtherBoardsKeepNoMapWaiting(t *testing.T) {
	w := newWorld(t, 1)
	s := w.server
	full(s.maps.drawing)
	v := w.visitor()
	own := *s.board.Board
	own.SHA256 = strings.Repeat("0", len(own.SHA256))
	s.maps.boards.Add(own.SHA256, &own)
	for range maxMapFiles + 1 {
		s.maps.files.Add([2]string{own.SHA256, strings.Repeat("x", s.maps.files.Len())}, &mapFile{})
	}
	name := page.PictureName(opening, "en", "auto")
	usual := page.MapAddress(s.board.Board)
	if a := v.get(usual + name); a.status != http.StatusOK {
		t.Errorf("a usual map: status %d", a.status)
	}
	full(s.usualMaps.drawing)
	if a := v.get(usual + name); a.status != http.StatusOK {
		t.Errorf("once it is drawn: status %d", a.status)
	}
	if a := v.get(page.MapAddress(&own) + "places.css"); a.status != http.StatusServiceUnavailable {
		t.Errorf("another one without a turn: status %d", a.status)
	}
}

// full leaves a queue without places.
func full(q *fair.Queue) {
	q.Wait = time.Millisecond
	fill(q)
}
