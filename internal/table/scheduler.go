package table

import (
	"context"
	"errors"
	"sync"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

const (
	// tickEvery is how often due tables are looked up.
	tickEvery = time.Second
	// claimFor is how long a due table is reserved for one process.
	claimFor = 30 * time.Second
	// claimAtOnce is the number of tables claimed at a time.
	claimAtOnce = 50
)

// Run handles what is due at tables until ctx ends: clocks that run out, seats
// to be filled by computer players, tables that end automatically, and results
// to be stored. It catches up on what became due while the program was down.
// Meanwhile it computes ratings again that another version computed, and par of days.
func (v *Service) Run(ctx context.Context) {
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { v.rerate(ctx) })
	beside.Go(func() {
		Beat(ctx, parEvery, v.MakePars, func(err error) { v.opt.Log.Error("par of a day cannot be worked out", "error", err) })
	})
	Beat(ctx, tickEvery, v.Tick, func(err error) { v.opt.Log.Error("what is due at the tables cannot be done", "error", err) })
}

// rerate computes the ratings again if another version computed them. Where that fails, it
// waits longer each time, since each attempt reads all tables.
func (v *Service) rerate(ctx context.Context) {
	for wait := tickEvery; ; wait = min(2*wait, time.Hour) {
		err := v.rerateOnce(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		v.opt.Log.Error("ratings cannot be computed again", "error", err, "retry", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

// Beat does something again and again until ctx ends. failed hears of the first of errors
// in a row.
func Beat(ctx context.Context, every time.Duration, do func(context.Context) error, failed func(error)) {
	beat := time.NewTicker(every)
	defer beat.Stop()
	var before error
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
		err := do(ctx)
		if err != nil && before == nil && ctx.Err() == nil {
			failed(err)
		}
		before = err
	}
}

// Tick handles what is due now. Of several processes on one store, only one gets
// each table.
func (v *Service) Tick(ctx context.Context) error {
	for {
		now := v.opt.Clock()
		ids, err := v.opt.Store.Claim(ctx, now.UnixMilli(), now.Add(claimFor).UnixMilli(), claimAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := v.overdue(ctx, id); err != nil && !errors.Is(err, ErrNoTable) {
				v.opt.Log.Error("what is due at a table cannot be done", "table", store.ShortID(id), "error", err)
			}
		}
		if len(ids) < claimAtOnce {
			return ctx.Err()
		}
	}
}

// overdue handles what is due at one table, wakes its computer players, and stores
// the result of a finished game.
func (v *Service) overdue(ctx context.Context, id string) error {
	f, err := v.load(ctx, id)
	for err == nil {
		what, some := f.Overdue(v.opt.Clock())
		if !some {
			v.wake(f)
			if !f.Sound() {
				return nil // a newer program may read it, so it stays due
			}
			if f.Due() == 0 { // from before tables had stages
				return v.opt.Store.SetStage(ctx, id, f.N, stage(f))
			}
			return v.count(ctx, f)
		}
		if v.closing() {
			return game.ErrClosed
		}
		var next *game.Game
		if next, err = v.try(ctx, f, game.Actor{}, f.N, "", what, nil); err == nil {
			done := next.Events[len(f.Events)]
			v.opt.Log.Info("by itself", "do", done.Kind, "table", store.ShortID(id), "seat", done.Seat)
			v.publish(ctx, next)
		}
		if err == nil || errors.Is(err, store.ErrStale) {
			f, err = v.load(ctx, id) // a person may just have acted
		}
	}
	return err
}
