package table

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// GroupLink returns the token of a private link to the next free seat of a table, for a
// browser that may invite to one. It is the same each time, so that a page can show it
// again, until a seat is freed: a person who lost it must not come back with the old link.
// Errors: ErrNotYours, ErrNotOpen if no seat is free, ErrNoTable.
func (v *Service) GroupLink(ctx context.Context, browser, id string) (token string, err error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return "", err
	}
	seat := game.FreeSeat(f.Seats)
	if seat < 0 {
		return "", game.ErrNotOpen
	}
	f, by, err := v.linkable(ctx, browser, id, seat, game.MayLink)
	if err != nil {
		return "", err
	}
	var freed int64
	for _, e := range f.Events {
		if e.Kind == game.EventRemove || e.Kind == game.EventDecline {
			freed = e.N
		}
	}
	mac := hmac.New(sha256.New, []byte(browser))
	fmt.Fprintf(mac, "group %s %d", id, freed)
	token = base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
	err = v.opt.Store.SaveTokenBy(ctx, store.HashOf(token), Place{Table: id, Seat: NextFree}, by)
	return token, notHeld(err, seat)
}

// sitAnywhere sits a browser down at the next free seat, and returns which. One that has
// a seat keeps it. Others may take seats meanwhile.
func (v *Service) sitAnywhere(ctx context.Context, browser, id string, name *string) (seat int, err error) {
	for range game.Colours {
		f, err := v.load(ctx, id)
		if err != nil {
			return -1, err
		}
		if f.Rules == nil {
			return -1, game.ErrFrozen
		}
		who, err := v.ActorOf(ctx, browser, id)
		if err != nil {
			return -1, err
		}
		if len(who.Seats) > 0 {
			return who.Seats[0], nil
		}
		given := ""
		if name != nil {
			given = *name
		}
		if seat = game.FreeSeat(f.Seats); seat < 0 {
			return -1, game.ErrNotOpen
		}
		if err = v.sitAt(ctx, f, browser, seat, given); !errors.Is(err, game.ErrNotOpen) {
			return seat, err
		}
	}
	return -1, game.ErrNotOpen
}
