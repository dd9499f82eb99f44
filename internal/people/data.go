package people

import (
	"context"
	"time"

	"ruhr/internal/store"
)

// Data is all that is kept about a person, for them to take away.
type Data struct {
	Name     string        `json:"name"`
	Created  time.Time     `json:"created"`
	Settings string        `json:"settings"`
	Sessions []SessionData `json:"sessions"`
	Seats    []SeatData    `json:"seats"`
}

// SessionData is a browser that is signed in.
type SessionData struct {
	Browser string    `json:"browser"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

// SeatData is a seat that a person holds; Seat -1 is a place to watch from, and
// -2 says that the table is theirs.
type SeatData struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
}

// Export gives all that is kept about a person but the hash of their password.
func (s *Service) Export(ctx context.Context, p *Person) (*Data, error) {
	d := &Data{Name: p.Name, Created: moment(p.Created), Settings: p.Settings, Sessions: []SessionData{}, Seats: []SeatData{}}
	sessions, err := s.Sessions(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, n := range sessions {
		d.Sessions = append(d.Sessions, SessionData{n.Agent, n.Created, n.Seen})
	}
	places, err := s.Store.Places(ctx, store.HashOf(p.Holder()))
	if err != nil {
		return nil, err
	}
	for _, at := range places {
		d.Seats = append(d.Seats, SeatData{at.Table, at.Seat})
	}
	return d, nil
}

func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
