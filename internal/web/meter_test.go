package web

import (
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"ruhr/internal/cache"
	"ruhr/internal/require"
)

// counter counts what it is told.
type counter struct {
	mu   sync.Mutex
	seen map[counted]int
}

type counted struct {
	route  string
	status int
	why    string
}

func (c *counter) Request(route string, status int, _ time.Duration, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[counted{route, status, why}]++
}

func (*counter) Stream(int) {}

func (*counter) Cache(string, func() cache.Stats) {}

// Refusals to programs have reasons like those to pages: the same for what pages are
// refused for, else the problem's code.
func TestMeterOfPrograms(t *testing.T) {
	w := newWorld(t, 7)
	c := &counter{seen: map[counted]int{}}
	w.Kernel.Meter = c
	id := w.Created()
	v := w.Visitor()
	v.SignUp("Anna")
	play, read := v.Token(url.Values{"play": {"yes"}}), v.Token(nil)
	act := "/tables/" + id + "/act"
	for _, x := range []struct{ method, path, token, body, route, why string }{
		{"GET", "/tables/AAAAAAAAAAAAAAAAAAAAAA", read, "", "/tables/{id}", "page.error.no_table"},
		{"GET", "/tables/AAAAAAAAAAAAAAAAAAAAAA/stream", read, "", "/tables/{id}/stream", "page.error.no_table"},
		{"POST", act, play, `{"at":1,"key":"k","action":{"type":"pass"}}`, "/tables/{id}/act", "api.bad_request"},
		{"POST", "/tables/" + id + "/confirm", play, `{"at":1,"key":"k"}`, "/tables/{id}/confirm", "table.nothing_to_confirm"},
		{"POST", act, read, `{}`, "/tables/{id}/act", "api.read_only"},
		{"GET", "/me", "", "", "/me", "api.no_token"},
		{"GET", "/people/Nobody", read, "", "/people/{name}", "people.error.nobody"},
		{"GET", "/nothing", read, "", "/", "api.no_operation"},
	} {
		c.mu.Lock()
		clear(c.seen)
		c.mu.Unlock()
		a := v.Ask(x.method, x.path, x.token, x.body)
		c.mu.Lock()
		want := counted{"/api/v1" + x.route, a.Status, x.why}
		if x.route != "/" {
			want.route = x.method + " " + want.route
		}
		if len(c.seen) != 1 || c.seen[want] != 1 || a.Status < http.StatusBadRequest {
			t.Errorf("%s %s, answered with %d %s, counts as %v, want %v", x.method, x.path, a.Status, a.Body, c.seen, want)
		}
		c.mu.Unlock()
	}
}

// Requests are counted by their routes, refusals with their reasons.
func TestMeter(t *testing.T) {
	w := newWorld(t, 7)
	c := &counter{seen: map[counted]int{}}
	w.Kernel.Meter = c
	v := w.Visitor()
	v.Get("/handbook")
	v.Get("/t/AAAAAAAAAAAAAAAAAAAAAA")
	v.SignUp("Anna")
	v.Get("/legend")
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, want := range []counted{
		{"GET /handbook", http.StatusOK, ""},
		{"GET /legend", http.StatusOK, ""}, // by somebody who is signed in
		{"GET /t/{id}", http.StatusNotFound, "page.error.no_table"},
	} {
		require.True(t, c.seen[want] == 1, "counted %v, want %v once", c.seen, want)
	}
}
