package live

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// Hub is a [Live] within one process. Make one with [NewHub].
//
// One lock guards everything, and nothing blocks while holding it. Each
// subscription has one goroutine that delivers its news, so that only this one
// waits for the reader.
type Hub struct {
	mu     sync.Mutex
	closed bool
	tables map[string]*table // those with a reader or somebody present
	subs   map[*sub]bool     // the open subscriptions
	hands  sync.WaitGroup    // their goroutines
}

// table is what the hub knows of one table. It is deleted when nobody is left.
type table struct {
	readers map[*sub]bool
	counts  map[string]int // open pages, by who
	present []Present      // the same as a sorted list; replaced, never modified
}

var _ Live = (*Hub)(nil)

// NewHub returns a hub without readers.
func NewHub() *Hub {
	return &Hub{tables: map[string]*table{}, subs: map[*sub]bool{}}
}

// Publish implements [Live].
func (h *Hub) Publish(name string, n int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.tables[name]
	if t == nil {
		return
	}
	for s := range t.readers {
		if n > s.at[name] {
			s.at[name] = n
			s.queue(name)
		}
	}
}

// Subscribe implements [Live].
func (h *Hub) Subscribe(tables ...string) Sub {
	s := newSub(h)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(s.c)
		close(s.done)
		return s
	}
	h.subs[s] = true
	for _, name := range tables {
		s.add(name)
	}
	h.hands.Go(s.hand)
	return s
}

// Join implements [Live].
func (h *Hub) Join(name, who string) (leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return func() {}
	}
	h.count(name, who, +1)
	return sync.OnceFunc(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if !h.closed {
			h.count(name, who, -1)
		}
	})
}

// count changes the number of somebody's open pages and tells the readers.
func (h *Hub) count(name, who string, by int) {
	t := h.table(name)
	if t.counts[who] += by; t.counts[who] == 0 {
		delete(t.counts, who)
	}
	t.present = make([]Present, 0, len(t.counts))
	for who, n := range t.counts {
		t.present = append(t.present, Present{who, n})
	}
	slices.SortFunc(t.present, func(a, b Present) int { return strings.Compare(a.Who, b.Who) })
	for s := range t.readers {
		s.queue(name)
	}
	h.tidy(name)
}

// Present implements [Live].
func (h *Hub) Present(name string) []Present {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.present(name)
}

func (h *Hub) present(name string) []Present {
	if t := h.tables[name]; t != nil {
		return t.present
	}
	return nil
}

// table returns the entry of a table, a new one if there is none.
func (h *Hub) table(name string) *table {
	t := h.tables[name]
	if t == nil {
		t = &table{readers: map[*sub]bool{}, counts: map[string]int{}}
		h.tables[name] = t
	}
	return t
}

// tidy deletes a table that has no readers and nobody present.
func (h *Hub) tidy(name string) {
	if t := h.tables[name]; t != nil && len(t.readers) == 0 && len(t.counts) == 0 {
		delete(h.tables, name)
	}
}

// Close implements [Live].
func (h *Hub) Close() error {
	h.mu.Lock()
	for s := range h.subs {
		close(s.end)
	}
	h.closed, h.subs, h.tables = true, nil, nil // reading a nil map finds nothing
	h.mu.Unlock()
	h.hands.Wait()
	return nil
}

// Ask publishes how far the tables are that somebody listens to, for news that
// nobody has announced here.
func (h *Hub) Ask(ctx context.Context, last func(ctx context.Context, tables []string) (map[string]int64, error)) error {
	at, err := last(ctx, h.followed())
	for table, n := range at {
		h.Publish(table, n)
	}
	return err
}

// followed returns the tables that somebody listens to.
func (h *Hub) followed() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []string
	for name, t := range h.tables {
		if len(t.readers) > 0 {
			out = append(out, name)
		}
	}
	return out
}
