// Package notice tells people outside the pages when it is their turn, when their
// time runs low, when somebody asks to take back a choice, writes or invites them, and when
// a table begins or ends: by mail, web push and webhook.
//
// An append that changes who is to act marks its table in the same transaction.
// [Service.Tick] claims marked tables and stores a notice for each channel of
// the accounts with a seat there; then it claims the notices that are due and
// sends them. If a server dies, its claim expires and any other server of the
// store takes over.
//
// Each channel is notified once per turn: notices about one table and kind carry a log
// number, and only a higher one is new. What is no longer so when it is to be
// sent is dropped. If the program dies after a receiver has accepted a message
// and before that is stored, the message is sent again under the same ID, which
// mail programs and browsers recognize.
package notice

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

const (
	tickEvery   = time.Second
	countEvery  = 15 * time.Second // how often what is pending is counted
	claimFor    = 2 * time.Minute  // how long one server has what it claimed
	claimAtOnce = 16               // tables

	// soon is how long a notice waits: a person who moves at once needs none. While
	// the person has the table open it waits for whileThere.
	soon       = 15 * time.Second
	whileThere = 3 * time.Minute

	// A batch is tried so often, first again after firstRetry and then four times
	// as long each time, at most longestRetry.
	maxTries     = 8
	firstRetry   = time.Minute
	longestRetry = 6 * time.Hour

	// Trouble of this server counts as no attempt. A batch is tried again once it has waited for
	// twice as long, at most longestOurs more, and dropped when its first notice is oursFor old.
	longestOurs = time.Hour
	oursFor     = 3 * 24 * time.Hour

	// MaxFailed is how many batches a channel gives up in a row before it rests
	// until its person turns it on again.
	MaxFailed = 5
	// MaxChannels is how many channels an account may have.
	MaxChannels = store.MaxChannels
)

// Tables is what notices need to know of the tables.
type Tables interface {
	ActorOf(ctx context.Context, browser, id string) (game.Actor, error)
	Snapshot(ctx context.Context, id string, viewer game.Actor) (*game.Snapshot, error)
}

// Store is what a Service keeps.
type Store interface {
	store.Notices
	store.Secrets
	// Circle returns a circle of friends. Errors: store.ErrNoCircle.
	Circle(ctx context.Context, id string) (store.Circle, error)
	// Messages and ReadTo are those of store.Chat.
	Messages(ctx context.Context, table string, after int64, reader store.Hash) ([]store.Message, error)
	ReadTo(ctx context.Context, table string, reader store.Hash) (int64, error)
}

// Options of a Service. Store, Tables and Base are required.
type Options struct {
	Store  Store
	Tables Tables
	// Base is the address of the pages without a slash at its end, such as
	// https://ruhr.example.
	Base string
	// Mail sends mail; nil where there is no mail server.
	Mail *Mail
	// Reach reports whether webhooks and push messages may be sent to an address;
	// nil is Public.
	Reach func(netip.AddrPort) bool
	// Clock is the time; nil is time.Now.
	Clock func() time.Time
	Log   *slog.Logger // nil is slog.Default()
	Meter Meter        // nil counts nothing
}

// Meter counts notices.
type Meter interface {
	// Notice counts an attempt to send through a kind of channel: sent, retried
	// later, failed for good, or dropped because it was not so any more.
	Notice(kind, result string)
	// Pending says how many notices of a kind of channel are still to be sent.
	Pending(kind string, n int)
}

type noMeter struct{}

func (noMeter) Notice(string, string) {}
func (noMeter) Pending(string, int)   {}

// Service sends the notices. Its methods may be called concurrently.
type Service struct {
	Options
	http    client
	keys    keys
	sending *sending
	limits  *fair.Limits // of mails to addresses that are not confirmed
}

// New makes a service.
func New(o Options) (*Service, error) {
	if o.Store == nil || o.Tables == nil || o.Base == "" || strings.HasSuffix(o.Base, "/") {
		return nil, errors.New("notice: Options must have Store, Tables and Base")
	}
	if o.Reach == nil {
		o.Reach = Public
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Meter == nil {
		o.Meter = noMeter{}
	}
	limits := fair.NewLimits(0)
	limits.Now = o.Clock
	return &Service{Options: o, http: newClient(o.Reach, nil), sending: newSending(), limits: limits}, nil
}

// Run sends notices until ctx ends, and returns when none is being sent.
func (s *Service) Run(ctx context.Context) {
	defer s.sending.all.Wait()
	beat := time.NewTicker(tickEvery)
	defer beat.Stop()
	var before error
	var counted time.Time
	for {
		if now := time.Now(); now.Sub(counted) >= countEvery {
			s.count(ctx)
			counted = now
		}
		err := s.collectAll(ctx)
		if _, more := s.start(ctx); err == nil {
			err = more
		}
		if err != nil && before == nil && ctx.Err() == nil {
			s.Log.Error("notices cannot be sent", "error", err)
		}
		before = err
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		case <-s.sending.ended:
		}
	}
}

// count tells the meter what is still to be sent.
func (s *Service) count(ctx context.Context) {
	if s.Meter == (noMeter{}) {
		return
	}
	n, err := s.Store.Pending(ctx)
	if err != nil {
		return // what is to be sent cannot be read either, and that is logged
	}
	for _, kind := range []string{KindMail, KindHook, KindPush} {
		s.Meter.Pending(kind, n[kind])
	}
}

// Tick notes what is new at the tables and sends everything that is due now.
func (s *Service) Tick(ctx context.Context) error {
	if err := s.collectAll(ctx); err != nil {
		return err
	}
	for {
		s.sending.all.Wait()
		n, err := s.start(ctx)
		if n == 0 || err != nil {
			return err
		}
	}
}

// collectAll notes what is new at the tables.
func (s *Service) collectAll(ctx context.Context) error {
	for {
		now := s.Clock()
		again := now.Add(claimFor).UnixMilli()
		ids, err := s.Store.ClaimNews(ctx, now.UnixMilli(), again, claimAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.collect(ctx, id, again); err != nil && !errors.Is(err, table.ErrNoTable) {
				s.Log.Error("who is to hear of a table is not known", "table", store.ShortID(id), "error", err)
			}
		}
		if len(ids) < claimAtOnce {
			return nil
		}
	}
}
