package notice

import (
	"context"
	"slices"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/store"
)

// newsFor is how old the newest message that a person has not read may be to be news.
const newsFor = 24 * time.Hour

// unread is what a person has not read of what others said at a table: the event of which
// they hear, none if there is nothing, and who wrote. Its number changes only when they
// have read more.
func (s *Service) unread(ctx context.Context, a store.Account, table *game.Snapshot) (e event, by []string, err error) {
	me := store.HashOf(a.Holder())
	read, err := s.Store.ReadTo(ctx, table.ID, me)
	if err != nil {
		return e, nil, err
	}
	list, err := s.Store.Messages(ctx, table.ID, read, me)
	for _, m := range list {
		if m.Room != chat.AtTable || m.Author == me {
			continue
		}
		e = event{said, read + 1, time.UnixMilli(m.Time)}
		if name := table.NameOf(m.Seat, m.Name); !slices.Contains(by, name) {
			by = append(by, name)
		}
	}
	return e, by, err
}

// unreadBy returns what is news to those who listen at a table and wish to hear of
// messages, by account.
func (s *Service) unreadBy(ctx context.Context, table *game.Snapshot, listeners []store.Listener) (map[string]event, error) {
	out := map[string]event{}
	for _, l := range listeners {
		if l.Seat < 0 || !readWishes(l.Channel.Settings).Chat {
			continue
		}
		e, _, err := s.unread(ctx, l.Account, table)
		if err != nil {
			return nil, err
		}
		if e.n > 0 && s.Clock().Sub(e.at) < newsFor {
			out[l.Account.ID] = e
		}
	}
	return out, nil
}
