package table

import (
	"context"
	"errors"

	"ruhr/internal/store"
)

// checkRated refuses a rated table on which results would not count: it needs
// clocks, so that nobody can put off losing, the usual board, and another account
// for each seat.
func (v *Service) checkRated(s setup, data []byte) error {
	if !s.Rated {
		return nil
	}
	if !s.Pace.Timed() {
		return ErrRatedPace
	}
	if store.BoardSHA(data) != store.BoardSHA(v.opt.Board) {
		return ErrRatedBoard
	}
	persons := 0
	for k, seat := range s.Seats {
		if seat.Kind != Person {
			continue
		}
		if persons++; persons > 1 {
			return ErrRatedSeats.at(k)
		}
	}
	return nil
}

// member returns the name of the account that a browser is signed in to. Errors:
// ErrRatedAccount for a guest.
func (v *Service) member(ctx context.Context, browser string) (string, error) {
	id, ok := store.AccountOf(browser)
	if !ok {
		return "", ErrRatedAccount
	}
	a, err := v.opt.Store.Account(ctx, id)
	if errors.Is(err, store.ErrNoAccount) {
		err = ErrRatedAccount
	}
	return a.Name, err
}

// sittingDown returns the name under which a browser sits down at a seat, or comes
// back to it. At a rated table it is that of its account, which has one seat there
// at most and shares it with nobody. Errors: ErrRatedAccount, ErrRatedSeats,
// ErrNotOpen.
func (v *Service) sittingDown(ctx context.Context, f *fold, browser string, seat int, name string) (string, error) {
	if !f.setup.Rated {
		return name, nil
	}
	name, err := v.member(ctx, browser)
	if err != nil {
		return "", err
	}
	who, err := v.ActorOf(ctx, browser, f.id)
	switch {
	case err != nil:
		return "", err
	case who.Holds(seat):
		return name, nil
	case f.seats[seat].Kind != Open:
		return "", ErrNotOpen.at(seat)
	case len(who.Seats) > 0:
		return "", ErrRatedSeats.at(seat)
	}
	return name, nil
}

// begun reports whether any person has decided anything yet.
func (f *fold) begun() bool { return begun(f.steps) }

func begun(steps []Step) bool {
	for i := range steps {
		if steps[i].choice() {
			return true
		}
	}
	return false
}
