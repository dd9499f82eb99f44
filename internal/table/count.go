package table

import (
	"cmp"
	"context"
	"errors"

	"ruhr/internal/game"
	"ruhr/internal/rating"
	"ruhr/internal/results"
	"ruhr/internal/store"
)

// Results are those of the games at the tables.
func (v *Service) Results() *results.Book { return v.results }

// count stores the result of a finished game, once.
func (v *Service) count(ctx context.Context, f *game.Game) error {
	if err := v.endDay(ctx, f, false); err != nil { // before the table is no longer due
		return err
	}
	rated, err := v.results.Count(ctx, f)
	if rated {
		v.lookAgain(f.ID, 0) // the ratings beside the seats have changed
	}
	return err
}

// Rerate computes all ratings again from the results of all games, and returns
// how many games are rated. First it adds the results of finished tables that
// have none yet.
func (v *Service) Rerate(ctx context.Context) (int, error) {
	if err := v.eachEnded(ctx, v.count); err != nil {
		return 0, err
	}
	return v.results.Rerate(ctx)
}

// eachEnded does something with all finished tables, without caching them.
func (v *Service) eachEnded(ctx context.Context, do func(context.Context, *game.Game) error) error {
	return store.EachID(ctx, v.opt.Store, func(id string) error { return v.withEnded(ctx, id, do) })
}

// withEnded does something with a table that may be finished, without caching it.
func (v *Service) withEnded(ctx context.Context, id string, do func(context.Context, *game.Game) error) error {
	f := v.cache.get(id)
	if f == nil {
		t, err := v.opt.Store.Table(ctx, id)
		if errors.Is(err, ErrNoTable) || errors.Is(err, store.ErrDamaged) {
			return nil
		}
		if err != nil {
			return err
		}
		if f, err = v.begun(ctx, t); err != nil {
			return err
		}
	}
	log, err := v.after(ctx, f)
	if errors.Is(err, store.ErrStale) {
		v.cache.drop(id)
		return v.withEnded(ctx, id, do)
	}
	if errors.Is(err, ErrNoTable) || errors.Is(err, store.ErrDamaged) {
		return nil
	}
	if err != nil {
		return err
	}
	if f.Sound() {
		f = f.Clone()
		f.AddLog(folded(log))
	}
	return do(ctx, f)
}

// rerateOnce computes the ratings again if an older version did so last.
func (v *Service) rerateOnce(ctx context.Context) error {
	version := ""
	n, err := v.results.RerateOnce(ctx, func(before string) error {
		if version = before; version == "" {
			return v.eachEnded(ctx, v.count) // from before there were results; later ones are due until they are stored
		}
		return v.eachEnded(ctx, v.results.Describe)
	})
	if n > 0 {
		v.opt.Log.Info("ratings computed again", "version", rating.Version, "before", cmp.Or(version, "none"), "games", n)
	}
	return err
}

// readRatings brings the ratings beside the seats of tables up to date. Without its
// ratings a table is shown without them, so that an error is only logged.
func (v *Service) readRatings(ctx context.Context, list ...*game.Game) {
	if err := v.results.ReadSeats(ctx, v.opt.Clock(), list...); err != nil {
		v.opt.Log.Error("ratings cannot be read", "error", err)
	}
}

// There reports which tables still exist.
func (v *Service) There(ctx context.Context, ids []string) (map[string]bool, error) {
	lasts, err := v.opt.Store.Lasts(ctx, ids)
	out := map[string]bool{}
	for id := range lasts {
		out[id] = true
	}
	return out, err
}
