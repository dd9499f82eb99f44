package table

import (
	"context"
	"log/slog"
	"time"

	"ruhr/bot"
	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// Options are what a Service works with. Store, Live, Board and Bots must be
// given; the others have good values when zero.
type Options struct {
	Store store.Store
	Live  live.Live
	Board []byte // the board file new tables are played on
	// Bots gives a new opponent of a level, with an error where there is none of
	// that name.
	Bots func(level string) (bot.Bot, error)
	// Budget bounds an opponent's decision by its level; nil is one second.
	Budget func(level string) bot.Budget
	// Thinkers is how many opponents think at the same time, over all tables;
	// 0 is the number of processors.
	Thinkers int
	// Patience is how long an opponent may take for one decision before a
	// random action replaces it; 0 is 30 seconds.
	Patience time.Duration
	// Cache is how many tables are kept folded; 0 is 200.
	Cache int
	// Clock is the time; nil is time.Now.
	Clock func() time.Time
	// Random gives an even number from 0 to n-1 for deals and opponents; nil is
	// the operating system's generator.
	Random func(n int) int
	// Log gets what an operator should know; nil is slog.Default().
	Log *slog.Logger
}

// Service plays the tables of a store. Its methods may be called from several
// goroutines. A command that is refused returns the error together with the
// position as it is now (nil only where there is no table, or it cannot be
// read); see Refusal for the errors.
type Service struct {
	Options
}

// New makes a service. The error says what is wrong with the options.
func New(o Options) (*Service, error) { return &Service{o}, nil }

// Create starts a table.
func (v *Service) Create(ctx context.Context, t NewTable) (*Created, error) { return nil, ErrClosed }

// NewLink makes a token of another private link for a seat, or to watch
// (store.Nobody). The caller has seen to it that who asks may have it.
func (v *Service) NewLink(ctx context.Context, id string, seat int) (token string, err error) {
	return "", ErrClosed
}

// Position gives a table as it is now, for a viewer, and wakes its opponents
// if it is their turn. Errors: ErrNoTable.
func (v *Service) Position(ctx context.Context, id string, viewer Actor) (*Snapshot, error) {
	return nil, ErrClosed
}

// Tables lists the tables where a browser holds a place, newest first, at most
// limit of them.
func (v *Service) Tables(ctx context.Context, browser store.Hash, limit int) ([]Listed, error) {
	return nil, ErrClosed
}

// Act takes a decision for the seat to decide, which must be the actor's. An
// illegal action is refused with a *rules.Refusal.
func (v *Service) Act(ctx context.Context, id string, who Actor, at int64, key string, a rules.Action) (*Snapshot, error) {
	return nil, ErrClosed
}

// Undo goes back to the position after some number of decisions, one of
// Snapshot.You.UndoTo.
func (v *Service) Undo(ctx context.Context, id string, who Actor, at int64, key string, to int) (*Snapshot, error) {
	return nil, ErrClosed
}

// Confirm hands the actor's turn over.
func (v *Service) Confirm(ctx context.Context, id string, who Actor, at int64, key string) (*Snapshot, error) {
	return nil, ErrClosed
}

// Join sits a person down at an open seat, which must be the actor's by its
// link.
func (v *Service) Join(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string) (*Snapshot, error) {
	return nil, ErrClosed
}

// GiveToBot hands a seat to an opponent: the actor's own, or an open one, which
// anybody with a seat may fill.
func (v *Service) GiveToBot(ctx context.Context, id string, who Actor, at int64, key string, seat int, level string) (*Snapshot, error) {
	return nil, ErrClosed
}

// TakeBack returns the actor's seat from the opponent it was given to.
func (v *Service) TakeBack(ctx context.Context, id string, who Actor, at int64, key string, seat int) (*Snapshot, error) {
	return nil, ErrClosed
}

// SetLevel exchanges the opponent that plays a seat: of the actor's own seat
// given away, or an opponent's from the start, which anybody with a seat may.
func (v *Service) SetLevel(ctx context.Context, id string, who Actor, at int64, key string, seat int, level string) (*Snapshot, error) {
	return nil, ErrClosed
}

// Rename gives the actor's seat another name.
func (v *Service) Rename(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string) (*Snapshot, error) {
	return nil, ErrClosed
}

// Again gives the table that follows a finished one: the same seats in the
// same hands, the same options and board. However often and by whomever it is
// asked for, it is one and the same table. The caller grants the seats.
func (v *Service) Again(ctx context.Context, id string, who Actor) (next string, err error) {
	return "", ErrClosed
}

// Record tells the game as far as the table has seen it. Errors: ErrFrozen,
// ErrNoTable.
func (v *Service) Record(ctx context.Context, id string) (*record.Record, error) {
	return nil, ErrClosed
}

// History gives a table after n of its decisions, 0 to their number. Errors:
// ErrBadNumber, ErrFrozen where the table has no position at all, ErrNoTable.
func (v *Service) History(ctx context.Context, id string, n int) (*Past, error) {
	return nil, ErrClosed
}

// SeatPresence is the name under which a page with this seat joins live.Live,
// so that Seat.Present is seen.
func SeatPresence(seat int) string { return "seat-" + string(rune('0'+seat)) }

// For gives the same table for another viewer.
func (s *Snapshot) For(viewer Actor) *Snapshot { return s }

// Close ends the thinking of all opponents and waits until nothing runs any
// more, or ctx ends. Commands given afterwards are refused with ErrClosed.
func (v *Service) Close(ctx context.Context) error { return nil }
