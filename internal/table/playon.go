package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/record"
)

// PlayOnFor starts a new table for a browser from a finished one, after so many of its
// decisions. The browser gets one seat, or all that were its own where it repeats the deal
// from one of them; computer players of a level take the others. Chance stays as the deal
// fixed it, so that 0 decisions repeats the deal. The name is used unless the seat was the
// browser's; names of other people stay at the table where they played. Errors: ErrNotOver
// (the deal of a running game is secret), ErrNotYours for a seat that does not exist,
// ErrNoLevel, ErrFrozen, ErrNoTable.
func (v *Service) PlayOnFor(ctx context.Context, browser, id string, decisions, seat int, level, name string) (next string, err error) {
	f, err := v.load(ctx, id)
	switch {
	case err != nil:
		return "", err
	case v.closing():
		return "", game.ErrClosed
	case f.Frozen != nil:
		return "", game.ErrFrozen
	}
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return "", err
	}
	now := v.opt.Clock()
	if err := f.MaySee(who, now); err != nil {
		return "", err
	}
	switch {
	case f.Disclosed(now):
	case f.Hidden(now):
		return "", game.ErrHiddenDeal
	default:
		return "", game.ErrNotOver
	}
	if f.Setup.Deal == game.Entered {
		return "", game.ErrBesideBox
	}
	if seat < 0 || seat >= len(f.Seats) {
		return "", game.ErrNotYours.At(seat)
	}
	if err := v.checkLevel(seat, level); err != nil {
		return "", err
	}
	data, err := v.opt.Store.Board(ctx, f.Board)
	if err != nil {
		return "", err
	}
	seats, mine := []int{seat}, who.Holds(seat)
	if mine && decisions <= 0 {
		seats = nil
		for k := range f.Seats {
			if who.Holds(k) {
				seats = append(seats, k)
			}
		}
	}
	as, from, err := f.PlayOn(decisions, seats, level, name, mine)
	if err != nil {
		return "", err
	}
	return v.startFrom(ctx, store.NewID(), browser, as, data, from, seats...)
}

// startFrom starts a table that goes on from another game, for a browser at these seats.
func (v *Service) startFrom(ctx context.Context, id, browser string, s game.Setup, data []byte, from game.Dealer, seats ...int) (string, error) {
	seats = append(seats, store.Owner)
	var holders []store.Holder
	for _, seat := range seats {
		holders = append(holders, store.Holder{Browser: store.HashOf(browser), Seat: seat})
	}
	err := v.start(ctx, id, s, data, game.Part{}, from, holders...)
	if errors.Is(err, store.ErrExists) { // made by the same request before
		err = v.grant(ctx, browser, id, seats)
	}
	return id, err
}

// PlayOnGame does the same from a game on a board that tables here have or
// had. What chance had decided in that game stays as it was; what it had not shown
// comes at random. A running game goes on at one table of the browser: opened again, it
// leads there until it is over. Errors: *record.Fault for a game that does not say
// what lay on the river, ErrNotYours, ErrNoLevel, ErrHiddenDeal.
func (v *Service) PlayOnGame(ctx context.Context, browser string, played *record.Game, decisions, seat int, level, name string) (id string, err error) {
	if v.closing() {
		return "", game.ErrClosed
	}
	if seat < 0 || seat >= len(played.Players) {
		return "", game.ErrNotYours.At(seat)
	}
	if err := v.checkLevel(seat, level); err != nil {
		return "", err
	}
	if hidden, err := v.hides(ctx, played); hidden || err != nil {
		return "", cmp.Or[error](err, game.ErrHiddenDeal)
	}
	if !played.Over() && !game.MayPlayOnGame(played) {
		return "", game.ErrNotYours.At(seat)
	}
	id = store.NewID()
	if !played.Over() {
		next, there, err := v.tableOf(ctx, browser, played, decisions, seat)
		if err != nil {
			return "", err
		}
		if there {
			return next, v.grant(ctx, browser, next, []int{seat, store.Owner})
		}
		id = cmp.Or(next, id)
	}
	deal, err := played.Deal(v.opt.Random)
	if err != nil {
		return "", err
	}
	file, b := v.opt.Board, played.Rules.Board()
	if b.SHA256 != store.BoardSHA(file) {
		if file, err = v.opt.Store.Board(ctx, b.SHA256); err != nil {
			return "", err
		}
	}
	as, from, err := game.PlayOnGame(played, deal, decisions, seat, level, name, v.checkLevel)
	if err != nil {
		return "", err
	}
	return v.startFrom(ctx, id, browser, as, file, from, seat)
}

// tableOf returns the ID of the table at which a browser goes on with a running game, and
// whether it exists; no ID where the game has ended there.
func (v *Service) tableOf(ctx context.Context, browser string, played *record.Game, decisions, seat int) (id string, there bool, err error) {
	data, err := played.Record().Write()
	if err != nil {
		return "", false, err
	}
	id = store.IDAfter(fmt.Sprintf("%s %s %d %d", data, browser, decisions, seat))
	f, err := v.load(ctx, id)
	if errors.Is(err, store.ErrNoTable) {
		return id, false, nil
	}
	if err != nil {
		return "", false, err
	}
	if _, _, over := f.Ended(); over {
		return "", false, nil
	}
	return id, true, nil
}
