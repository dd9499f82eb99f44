package web

import (
	"sync"

	"ruhr/internal/page"
	"ruhr/internal/table"
)

// sharedKey identifies the part of a table's page that all viewers share: one
// log number in one language.
type sharedKey struct {
	table string
	n     int64
	lang  string
}

// sharedTable is that part, with the regions rendered so far.
type sharedTable struct {
	*page.Shared
	mu      sync.Mutex
	regions map[regionKey]string
	passed  map[int]*sharedTable
}

// regionKey is all that a shared region depends on besides the page.
type regionKey struct {
	name   string
	seat   int             // for seat regions
	viewer page.SeatViewer // and what the viewer sees of the seat
	from   int             // first round, for the log
}

func newShared(p *page.Shared) *sharedTable {
	return &sharedTable{Shared: p, regions: map[regionKey]string{}, passed: map[int]*sharedTable{}}
}

// sharedOf returns the shared part of a snapshot's page, from the cache if
// possible.
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

// at returns the shared part at an earlier position, after decision step.
func (p *sharedTable) at(step int) *sharedTable {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.passed[step] == nil {
		p.passed[step] = newShared(p.Passed(step))
	}
	return p.passed[step]
}

// sharedRegion renders a region once for all viewers with the same key.
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

// seatRegion renders a region of a seat. Regions with forms are not shared,
// because each form has its own key.
func (s *server) seatRegion(p *sharedTable, t *page.Table, name string, seat page.Seat) (string, error) {
	if name == "board" && (seat.Hand != "" || seat.Time.Forms()) {
		return s.region(name, pair{t, seat})
	}
	return s.sharedRegion(p, regionKey{name: name, seat: seat.Seat, viewer: seat.SeatViewer}, pair{p.Shared, seat})
}
