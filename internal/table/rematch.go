package table

import (
	"context"
	"errors"
	"slices"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/rules"
)

// Rematch returns the table that follows a finished one, with the same owner,
// options and board, and the same seats in reversed order: those who came after
// someone now come before them. It creates one table however often it is called. The seats
// of other persons are kept for them; RematchFor also seats a browser.
func (v *Service) Rematch(ctx context.Context, id string, who game.Actor, part game.Part) (string, error) {
	f, err := v.finished(ctx, id, who)
	if err != nil {
		return "", err
	}
	if f.Setup.Deal == game.Entered {
		return "", game.ErrBesideBox // another start player, chosen again
	}
	if _, err = v.opt.Store.Table(ctx, nextID(f)); errors.Is(err, store.ErrNoTable) {
		err = v.follow(ctx, f, who, part)
	}
	if err != nil {
		return "", err
	}
	next, err := v.load(ctx, nextID(f))
	if err != nil {
		return "", err
	}
	if err = v.opt.Store.Inherit(ctx, id, next.ID, inherited(next)); err != nil {
		return "", err
	}
	// The table before names it last: a page that learns of it offers its reader's seat.
	return next.ID, v.nameRematch(ctx, id, who)
}

// inherited are the places at a rematch by the seats of the table before.
func inherited(f *game.Game) (places []int) {
	for k, seat := range slices.Backward(f.Setup.Seats) {
		if seat.Kept {
			k = store.Kept(k)
		}
		places = append(places, k)
	}
	return places
}

// follow makes the table that follows a finished one.
func (v *Service) follow(ctx context.Context, f *game.Game, who game.Actor, part game.Part) error {
	data, err := v.opt.Store.Board(ctx, f.Board)
	if err != nil {
		return err
	}
	holders, err := v.opt.Store.Holders(ctx, f.ID)
	if err != nil {
		return err
	}
	s := f.Again(who, func(k int) bool {
		return slices.ContainsFunc(holders, func(h store.Holder) bool { return h.Seat == k })
	})
	if s.Circle != "" { // somebody else may have sat down, or left the circle
		friends := false
		if v.opt.Friends != nil {
			if friends, err = v.opt.Friends(ctx, s.Circle, holders); err != nil {
				return err
			}
		}
		if !friends {
			s.Circle = ""
		}
	}
	if err = v.start(ctx, nextID(f), s, data, part, nil); errors.Is(err, store.ErrExists) {
		return nil
	}
	return err
}

// RematchFor is Rematch for a browser, which sits down at its seats of the next
// table where they still wait for it.
func (v *Service) RematchFor(ctx context.Context, browser, id string, part game.Part) (next string, err error) {
	who, f, err := v.actorAt(ctx, browser, id)
	if err != nil {
		return "", err
	}
	seats := turned(who.Seats, len(f.Seats))
	if part.Seat = -1; len(seats) > 0 {
		part.Seat = seats[0]
	}
	if next, err = v.Rematch(ctx, id, who, part); err != nil {
		return "", err
	}
	if f, err = v.load(ctx, next); err != nil {
		return "", err
	}
	if !f.Setup.Turned { // an older program made it
		seats = who.Seats
	}
	if err := v.sitAgain(ctx, browser, f, seats); err != nil {
		return "", err
	}
	return next, v.TakeKept(ctx, browser, next)
}

// sitAgain gives a browser its seats of a rematch that an older program made, where
// they are its person's and nobody holds them.
func (v *Service) sitAgain(ctx context.Context, browser string, f *game.Game, seats []int) error {
	holders, err := v.opt.Store.Holders(ctx, f.ID)
	if err != nil {
		return err
	}
	seats = slices.DeleteFunc(slices.Clone(seats), func(k int) bool {
		return f.Seats[k].Kind != game.Person || slices.ContainsFunc(holders, func(h store.Holder) bool { return h.Seat == k })
	})
	return v.grant(ctx, browser, f.ID, seats)
}

// TakeKept sits a browser down at all seats of a table that are kept for it.
// Errors: ErrFrozen, ErrRatedAccount, ErrRatedSeats, ErrNoTable.
func (v *Service) TakeKept(ctx context.Context, browser, id string) error {
	return v.eachKept(ctx, browser, id, func(f *game.Game, seat int) error {
		name, err := v.sittingDown(ctx, f, browser, seat, f.Seats[seat].Name)
		if err != nil {
			return err
		}
		add := func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
			n, err := v.opt.Store.AppendReturn(ctx, id, after, key, entries, store.HashOf(browser), seat)
			return n, notHeld(err, seat)
		}
		_, err = v.do(ctx, id, game.Actor{Seats: []int{seat}}, f.N, store.NewID(), game.Join(seat, name), add)
		return err
	})
}

// Decline frees all seats of a table that are kept for a browser. Errors: those of
// TakeKept.
func (v *Service) Decline(ctx context.Context, browser, id string) error {
	return v.eachKept(ctx, browser, id, func(f *game.Game, seat int) error {
		_, err := v.do(ctx, id, game.Actor{}, f.N, "", game.Decline(seat), v.freeing(browser, seat, store.Kept(seat)))
		return err
	})
}

// eachKept does something with each seat of a table that is kept for a browser.
// Where another browser of the same person was faster, nothing is left to do.
func (v *Service) eachKept(ctx context.Context, browser, id string, do func(f *game.Game, seat int) error) error {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return err
	}
	for _, seat := range who.Kept {
		f, err := v.load(ctx, id)
		if err != nil {
			return err
		}
		if f.Rules == nil || seat >= len(f.Seats) {
			return game.ErrFrozen
		}
		err = do(f, seat)
		if errors.Is(err, game.ErrNotYours) || errors.Is(err, game.ErrNotOpen) {
			if now, lost := v.ActorOf(ctx, browser, id); lost == nil && !slices.Contains(now.Kept, seat) {
				continue
			}
		}
		if err != nil {
			return err
		}
		v.lookAgain(id, seat)
	}
	return nil
}

// turned returns where seats of a table are at its rematch.
func turned(seats []int, of int) (out []int) {
	for _, k := range seats {
		out = append(out, of-1-k)
	}
	return out
}

// finished is a table that is over, for somebody with a seat there. Errors: ErrClosed,
// ErrFrozen, ErrNotYours, ErrNotOver.
func (v *Service) finished(ctx context.Context, id string, who game.Actor) (*game.Game, error) {
	if v.closing() {
		return nil, game.ErrClosed
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if f.Frozen != nil {
		return nil, game.ErrFrozen
	}
	if !who.Owner && len(who.Seats) == 0 {
		return nil, game.ErrNotYours
	}
	if s := f.State(); s.Decision() != rules.Over {
		return nil, game.ErrNotOver
	}
	return f, nil
}

// nextID is the ID of the rematch, which may not exist.
func nextID(f *game.Game) string {
	if f.Rematch != "" { // also by an older program, which drew it
		return f.Rematch
	}
	return store.IDAfter(f.ID)
}

// nameRematch makes the table's log name the table that follows.
func (v *Service) nameRematch(ctx context.Context, id string, who game.Actor) error {
	return v.settle(ctx, id, who, func(f *game.Game) (game.Command, bool) {
		return game.NameRematch(nextID(f)), f.Rematch == ""
	})
}
