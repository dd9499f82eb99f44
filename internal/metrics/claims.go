package metrics

import (
	"context"
	"maps"
	"sync"

	"ruhr/internal/store"
)

// The kinds of work that must happen once, and what may come of claiming it.
const (
	thinking = "thinking" // of a table's computer players
	due      = "due"      // what a table waits for: clocks, empty seats
	news     = "news"     // of a table, for notices
	notices  = "notices"  // to be sent

	taken    = "taken"
	renewed  = "renewed"
	released = "released"
	held     = "held"    // by another process
	expired  = "expired" // before it was renewed or released
	failed   = "failed"
)

// reserved is what this process has reserved, as far as it knows: until when, by
// table.
type reserved struct {
	mu    sync.Mutex
	until map[string]int64
}

// maxReserved bounds what is remembered of tables that were never released, as when
// the store failed.
const maxReserved = 4096

// result says what came of a reservation from now on until a time.
func (r *reserved) result(id string, mine bool, err error, now, until int64) (out []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before, had := r.until[id]
	if had && before <= now && err == nil {
		out = append(out, expired)
		had = false
	}
	switch {
	case err != nil:
		return append(out, failed)
	case !mine:
		delete(r.until, id)
		return append(out, held)
	case until <= now:
		delete(r.until, id)
		return append(out, released)
	}
	if len(r.until) >= maxReserved {
		maps.DeleteFunc(r.until, func(_ string, until int64) bool { return until <= now })
	}
	r.until[id] = until
	if had {
		return append(out, renewed)
	}
	return append(out, taken)
}

func (c counted) Reserve(ctx context.Context, id, worker string, now, until int64) (bool, error) {
	mine, err := c.Store.Reserve(ctx, id, worker, now, until)
	for _, result := range c.result(id, mine, err, now, until) {
		c.m.claims.WithLabelValues(thinking, result).Inc()
	}
	return mine, err
}

func (c counted) Claim(ctx context.Context, now, again int64, limit int) ([]string, error) {
	ids, err := c.Store.Claim(ctx, now, again, limit)
	c.m.claimed(due, len(ids), err)
	return ids, err
}

func (c counted) ClaimNews(ctx context.Context, now, again int64, limit int) ([]string, error) {
	ids, err := c.Store.ClaimNews(ctx, now, again, limit)
	c.m.claimed(news, len(ids), err)
	return ids, err
}

func (c counted) ClaimNotices(ctx context.Context, now, again int64, limit int, kinds []string, take func(store.Channel) bool) ([]store.Batch, error) {
	batches, err := c.Store.ClaimNotices(ctx, now, again, limit, kinds, take)
	c.m.claimed(notices, len(batches), err)
	return batches, err
}

// claimed counts work of a kind that a process was given.
func (m *Metrics) claimed(kind string, n int, err error) {
	if err != nil {
		m.claims.WithLabelValues(kind, failed).Inc()
		return
	}
	m.claims.WithLabelValues(kind, taken).Add(float64(n))
}
