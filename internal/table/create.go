package table

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// Created is a new table with its links. The tokens are secrets; the store has
// only their hashes, and NewLink makes another one for a seat at any time.
type Created struct {
	ID    string
	Seats []string // token by seat; "" for a computer player's
	Watch string   // token to watch
}

// Create starts a table and gives the links to its seats. Computer players that are
// to decide first begin to think. Errors besides the refusals: ErrExists where
// there is a table with the ID already.
func (v *Service) Create(ctx context.Context, t game.NewTable) (*Created, error) {
	return v.create(ctx, t)
}

// create is Create for those who hold places from the beginning.
func (v *Service) create(ctx context.Context, t game.NewTable, holders ...store.Holder) (*Created, error) {
	if v.closing() {
		return nil, game.ErrClosed
	}
	data := t.Board
	if data == nil {
		data = v.opt.Board
	} else if err := game.MayBring(data); err != nil {
		return nil, game.ErrNoBoard.Saying(err.Error())
	}
	s, err := t.Setup(v.opt.StandIn, v.checkLevel, store.BoardSHA(data) == store.BoardSHA(v.opt.Board))
	if err != nil {
		return nil, err
	}
	c := &Created{ID: cmp.Or(t.ID, store.NewID())}
	t.Part.Seat = slices.IndexFunc(s.Seats, func(seat game.NewSeat) bool { return seat.Kind == game.Person })
	if err := v.start(ctx, c.ID, s, data, t.Part, nil, holders...); err != nil {
		return nil, err
	}
	for k, seat := range s.Seats {
		token := ""
		if seat.Kind != game.Bot {
			if token, err = v.newLink(ctx, c.ID, k); err != nil {
				return nil, err
			}
		}
		c.Seats = append(c.Seats, token)
	}
	c.Watch, err = v.newLink(ctx, c.ID, store.Nobody)
	return c, err
}

// start stores a new table with its first entries and those who hold places, and wakes
// its computer players. from is nil for a deal of its own.
func (v *Service) start(ctx context.Context, id string, s game.Setup, data []byte, part game.Part, from game.Dealer, holders ...store.Holder) error {
	now := v.opt.Clock()
	sha := store.BoardSHA(data)
	g, err := v.games.get(gameKey{sha, len(s.Seats), s.Variant()}, func() ([]byte, error) { return data, nil })
	if err != nil {
		return game.ErrNoBoard.Saying(err.Error())
	}
	if from == nil {
		if from, err = v.dealer(ctx, id, s, part); err != nil {
			return err
		}
	}
	f, first, err := game.Begin(id, now, s, sha, g, from)
	if err != nil {
		return err
	}
	t := store.Table{ID: id, Created: now.UnixMilli(), Board: sha}
	if t.Meta, t.Deal, err = f.Stored(); err != nil {
		return err
	}
	for _, l := range lists(s) {
		holders = append(holders, store.Holder{Browser: l, Seat: store.Nobody})
	}
	if err := v.opt.Store.CreateTable(ctx, t, data, stored(f, first), holders...); err != nil {
		return err
	}
	v.publish(ctx, f)
	return nil
}

// dealer gives the deal of a table that goes on from no other game.
// Errors: those of secretFor, ErrExists where it was made with its commitment before.
func (v *Service) dealer(ctx context.Context, id string, s game.Setup, part game.Part) (game.Dealer, error) {
	switch {
	case s.Deal == game.Lesson:
		return game.DealLesson, nil
	case s.Deal == game.Entered:
		return game.DealEntered, nil
	case !v.proves:
		return game.DealDrawn(v.opt.Random), nil
	}
	secret, err := v.secretFor(ctx, part)
	if errors.Is(err, game.ErrNoCommitment) {
		if _, there := v.opt.Store.Table(ctx, id); there == nil {
			err = store.ErrExists // made with it before
		}
	}
	return game.DealShuffled(secret, part), err
}

func (v *Service) checkLevel(seat int, level string) error {
	if len(level) > game.MaxName {
		return game.ErrNoLevel.At(seat).Saying(level[:game.MaxName])
	}
	if _, err := v.opt.Bots(level); err != nil {
		return game.ErrNoLevel.At(seat).Saying(level)
	}
	return nil
}
