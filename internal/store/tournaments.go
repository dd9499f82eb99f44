package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrNoTournament: there is no such tournament.
var ErrNoTournament = errors.New("no such tournament")

// Limits on what is stored of tournaments.
const (
	MaxTournaments       = 50       // that somebody has made and that are still stored
	MaxTournamentPlayers = 40       // of a tournament
	MaxTournament        = 64 << 10 // bytes of its body
)

// Tournament is a series of rounds at tables.
type Tournament struct {
	ID      string // from [NewID]; anyone who knows it may see the tournament
	Owner   Hash   // who made it
	Created int64  // unix milliseconds
	Changed int64  // when it was made or last changed, unix milliseconds
	Version int64  // counts its changes; set by the store
	Due     int64  // when work on it is due (unix milliseconds), 0 for never
	Body    []byte // JSON
	Players []TournamentPlayer
}

// TournamentPlayer is somebody who plays in a tournament, known by the index in its list.
type TournamentPlayer struct {
	Holder Hash
	Name   string // "" once the person has been forgotten
	Gone   bool   // takes part in no further round
}

// Tournaments keeps tournaments and who plays in them.
type Tournaments interface {
	// CreateTournament stores a new tournament. Errors: ErrExists, ErrMany where its
	// owner has made MaxTournaments, ErrBad.
	CreateTournament(ctx context.Context, t Tournament) error
	// Tournament returns a tournament. Errors: ErrNoTournament.
	Tournament(ctx context.Context, id string) (Tournament, error)
	// SetTournament replaces body, players, due and changed of a tournament that was read at
	// t.Version. Errors: ErrNoTournament, ErrStale if it has changed since, ErrBad.
	SetTournament(ctx context.Context, t Tournament) error
	// TournamentsOf returns the tournaments that somebody has made or plays in, newest
	// first, at most MaxTournaments: those that go on, and the newest others.
	TournamentsOf(ctx context.Context, holder Hash) ([]Tournament, error)
	// ClaimTournaments returns the tournaments due by now, at most limit (1 to MaxList),
	// and postpones them to again (both unix milliseconds): until then a tournament is
	// given to one caller only, unless it is set. Errors: ErrBad.
	ClaimTournaments(ctx context.Context, now, again int64, limit int) ([]string, error)
}

// CheckTournament returns ErrBad with the reason if the store does not take a tournament.
func CheckTournament(t Tournament) error {
	if !ValidID(t.ID) || t.Created < 0 || t.Due < 0 {
		return fmt.Errorf("%w: tournament %.30q, created at %d, due at %d", ErrBad, t.ID, t.Created, t.Due)
	}
	if len(t.Players) > MaxTournamentPlayers {
		return fmt.Errorf("%w: %d players of a tournament, want at most %d", ErrBad, len(t.Players), MaxTournamentPlayers)
	}
	for _, p := range t.Players {
		if err := CheckText(p.Name); err != nil {
			return err
		}
	}
	return checkJSON("tournament", t.Body, MaxTournament)
}
