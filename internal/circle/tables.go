package circle

import (
	"context"
	"errors"
	"slices"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// NewTable describes a table of a circle.
type NewTable struct {
	ID   string // from game.NewTable
	Name string // of the table, "" for none
	With []string
	Pace game.Pace
}

// Start makes a table of a circle for an account, with seats for the members named, who are
// invited. may counts each invitation. Errors: ErrNone, ErrPlayers, ErrMember,
// chat.ErrNotInvited, that of may, and the refusals of a new table.
func (s *Service) Start(ctx context.Context, who store.Account, id string, n NewTable, may func() error) (string, error) {
	c, err := s.Circle(ctx, who, id)
	if err != nil {
		return "", err
	}
	if len(n.With) < 1 || len(n.With) >= len(game.Colours) {
		return "", ErrPlayers
	}
	t := game.NewTable{ID: n.ID, Name: n.Name, Circle: id, Pace: n.Pace, Hints: true, Seats: []game.NewSeat{{Kind: game.Person, Name: who.Name}}}
	for i, name := range n.With {
		k := slices.IndexFunc(c.Members, func(m Member) bool { return m.Name == name && !m.Me })
		if k < 0 || slices.Contains(n.With[:i], name) {
			return "", ErrMember
		}
		seat, err := s.seatFor(ctx, who, c.Members[k])
		if err != nil {
			return "", err
		}
		t.Seats = append(t.Seats, seat)
	}
	for range n.With {
		if err := may(); err != nil {
			return "", err
		}
	}
	made, err := s.Tables.CreateFor(ctx, who.Holder(), t)
	if errors.Is(err, table.ErrExists) && t.ID != "" {
		return t.ID, nil
	}
	if err != nil {
		return "", err
	}
	return made.ID, nil
}

// seatFor is a seat that is kept for a member.
func (s *Service) seatFor(ctx context.Context, who store.Account, m Member) (game.NewSeat, error) {
	a, err := s.Store.Account(ctx, m.id)
	if err != nil {
		return game.NewSeat{}, err
	}
	if err := s.Chat.CheckInvited(ctx, who.Holder(), a); err != nil {
		return game.NewSeat{}, err
	}
	return game.NewSeat{Kind: game.Open, Name: a.Name, For: a.Holder()}, nil
}

// MayInvite reports whether the viewer of a circle may invite a member to a table.
func (s *Service) MayInvite(ctx context.Context, c *Circle, m Member) (bool, error) {
	_, err := s.seatFor(ctx, c.viewer, m)
	if errors.Is(err, chat.ErrNotInvited) {
		return false, nil
	}
	return err == nil, err
}

// TablesOf lists the newest tables of a circle.
func (s *Service) TablesOf(ctx context.Context, c *Circle) ([]game.Listed, error) {
	return table.CircleTables(ctx, s.Tables, c.ID, c.viewer.Holder())
}

// Say posts a message in a circle. Errors: ErrNone, chat.ErrText.
func (s *Service) Say(ctx context.Context, who store.Account, id, text string) error {
	return s.asMember(ctx, who, id, func(store.Hash) error { return chat.SayIn(ctx, s.Chat, id, who, text) })
}

// Messages returns what was said in a circle after a message, and whether there is more
// from members whom its viewer has muted.
func (s *Service) Messages(ctx context.Context, c *Circle, after int64) (list []chat.Message, mutes bool, err error) {
	if list, err = chat.MessagesIn(ctx, s.Chat, c.ID, c.viewer, after); err != nil {
		return nil, false, err
	}
	all, err := chat.MessagesIn(ctx, s.Chat, c.ID, store.Account{}, after)
	return list, len(all) > len(list), err
}

// Mute hides all messages of a message's author from an account. Errors: ErrNone,
// chat.ErrNoMessage.
func (s *Service) Mute(ctx context.Context, who store.Account, id string, n int64) error {
	return s.asMember(ctx, who, id, func(me store.Hash) error { return s.Chat.Store.Mute(ctx, id, n, me) })
}

// Unmute shows an account everybody's messages again. Errors: ErrNone.
func (s *Service) Unmute(ctx context.Context, who store.Account, id string) error {
	return s.asMember(ctx, who, id, func(me store.Hash) error { return s.Chat.Store.Unmute(ctx, me) })
}

// Report reports a message to the operator. Errors: ErrNone, chat.ErrNoMessage.
func (s *Service) Report(ctx context.Context, who store.Account, id string, n int64) error {
	return s.asMember(ctx, who, id, func(me store.Hash) error { return s.Chat.Store.Report(ctx, id, n, me, s.Clock().UnixMilli()) })
}

// asMember does something about what is said in a circle for an account that belongs to it.
func (s *Service) asMember(ctx context.Context, who store.Account, id string, do func(me store.Hash) error) error {
	if _, err := s.Circle(ctx, who, id); err != nil {
		return err
	}
	return do(store.HashOf(who.Holder()))
}
