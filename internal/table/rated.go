package table

import (
	"context"
	"errors"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// member returns the name of the account that a browser is signed in to. Errors:
// ErrRatedAccount for a guest.
func (v *Service) member(ctx context.Context, browser string) (string, error) {
	id, ok := store.AccountOf(browser)
	if !ok || v.opt.Account == nil {
		return "", game.ErrRatedAccount
	}
	a, err := v.opt.Account(ctx, id)
	if errors.Is(err, store.ErrNoAccount) {
		err = game.ErrRatedAccount
	}
	return a.Name, err
}

// sittingDown returns the name under which a browser sits down at a seat, or comes
// back to it. At a rated table it is that of its account, which has one seat there
// at most and shares it with nobody. Errors: ErrRatedAccount, ErrRatedSeats,
// ErrNotOpen.
func (v *Service) sittingDown(ctx context.Context, f *game.Game, browser string, seat int, name string) (string, error) {
	if !f.Setup.Rated {
		return name, nil
	}
	name, err := v.member(ctx, browser)
	if err != nil {
		return "", err
	}
	who, err := v.ActorOf(ctx, browser, f.ID)
	switch {
	case err != nil:
		return "", err
	case who.Holds(seat):
		return name, nil
	case f.Seats[seat].Kind != game.Open:
		return "", game.ErrNotOpen.At(seat)
	case len(who.Seats) > 0:
		return "", game.ErrRatedSeats.At(seat)
	}
	return name, nil
}
