package notice

import (
	"context"
	"encoding/json"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/store"
)

// Data is what is kept about how a person hears of their tables, for them to
// download.
type Data struct {
	Quiet    game.Hours    `json:"quiet"` // the hours in which nothing is sent
	Channels []ChannelData `json:"channels"`
}

// ChannelData is a way to reach a person.
type ChannelData struct {
	Kind string `json:"kind"` // mail, hook, push
	Name string `json:"name"`
	// Address is the mail address, the webhook's, or a browser's endpoint; the keys
	// of the browser's subscription are left out.
	Address string    `json:"address"`
	State   string    `json:"state"` // new, on, off, stopped
	Created time.Time `json:"created"`
	Failed  int       `json:"failed"` // messages given up in a row
	Wishes
	Notices []NoticeData `json:"notices"` // of each table the newest of a kind
}

// NoticeData is something that a person was told, or is still to be told.
type NoticeData struct {
	Table string     `json:"table"`
	Kind  string     `json:"kind"`
	Time  time.Time  `json:"time"`          // when it came up
	Due   *time.Time `json:"due,omitempty"` // when it is to be sent; nil if that is done, or it is not so any more
}

// Export returns everything kept about how an account hears of its tables.
func (s *Service) Export(ctx context.Context, a store.Account) (*Data, error) {
	d := &Data{Quiet: settings.Read(a.Settings).Hours(), Channels: []ChannelData{}}
	channels, err := s.Store.Channels(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	notices, err := s.Store.NoticesOf(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, c := range channels {
		one := ChannelData{Kind: c.Kind, Name: c.Name, Address: c.Address, State: c.State, Created: time.UnixMilli(c.Created).UTC(),
			Failed: c.Failed, Wishes: readWishes(c.Settings), Notices: []NoticeData{}}
		if c.Kind == KindPush {
			var b Subscription
			if json.Unmarshal([]byte(c.Address), &b) != nil {
				b.Endpoint = ""
			}
			one.Address = b.Endpoint
		}
		for _, n := range notices {
			if n.Channel != c.ID {
				continue
			}
			told := NoticeData{Table: n.Table, Kind: n.Kind, Time: time.UnixMilli(n.Time).UTC()}
			if n.Due > 0 {
				told.Due = new(time.UnixMilli(n.Due).UTC())
			}
			one.Notices = append(one.Notices, told)
		}
		d.Channels = append(d.Channels, one)
	}
	return d, nil
}
