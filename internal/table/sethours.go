package table

import (
	"context"
	"errors"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// SetHours sets the quiet hours of all seats that a browser holds at one table,
// or with an empty ID at all its tables that are there and take them. They apply only by
// correspondence.
// Errors: ErrBadHours, ErrBadZone, ErrNoTable.
func (v *Service) SetHours(ctx context.Context, browser, id string, h game.Hours) error {
	if h.None() {
		h = game.Hours{}
	} else if err := h.Check(); err != nil {
		return err
	}
	ids := []string{id}
	if id == "" {
		list, err := v.opt.Store.TablesOf(ctx, store.HashOf(browser), unfinished)
		if err != nil {
			return err
		}
		ids = ids[:0]
		for _, t := range list {
			ids = append(ids, t.ID)
		}
	}
	for _, at := range ids {
		who, err := v.ActorOf(ctx, browser, at)
		if err == nil {
			err = v.setHours(ctx, at, who, h)
		}
		skips := id == "" && (errors.Is(err, ErrNoTable) || game.Refused(err) && !errors.Is(err, game.ErrClosed))
		if err != nil && !skips {
			return err
		}
	}
	return nil
}

func (v *Service) setHours(ctx context.Context, id string, who game.Actor, h game.Hours) error {
	for _, seat := range who.Seats {
		f, err := v.load(ctx, id)
		if err != nil {
			return err
		}
		if !f.MayRest(seat, h) {
			continue
		}
		_, err = v.do(ctx, id, who, f.N, "", game.SetHours(seat, h), nil)
		if err != nil {
			return err
		}
	}
	return nil
}
