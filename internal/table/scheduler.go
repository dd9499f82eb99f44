package table

import (
	"context"
	"errors"
	"time"

	"ruhr/internal/store"
)

const (
	// tickEvery is how often the tables that are due are looked for.
	tickEvery = time.Second
	// claimFor is how long a table that is due is left to one program.
	claimFor = 30 * time.Second
	// claimAtOnce is how many tables are claimed at a time.
	claimAtOnce = 50
)

// Run does what is due at the tables until ctx ends: clocks that have run out,
// seats that computer players fill, tables that end by themselves. It begins with
// what became due while the program did not run.
func (v *Service) Run(ctx context.Context) {
	beat := time.NewTicker(tickEvery)
	defer beat.Stop()
	var before error
	for {
		err := v.Tick(ctx)
		if err != nil && before == nil && ctx.Err() == nil {
			v.opt.Log.Error("what is due at the tables cannot be done", "error", err)
		}
		before = err
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
	}
}

// Tick does what is due at the moment. Of several programs on one store each
// table is taken by one.
func (v *Service) Tick(ctx context.Context) error {
	for {
		now := v.opt.Clock()
		ids, err := v.opt.Store.Claim(ctx, now.UnixMilli(), now.Add(claimFor).UnixMilli(), claimAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := v.overdue(ctx, id); err != nil && !errors.Is(err, ErrNoTable) {
				v.opt.Log.Error("what is due at a table cannot be done", "table", short(id), "error", err)
			}
		}
		if len(ids) < claimAtOnce {
			return ctx.Err()
		}
	}
}

// overdue does what is due at one table, and wakes its computer players.
func (v *Service) overdue(ctx context.Context, id string) error {
	f, err := v.load(ctx, id)
	for err == nil {
		d, some := f.overdue(v.opt.Clock())
		if !some {
			v.wake(f)
			return nil
		}
		if v.closing() {
			return ErrClosed
		}
		next := f.clone()
		entries, failed := next.extend(d, v.opt.Clock().UnixMilli())
		if failed != nil {
			return failed
		}
		_, err = v.opt.Store.Append(ctx, id, f.n, "", entries)
		if err == nil {
			v.opt.Log.Info("by itself", "do", d.kind, "table", short(id), "seat", d.seat)
			v.publish(next)
		}
		if err == nil || errors.Is(err, store.ErrStale) {
			f, err = v.load(ctx, id) // a person may have been faster by a moment
		}
	}
	return err
}
