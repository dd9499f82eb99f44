package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/results"
	"ruhr/internal/store"
)

// What tournaments need is functions, not methods: a program without tournaments does not
// contain them.

// director holds a place at every table of a tournament, so that none is deleted before its
// result is read, even if all players remove it from their lists: it goes when it is old.
// No browser's secret has this form.
const director = "director"

// StartSeated starts the table of a tournament, with its ID. Its persons have their seats
// from the beginning: holders says who, by seat. The first seat is the start player.
// Tables with the same secret have the same deal; "" is for a deal of its own.
// Doing so again, at once or after an interruption, makes no second table. Errors: the
// refusals of a new table.
func StartSeated(ctx context.Context, v *Service, t game.NewTable, holders []store.Hash, secret string) error {
	if v.closing() {
		return game.ErrClosed
	}
	t.SameDeal = secret != ""
	t.Seats = slices.Clone(t.Seats)
	levels := []*string{&t.StandIn}
	for k := range t.Seats {
		levels = append(levels, &t.Seats[k].Level)
	}
	for _, level := range levels { // one may no longer exist
		if *level != "" && v.checkLevel(game.Nobody, *level) != nil {
			*level = v.opt.StandIn
		}
	}
	s, err := t.Setup(v.opt.StandIn, v.checkLevel, true)
	if err != nil {
		return err
	}
	deal := game.DealFirst(func() game.Dealer {
		if !v.proves {
			return game.DealDrawn(v.opt.Random)
		}
		return game.DealShuffled(newRandom(), game.Part{Seat: game.Nobody})
	})
	if t.SameDeal {
		deal = game.DealSame(secret)
	}
	err = v.start(ctx, t.ID, s, v.opt.Board, game.Part{}, deal, store.Holder{Browser: store.HashOf(director), Seat: store.Nobody})
	if err != nil && !errors.Is(err, store.ErrExists) {
		return err
	}
	for k, seat := range s.Seats {
		if seat.Kind != game.Person {
			continue
		}
		if err := v.opt.Store.Grant(ctx, holders[k], Place{Table: t.ID, Seat: k}); err != nil {
			return err
		}
		if t.Pace.Days {
			if err := v.restAsElsewhere(ctx, holders[k], t.ID, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// restAsElsewhere gives a seat, which its person has not sat down on themselves, the quiet
// hours and the holiday that they have at another table: at the newest one that goes on, or
// else at the newest that has ended.
func (v *Service) restAsElsewhere(ctx context.Context, holder store.Hash, id string, seat int) error {
	for _, stages := range [][]store.Stage{{store.Running}, {store.Over}} {
		const tables = 20 // of those without days between decisions the newest may all be
		list, err := v.opt.Store.TablesOf(ctx, holder, store.Listing{Stages: stages, Limit: tables})
		if err != nil {
			return err
		}
		for _, t := range list {
			f, err := v.load(ctx, t.ID)
			held := slices.IndexFunc(t.Seats, func(k int) bool { return k >= 0 })
			if errors.Is(err, ErrNoTable) || err == nil && (t.ID == id || !f.Setup.Pace.Days || held < 0) {
				continue
			}
			if err != nil {
				return err
			}
			hours, away := f.RestOf(t.Seats[held], v.opt.Clock())
			return v.rest(ctx, id, seat, hours, away)
		}
	}
	return nil
}

// rest sets the quiet hours and the holiday of a seat, where it has others.
func (v *Service) rest(ctx context.Context, id string, seat int, hours game.Hours, away time.Time) error {
	return v.settle(ctx, id, game.Actor{Seats: []int{seat}}, func(f *game.Game) (game.Command, bool) {
		has, is := f.RestOf(seat, v.opt.Clock())
		if !away.Equal(is) {
			return game.Away(seat, away), true
		}
		return game.SetHours(seat, hours), hours != has && f.MayRest(seat, hours)
	})
}

// Disclose notes that no other table plays a table's deal any more. Doing so again has no
// effect. What nobody can play on stays hidden.
func Disclose(ctx context.Context, v *Service, id string) error {
	err := v.settle(ctx, id, game.Actor{}, func(f *game.Game) (game.Command, bool) {
		return game.Disclose(), f.MayExport() != nil && !lost(f)
	})
	if errors.Is(err, ErrNoTable) {
		return nil
	}
	return err
}

// EndOf is how the game of a table ended, false while it goes on. A table that has gone,
// or that nobody can play on, has ended without seats; Broken says that its persons left it.
func EndOf(ctx context.Context, v *Service, id string) (out results.Outcome, over bool, err error) {
	f, err := v.load(ctx, id)
	if errors.Is(err, ErrNoTable) {
		out.Broken = true // it was too old, or an operator has deleted it
		return out, true, nil
	}
	if err != nil {
		return out, false, err
	}
	if n, _, over := f.Ended(); over {
		return results.Ended(f, n), true, nil
	}
	return out, lost(f), nil
}

// lost reports whether no program can play on a table that has not ended, because what is
// stored of it is damaged. What only this one cannot read, a newer one may have written.
func lost(f *game.Game) bool {
	return errors.Is(f.Why, store.ErrDamaged) || errors.Is(f.Why, store.ErrNoBoard)
}
