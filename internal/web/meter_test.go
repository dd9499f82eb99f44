package web

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"ruhr/internal/cache"
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

// Requests are counted by their routes, refusals with their reasons.
func TestMeter(t *testing.T) {
	w := newWorld(t, 7)
	c := &counter{seen: map[counted]int{}}
	w.server.meter = c
	v := w.visitor()
	v.get("/handbook")
	v.get("/t/AAAAAAAAAAAAAAAAAAAAAA")
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, want := range []counted{
		{"GET /handbook", http.StatusOK, ""},
		{"GET /t/{id}", http.StatusNotFound, "page.error.no_table"},
	} {
		if c.seen[want] != 1 {
			t.Errorf("counted %v, want %v once", c.seen, want)
		}
	}
}
