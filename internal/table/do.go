package table

import (
	"context"
	"errors"
	"slices"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/record"
)

// appender has the form of the store's Append.
type appender func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error)

// Do carries out a command that an actor made at a log number, once for each key, even at a later
// number if it still means the same there.
func (v *Service) Do(ctx context.Context, id string, who game.Actor, at int64, key string, c game.Command) (*game.Snapshot, error) {
	return v.do(ctx, id, who, at, key, c, nil)
}

// do is Do for a command that is stored by add, with what belongs to it; nil is the
// store's Append.
func (v *Service) do(ctx context.Context, id string, who game.Actor, at int64, key string, c game.Command, add appender) (*game.Snapshot, error) {
	for {
		if v.closing() {
			return nil, game.ErrClosed
		}
		f, err := v.load(ctx, id)
		if err != nil {
			return nil, err
		}
		if err := f.MaySee(who, v.opt.Clock()); err != nil {
			return nil, err
		}
		v.audience.look(id, who.From, v.opt.Clock())
		next, err := v.try(ctx, f, who, at, key, c, add)
		switch {
		case err == nil:
			v.publish(ctx, next)
			return v.show(next, who), nil
		case errors.Is(err, store.ErrStale):
			continue // somebody was faster
		case errors.Is(err, store.ErrRepeated) || errors.Is(err, game.ErrRepeated):
			if now, err := v.load(ctx, id); err == nil {
				v.publish(ctx, now) // the first time may have been stored without an answer, and so without news
				f = now
			}
			return v.show(f, who), nil
		case !game.Refused(err):
			return nil, err
		case c.MayHaveStood(f, at) && !errors.Is(err, game.ErrFrozen):
			err = game.ErrStale // what is refused now may have been possible when the page was made
		}
		return v.show(f, who), err
	}
}

// try carries out a command and appends it, and gives the table after it. ErrStale is
// the table's where the command means something else now, and the store's where
// the log has grown meanwhile.
func (v *Service) try(ctx context.Context, f *game.Game, who game.Actor, at int64, key string, c game.Command, add appender) (*game.Game, error) {
	if len(key) > game.MaxKey || store.CheckKey(key) != nil {
		return nil, game.ErrBadKey.Saying(key[:min(len(key), game.MaxKey)])
	}
	next, entries, key, err := f.Do(c, game.Call{Who: who, At: at, Key: key, Now: v.opt.Clock(), Level: v.checkLevel})
	if err != nil {
		return nil, err
	}
	if add == nil {
		add = v.opt.Store.Append
	}
	_, err = add(ctx, f.ID, f.N, key, stored(next, entries))
	return next, err
}

// stored are new entries as they are stored, of a table that has them.
func stored(f *game.Game, entries []game.Entry) []store.Entry {
	var out []store.Entry
	for _, e := range entries {
		out = append(out, store.Entry{N: e.N, Time: e.Time, Kind: e.Kind, Seat: e.Seat, Body: e.Body})
	}
	last := &out[len(out)-1]
	last.Due, last.News, last.Stage = f.Due(), entries[len(entries)-1].News, stage(f)
	return out
}

// folded are stored entries as a table folds them.
func folded(log []store.Entry) []game.Entry {
	var out []game.Entry
	for _, e := range log {
		out = append(out, game.Entry{N: e.N, Time: e.Time, Kind: e.Kind, Seat: e.Seat, Body: e.Body, Key: e.Key})
	}
	return out
}

// stage returns how far a table is.
func stage(f *game.Game) store.Stage {
	if _, _, over := f.Ended(); over {
		return store.Over
	}
	if slices.ContainsFunc(f.Seats, func(s game.Seat) bool { return s.Kind == game.Open }) {
		return store.Open
	}
	return store.Running
}

// Record exports the game as far as the table has seen it, for somebody who may see the
// table. Errors: ErrFrozen if the table has no position at all, ErrNoTable,
// game.ErrHiddenDeal.
func (v *Service) Record(ctx context.Context, id string, who game.Actor) (*record.Record, error) {
	f, err := v.seen(ctx, id, who)
	if err != nil {
		return nil, err
	}
	if err := f.MayExport(); err != nil {
		return nil, err
	}
	return f.Record()
}
