package web

import (
	"sync"

	"ruhr/internal/page"
	"ruhr/internal/table"
)

// sharedKey names the part of a table's page that all viewers share: it does
// not change at a log number, in a language.
type sharedKey struct {
	table string
	n     int64
	lang  string
}

// shared is that part, with the regions that have been rendered of it.
type sharedTable struct {
	*page.Shared
	mu      sync.Mutex
	regions map[regionKey]string
	passed  map[int]*sharedTable
}

// regionKey is everything that a shared region depends on besides the page.
type regionKey struct {
	name   string
	seat   int             // of a seat's regions
	viewer page.SeatViewer // and what a viewer sees of the seat
	from   int             // of the log
}

func newShared(p *page.Shared) *sharedTable {
	return &sharedTable{Shared: p, regions: map[regionKey]string{}, passed: map[int]*sharedTable{}}
}

// sharedOf is the shared part of a snapshot's page; the one asked for again is
// kept.
func (s *server) sharedOf(snap *table.Snapshot, l *page.Localizer) *sharedTable {
	key := sharedKey{snap.ID, snap.N, l.Lang()}
	if kept, ok := s.shared.Get(key); ok && snap.Frozen == nil {
		return kept
	}
	made := newShared(page.NewShared(l, snap, snap.History))
	if snap.Frozen == nil {
		s.shared.Add(key, made)
	}
	return made
}

// at is the shared part of an earlier position, after decision step.
func (p *sharedTable) at(step int) *sharedTable {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.passed[step] == nil {
		p.passed[step] = newShared(p.Passed(step))
	}
	return p.passed[step]
}

// sharedRegion renders a region that looks the same to everybody for whom the
// key is the same, once.
func (s *server) sharedRegion(p *sharedTable, key regionKey, data any) (string, error) {
	p.mu.Lock()
	html, ok := p.regions[key]
	p.mu.Unlock()
	if ok {
		return html, nil
	}
	html, err := s.region(key.name, data)
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.regions[key] = html
	return html, nil
}

// seatRegion renders a region of a seat. One with a form in it is the viewer's
// own, because forms have keys.
func (s *server) seatRegion(p *sharedTable, t *page.Table, name string, seat page.Seat) (string, error) {
	if name == "board" && (seat.Hand != "" || seat.Time.Forms()) {
		return s.region(name, pair{t, seat})
	}
	return s.sharedRegion(p, regionKey{name: name, seat: seat.Seat, viewer: seat.SeatViewer}, pair{p.Shared, seat})
}
