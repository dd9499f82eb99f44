package table

import (
	"context"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// SeatPresence is the name under which a page with this seat joins live.Live; it
// sets Seat.Present.
func SeatPresence(seat int) string { return "seat-" + strconv.Itoa(seat) }

// Tables lists the tables where a browser holds a place, newest first, at most
// limit of them (1 to MaxTables): those that come after a table of the list, ""
// for the beginning. One that cannot be read is left out and logged. Listing does
// not count as being present. Errors: ErrNoTable if that table is gone.
func (v *Service) Tables(ctx context.Context, browser, after string, limit int) ([]game.Listed, error) {
	return v.list(ctx, browser, store.Listing{After: after, Limit: min(limit, MaxTables)})
}

// Finished is Tables for those whose game has ended.
func (v *Service) Finished(ctx context.Context, browser, after string, limit int) ([]game.Listed, error) {
	return v.list(ctx, browser, store.Listing{Stages: []store.Stage{store.Over}, After: after, Limit: min(limit, MaxTables)})
}

// Unfinished lists the tables where a browser holds a place and the game has not
// ended, newest first, however many have ended since.
func (v *Service) Unfinished(ctx context.Context, browser string) ([]game.Listed, error) {
	return v.list(ctx, browser, unfinished)
}

// unfinished are all tables whose game has not ended.
var unfinished = store.Listing{Stages: []store.Stage{store.Running, store.Open}, Limit: store.MaxHeld}

func (v *Service) list(ctx context.Context, browser string, l store.Listing) ([]game.Listed, error) {
	all, err := v.opt.Store.TablesOf(ctx, store.HashOf(browser), l)
	if err != nil {
		return nil, err
	}
	var folds []*game.Game
	var seats [][]int
	for _, t := range all {
		f, err := v.load(ctx, t.ID)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v.opt.Log.Error("a table cannot be listed", "table", store.ShortID(t.ID), "error", err)
			continue
		}
		folds, seats = append(folds, f), append(seats, t.Seats)
	}
	v.readRatings(ctx, folds...)
	var out []game.Listed
	for i, f := range folds {
		who := actorWith(seats[i])
		s := v.show(f, who)
		out = append(out, game.Listed{Mine: s.You.Seats, Owner: who.Owner, Snapshot: s})
	}
	return out, nil
}

// Prospects lists what the actor's seat may be able to do (Table.Prospects).
// Errors: ErrNotYours, ErrNoTable.
func (v *Service) Prospects(ctx context.Context, id string, who game.Actor, seat int) ([]game.Prospect, error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	return f.Prospects(who, seat, v.opt.Random)
}
