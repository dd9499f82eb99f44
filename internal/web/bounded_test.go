package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
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
	s := w.Kernel
	for _, q := range []*fair.Queue{s.Work, s.Uploads.Reading, s.Drawing} {
		full(q)
	}
	w.FillUploads("192.0.2.1") // the address of requests in tests
	handler := w.Site()
	fill := strings.NewReplacer("{id}", strings.Repeat("a", 22), "{$}", "", "{", "", "}", "")
	for _, pattern := range w.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+fill.Replace(path), nil)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: kernel.KeptCookie + s.Mark, Value: "yes"})
		a := httptest.NewRecorder()
		handler.ServeHTTP(a, r)
		refused := a.Code == http.StatusServiceUnavailable || a.Code == http.StatusTooManyRequests
		if why := unqueued[pattern]; refused != (why == "") {
			t.Errorf("%s: status %d where all places are taken; reason to wait for none: %q", pattern, a.Code, why)
		}
	}
}

// full leaves a queue without places.
func full(q *fair.Queue) {
	q.Wait = time.Millisecond
	webtest.Fill(q)
}
