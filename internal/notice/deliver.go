package notice

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptrace"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// failure is why a message was not delivered. Its text names no address.
type failure struct {
	why   string
	final bool // trying again is no use
	gone  bool // the receiver does not exist any more
	ours  bool // this server's trouble: it says nothing about the receiver
}

func (f *failure) Error() string { return f.why }

// slow is how long a webhook or a push service that is connected may take to accept a message. One
// that takes longer has it, and counts as one that has failed: after MaxFailed the
// channel rests.
const slow = 3 * time.Second

// errNoMail: there is no mail server here.
var errNoMail = &failure{why: "no mail server", ours: true}

// deliver sends a batch and notes what came of it. If that cannot be noted, the
// batch comes again with the same ID.
func (s *Service) deliver(ctx context.Context, b store.Batch) {
	log := s.Log.With("channel", store.ShortID(b.Channel.ID), "kind", b.Channel.Kind)
	// The hours may have been set, or have begun, since it was to go out.
	if now := s.Clock(); s.notBefore(b, now).After(now) {
		s.postpone(ctx, log, b, now, false)
		return
	}
	m, err := s.message(ctx, b)
	if err != nil {
		log.Error("a notice cannot be written", "error", err)
		return // it comes again when the claim ends
	}
	outcome, result := store.Dropped, "dropped"
	if m != nil {
		outcome, result = store.Delivered, "sent"
		took, err := s.timed(ctx, b.Channel, m)
		if err == nil && b.Channel.Kind != KindMail && took > slow {
			log.Warn("a receiver is slow", "took", took)
			outcome = store.GivenUp
		}
		if err != nil {
			var f *failure
			if !errors.As(err, &f) {
				f = &failure{why: "not delivered", ours: true}
			}
			log.Warn("a notice was not delivered", "why", f.why, "attempt", b.Tries)
			if f.gone {
				s.Meter.Notice(b.Channel.Kind, "failed")
				err = s.Store.DropChannel(ctx, b.Channel.Account, b.Channel.ID)
				if err != nil && !errors.Is(err, store.ErrNoChannel) {
					log.Error("a channel that leads nowhere cannot be removed", "error", err)
				}
				return
			}
			wait, again := retryAfter(b.Tries), !f.final && b.Tries < maxTries
			if outcome, result = store.GivenUp, "failed"; f.ours {
				waited := s.Clock().Sub(time.UnixMilli(b.Notices[0].Time))
				wait, again, outcome = min(max(waited, firstRetry), longestOurs), waited < oursFor, store.Dropped
			}
			if again {
				s.Meter.Notice(b.Channel.Kind, "retried")
				s.postpone(ctx, log, b, s.Clock().Add(wait), !f.ours)
				return
			}
		}
	}
	s.Meter.Notice(b.Channel.Kind, result)
	if err := s.Store.Settle(ctx, b, outcome); err != nil {
		log.Error("what came of a notice cannot be stored", "error", err)
	}
}

// notBefore returns the first time from t on that is not in the quiet hours of a batch's person.
func (s *Service) notBefore(b store.Batch, t time.Time) time.Time {
	until, _ := settings.Read(b.Account.Settings).Hours().End(t) // t for hours that are none
	return until
}

// postpone lets a batch come again at a time, but not in quiet hours.
func (s *Service) postpone(ctx context.Context, log *slog.Logger, b store.Batch, at time.Time, tried bool) {
	if err := s.Store.Postpone(ctx, b, s.notBefore(b, at).UnixMilli(), tried); err != nil {
		log.Error("a notice cannot be postponed", "error", err)
	}
}

// retryAfter is how long to wait after an attempt, counted from 1.
func retryAfter(attempt int) time.Duration {
	d := firstRetry
	for range attempt - 1 {
		if d *= 4; d >= longestRetry {
			return longestRetry
		}
	}
	return d
}

// timed is send with how long the receiver took from the connection to its answer: that names
// are looked up and connections made slowly may be this server's own trouble, and then all
// receivers would rest at once.
func (s *Service) timed(ctx context.Context, c store.Channel, m *message) (took time.Duration, err error) {
	asked := s.Clock()
	answered := asked
	err = s.send(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { asked = s.Clock() },
		GotFirstResponseByte: func() { answered = s.Clock() },
	}), c, m)
	if err != nil {
		return 0, err // an answer may still come
	}
	return answered.Sub(asked), nil
}

// send sends a message through a channel.
func (s *Service) send(ctx context.Context, c store.Channel, m *message) error {
	switch c.Kind {
	case KindMail:
		if s.Mail == nil {
			return errNoMail
		}
		return s.Mail.send(ctx, c.Address, m)
	case KindHook:
		return s.sendHook(ctx, c.Address, m)
	case KindPush:
		return s.sendPush(ctx, c.Address, m)
	}
	return &failure{why: "unknown kind of channel", final: true}
}

// message writes what a batch says, nil if nothing of it is so any more.
func (s *Service) message(ctx context.Context, b store.Batch) (*message, error) {
	if !works(b.Channel) || b.Account.Banned != 0 {
		return nil, nil
	}
	w := readWishes(b.Channel.Settings)
	m := s.newMessage(b, w)
	for _, n := range b.Notices {
		if !w.Wants(n.Kind) {
			continue
		}
		who, err := s.Tables.ActorOf(ctx, b.Account.Holder(), n.Table)
		if err != nil {
			return nil, err
		}
		snap, err := s.Tables.Snapshot(ctx, n.Table, who)
		if errors.Is(err, table.ErrNoTable) || errors.Is(err, game.ErrHiddenDeal) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n.Kind == begin && snap.Rematch != "" {
			there, err := s.Tables.ActorOf(ctx, b.Account.Holder(), snap.Rematch)
			if err != nil {
				return nil, err
			}
			if len(there.Seats)+len(there.Freed) > 0 {
				continue // they know
			}
		}
		if n.Kind == said {
			if e, by, err := s.unread(ctx, b.Account, snap); err != nil {
				return nil, err
			} else if e.n == n.N && len(who.Seats) > 0 {
				m.add(s.Base, snap, who, said, by...)
			}
		} else if still(snap, who, n, w) {
			m.add(s.Base, snap, who, n.Kind)
		}
	}
	if len(m.lines) == 0 {
		return nil, nil
	}
	stop, err := s.link(ctx, "stop", b.Channel)
	if err != nil {
		return nil, err
	}
	m.stop = stop
	return m, nil
}

// still reports whether a notice is still true and meant for somebody. A person
// who has been present since a game began or ended has seen it.
func still(snap *game.Snapshot, who game.Actor, n store.Notice, w Wishes) bool {
	for _, seat := range who.Seats {
		if (n.Kind == begin || n.Kind == end) && !w.Daily && seat < len(snap.Seats) && snap.Seats[seat].Present {
			continue
		}
		if slices.ContainsFunc(eventsFor(snap, seat), func(e event) bool { return e.kind == n.Kind && e.n == n.N }) {
			return true
		}
	}
	return n.Kind == invite && slices.ContainsFunc(who.Kept, func(seat int) bool { return len(invitation(snap, seat)) > 0 })
}
