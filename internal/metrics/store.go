package metrics

import (
	"context"
	"errors"
	"time"

	"ruhr/internal/store"
)

// counted is a store whose appends and claims are counted.
type counted struct {
	store.Store
	m *Metrics
	*reserved
}

// Count returns a store whose appends and claims are counted.
func (m *Metrics) Count(st store.Store) store.Store {
	return counted{st, m, &reserved{until: map[string]int64{}}}
}

func (c counted) Append(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
	return c.timed(entries, func() (int64, error) { return c.Store.Append(ctx, id, after, key, entries) })
}

func (c counted) AppendJoin(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser, token store.Hash, seat int) (int64, error) {
	return c.timed(entries, func() (int64, error) { return c.Store.AppendJoin(ctx, id, after, key, entries, browser, token, seat) })
}

func (c counted) AppendReturn(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser store.Hash, seat int) (int64, error) {
	return c.timed(entries, func() (int64, error) { return c.Store.AppendReturn(ctx, id, after, key, entries, browser, seat) })
}

func (c counted) AppendRemove(ctx context.Context, id string, after int64, key string, entries []store.Entry, seat int, by store.Holder) (int64, error) {
	return c.timed(entries, func() (int64, error) { return c.Store.AppendRemove(ctx, id, after, key, entries, seat, by) })
}

func (c counted) AppendReplace(ctx context.Context, id string, after int64, key string, entries []store.Entry, seat int, by store.Holder) (int64, error) {
	return c.timed(entries, func() (int64, error) { return c.Store.AppendReplace(ctx, id, after, key, entries, seat, by) })
}

// timed stores entries and counts that.
func (c counted) timed(entries []store.Entry, append func() (int64, error)) (int64, error) {
	began := time.Now()
	n, err := append()
	c.m.stored(entries, time.Since(began), err)
	return n, err
}

func (m *Metrics) stored(entries []store.Entry, took time.Duration, err error) {
	m.writes.WithLabelValues(result(err)).Observe(took.Seconds())
	if err != nil {
		return
	}
	for _, e := range entries {
		m.entries.WithLabelValues(e.Kind).Inc()
	}
}

// result names what came of a write.
func result(err error) string {
	for _, r := range []struct {
		err  error
		name string
	}{
		{nil, "stored"}, {store.ErrStale, "stale"}, {store.ErrRepeated, "repeated"},
		{store.ErrFull, "full"}, {store.ErrGone, "gone"}, {store.ErrUnreachable, "unreachable"}, {store.ErrNotHeld, "refused"}, {store.ErrNoToken, "refused"}, {store.ErrMany, "refused"},
		{store.ErrNoTable, "refused"}, {context.Canceled, "cancelled"}, // the client went away
	} {
		if errors.Is(err, r.err) {
			return r.name
		}
	}
	return "failed"
}
