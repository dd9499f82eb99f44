package people

import (
	"context"
	"time"
)

// Data is everything stored about a person, for them to download.
type Data struct {
	Name     string        `json:"name"`
	Created  time.Time     `json:"created"`
	Settings string        `json:"settings"`
	Program  bool          `json:"program,omitempty"` // a program holds the account
	Sessions []SessionData `json:"sessions"`
	Passkeys []PasskeyData `json:"passkeys"`
	Tokens   []TokenData   `json:"tokens"`
	Seats    []SeatData    `json:"seats"`
}

// SessionData is a browser that is signed in.
type SessionData struct {
	Browser string    `json:"browser"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

// PasskeyData is a passkey; the device keeps its secret.
type PasskeyData struct {
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

// TokenData is an access token.
type TokenData struct {
	Name    string    `json:"name"`
	Play    bool      `json:"play"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
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
	d := &Data{Name: p.Name, Created: moment(p.Created), Settings: p.Settings, Program: p.Program, Sessions: []SessionData{}, Passkeys: []PasskeyData{}, Tokens: []TokenData{}, Seats: []SeatData{}}
	sessions, err := s.Sessions(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, n := range sessions {
		d.Sessions = append(d.Sessions, SessionData{n.Agent, n.Created, n.Seen})
	}
	passkeys, err := s.Passkeys(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, k := range passkeys {
		d.Passkeys = append(d.Passkeys, PasskeyData{k.Name, k.Created, k.Seen})
	}
	tokens, err := s.Tokens(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		d.Tokens = append(d.Tokens, TokenData{t.Name, t.Play, t.Created, t.Seen})
	}
	places, err := s.Seats(ctx, p.Account)
	if err != nil {
		return nil, err
	}
	for _, at := range places {
		d.Seats = append(d.Seats, SeatData{at.Table, at.Seat})
	}
	return d, nil
}

func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
