package table

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ruhr/board"
	"ruhr/internal/store"
)

// Create starts a table and gives the links to its seats. Computer players that are
// to decide first begin to think. Errors besides the refusals: ErrExists where
// there is a table with the ID already.
func (v *Service) Create(ctx context.Context, t NewTable) (*Created, error) {
	if v.closing() {
		return nil, ErrClosed
	}
	data := t.Board
	if len(data) > board.MaxOwn {
		return nil, ErrNoBoard.saying(board.TooLarge(len(data), board.MaxOwn).Error())
	}
	if data == nil {
		data = v.opt.Board
	}
	s, err := t.setup(v.opt.StandIn, v.checkLevel, store.BoardSHA(data) == store.BoardSHA(v.opt.Board))
	if err != nil {
		return nil, err
	}
	c := &Created{ID: cmp.Or(t.ID, store.NewID())}
	t.Part.seat = slices.IndexFunc(s.Seats, func(seat NewSeat) bool { return seat.Kind == Person })
	if err := v.start(ctx, c.ID, s, data, t.Part, nil); err != nil {
		return nil, err
	}
	for k, seat := range s.Seats {
		token := ""
		if seat.Kind != Bot {
			if token, err = v.newLink(ctx, c.ID, k); err != nil {
				return nil, err
			}
		}
		c.Seats = append(c.Seats, token)
	}
	c.Watch, err = v.newLink(ctx, c.ID, store.Nobody)
	return c, err
}

// start stores a new table with its first entries and wakes its computer
// players. from is nil for a deal of its own.
func (v *Service) start(ctx context.Context, id string, s setup, data []byte, part Part, from Dealer) error {
	now := v.opt.Clock()
	sha := store.BoardSHA(data)
	g, err := v.games.get(gameKey{sha, len(s.Seats), s.variant()}, func() ([]byte, error) { return data, nil })
	if err != nil {
		return ErrNoBoard.saying(err.Error())
	}
	if from == nil {
		if from, err = v.dealer(ctx, id, s, part); err != nil {
			return err
		}
	}
	f, first, err := begin(id, now, s, sha, g, from)
	if err != nil {
		return err
	}
	t := store.Table{ID: id, Created: now.UnixMilli(), Board: sha}
	if t.Meta, t.Deal, err = f.kept(); err != nil {
		return err
	}
	if err := v.opt.Store.CreateTable(ctx, t, data, stored(f, first)); err != nil {
		return err
	}
	if s.Public {
		if err := v.grant(ctx, lobby, id, []int{store.Nobody}); err != nil {
			return err
		}
	}
	v.publish(f)
	return nil
}

// dealer gives the deal of a table that goes on from no other game.
// Errors: those of secretFor, ErrExists where it was made with its commitment before.
func (v *Service) dealer(ctx context.Context, id string, s setup, part Part) (Dealer, error) {
	switch {
	case s.Guided:
		return DealLesson, nil
	case !v.proves:
		return DealRandom(v.opt.Random), nil
	}
	secret, err := v.secretFor(ctx, part)
	if errors.Is(err, ErrNoCommitment) {
		if _, there := v.opt.Store.Table(ctx, id); there == nil {
			err = store.ErrExists // made with it before
		}
	}
	return DealShuffled(secret, part), err
}

func (v *Service) checkLevel(seat int, level string) error {
	if len(level) > MaxName {
		return ErrNoLevel.at(seat).saying(level[:MaxName])
	}
	if _, err := v.opt.Bots(level); err != nil {
		return ErrNoLevel.at(seat).saying(level)
	}
	return nil
}
