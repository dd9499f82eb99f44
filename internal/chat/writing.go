package chat

import (
	"context"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// writes is for how long somebody is shown to be writing after they last said so.
const writes = 8 * time.Second

// pen is a seat that may be writing in the table room.
type pen struct {
	table string
	seat  int
}

// writer ends what shows that a seat is writing.
type writer struct {
	timer *time.Timer
	leave func()
}

// Writing shows for a few seconds that a reader is writing in the table room. It is
// presence at the table's Topic, so nothing is stored, and saying it again is no
// news. Errors: those of Say.
func (c *Service) Writing(ctx context.Context, id string, r Reader) error {
	m, err := c.opening(ctx, id, r, AtTable)
	if err != nil {
		return err
	}
	at := pen{id, m.Seat}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w, known := c.writers[at]; known {
		w.timer.Reset(writes)
		return nil
	}
	if c.writers == nil {
		c.writers = map[pen]writer{}
	}
	leave := c.Live.Join(Topic(id), table.SeatPresence(m.Seat))
	c.writers[at] = writer{time.AfterFunc(writes, func() { c.wrote(at) }), leave}
	return nil
}

// wrote ends what Writing has begun.
func (c *Service) wrote(at pen) {
	c.mu.Lock()
	w, known := c.writers[at]
	delete(c.writers, at)
	c.mu.Unlock()
	if known {
		w.timer.Stop()
		w.leave()
	}
}

// Writers returns the names of the others who are writing in the table room, without
// those whom the reader has muted.
func (c *Service) Writers(ctx context.Context, s *game.Snapshot, r Reader) (names []string, err error) {
	present := c.Live.Present(Topic(s.ID))
	if len(present) == 0 {
		return nil, nil
	}
	muted, err := c.mutedSeats(ctx, s.ID, r)
	for k, name := range s.Names() {
		here := func(p live.Present) bool { return p.Who == table.SeatPresence(k) }
		if !r.Holds(k) && !muted[k] && slices.ContainsFunc(present, here) {
			names = append(names, name)
		}
	}
	return names, err
}

// mutedSeats are the seats whose last message in the table room a reader does not hear.
func (c *Service) mutedSeats(ctx context.Context, id string, r Reader) (map[int]bool, error) {
	if !MayMute(r) {
		return nil, nil
	}
	heard, err := c.Store.Messages(ctx, id, 0, store.HashOf(r.Holder))
	if err != nil {
		return nil, err
	}
	all, err := c.Store.Messages(ctx, id, 0, store.Hash{})
	muted := map[int]bool{}
	for _, m := range all {
		if m.Room == AtTable {
			muted[m.Seat] = !slices.ContainsFunc(heard, func(h store.Message) bool { return h.N == m.N })
		}
	}
	return muted, err
}
