package table

import (
	"slices"
	"sync"
	"time"

	"ruhr/internal/game"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// lookLasts is how long somebody without an open page counts as present after
// loading a page of the table or giving a command.
const lookLasts = time.Minute

// maxLooks is how many tables' looks are remembered.
const maxLooks = 10_000

// audience is who is at the tables, with a seat or watching. Computer players
// think only where somebody is.
type audience struct {
	mu    sync.Mutex
	open  map[string][]string // by table: the visitors of the pages that follow it, the earliest first
	looks *simplelru.LRU[string, look]
}

// look is when somebody was last at a table, and who.
type look struct {
	visitor string
	at      time.Time
}

func newAudience() audience {
	return audience{open: map[string][]string{}, looks: newLRU[string, look](maxLooks)}
}

// look notes that a visitor is at a table now.
func (a *audience) look(id, visitor string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.looks.Add(id, look{visitor, now})
}

// visitor is somebody who is at a table, false if nobody is.
func (a *audience) visitor(id string, now time.Time) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if open := a.open[id]; len(open) > 0 {
		return open[0], true
	}
	last, ok := a.looks.Get(id)
	return last.visitor, ok && now.Sub(last.at) < lookLasts
}

// Attend notes that a visitor has a page open that follows a table, until leave
// is called. The computer players there think as long as anyone is; ask for
// the position afterwards to wake them.
func (v *Service) Attend(id, visitor string) (leave func()) {
	a := &v.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open[id] = append(a.open[id], visitor)
	return sync.OnceFunc(func() {
		a.look(id, visitor, v.opt.Clock()) // they may come back at once
		a.mu.Lock()
		defer a.mu.Unlock()
		i := slices.Index(a.open[id], visitor)
		if a.open[id] = slices.Delete(a.open[id], i, i+1); len(a.open[id]) == 0 {
			delete(a.open, id)
		}
	})
}

// attended is a visitor who is at a table, false if nobody is.
func (v *Service) attended(id string) (visitor string, ok bool) {
	return v.audience.visitor(id, v.opt.Clock())
}

// awaited is attended, or where the table has clocks and a person plays by hand
// somebody who waits elsewhere.
func (v *Service) awaited(f *game.Game) (visitor string, ok bool) {
	if visitor, ok = v.attended(f.ID); !ok && f.TimedPlay() {
		return "waiting", true
	}
	return visitor, ok
}
