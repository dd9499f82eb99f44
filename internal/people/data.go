package people

import (
	"context"
	"time"
)

// Data is everything stored about a person, for them to download.
type Data struct {
	Name     string     `json:"name"`
	Created  time.Time  `json:"created"`
	Settings string     `json:"settings"`
	Program  bool       `json:"program,omitempty"` // a program holds the account
	Sessions []Session  `json:"sessions"`
	Passkeys []Passkey  `json:"passkeys"` // the devices keep their secrets
	Tokens   []Token    `json:"tokens"`
	Seats    []SeatData `json:"seats"`
}

// SeatData is a seat that a person holds; Seat -1 is a place to watch from, and
// -2 says that the table is theirs.
type SeatData struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
}

// Export returns everything stored about a person except the hash of their
// password.
func (s *Service) Export(ctx context.Context, p *Person) (*Data, error) {
	d := &Data{Name: p.Name, Created: moment(p.Created), Settings: p.Settings, Program: p.Program, Seats: []SeatData{}}
	var err error
	if d.Sessions, err = s.Sessions(ctx, p); err != nil {
		return nil, err
	}
	if d.Passkeys, err = s.Passkeys(ctx, p); err != nil {
		return nil, err
	}
	if d.Tokens, err = s.Tokens(ctx, p); err != nil {
		return nil, err
	}
	places, err := s.Seats(ctx, p.Account)
	for _, at := range places {
		d.Seats = append(d.Seats, SeatData(at))
	}
	return d, err
}

func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
