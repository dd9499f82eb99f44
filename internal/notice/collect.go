package notice

import (
	"context"
	"errors"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/store"
)

// The kinds of notice.
const (
	turn     = "turn"     // it is the person's turn
	takeback = "takeback" // somebody asks the person to take back a choice
	late     = "time"     // most of the time for the turn has gone
	begin    = "begin"    // all seats are taken, or a rematch was made
	invite   = "invite"   // a seat is kept for the person, whom somebody has invited
	said     = "chat"     // others have written at the table
	end      = "end"      // the game is over, or the table has ended for lack of action
)

// event is something that a seat is told of. Of one kind only a higher n is new.
type event struct {
	kind string
	n    int64
	at   time.Time // when it happened; zero for what is told whenever it did
}

// eventsFor returns the events that a seat needs notices of as a table stands now. The
// person who caused an event needs none. Before a table begins it is nobody's turn: everybody is
// told when it does.
func eventsFor(s *game.Snapshot, seat int) (out []event) {
	over, last := s.Ended()
	if over > 0 && last != seat {
		out = append(out, event{end, over, s.TimeOf(over)})
	} else if asks(s, seat) {
		out = append(out, event{turn, s.TurnSince(), s.TimeOf(s.TurnSince())})
		if n := s.Short(seat); n > 0 {
			out = append(out, event{kind: late, n: n})
		}
	}
	if t := s.Takeback; t != nil && slices.Contains(t.Waits, seat) {
		out = append(out, event{kind: takeback, n: t.N})
	}
	if n := s.RematchAt(); n > 0 {
		out = append(out, event{begin, n, s.TimeOf(n)})
	} else if n, by := s.Begun(); n > 0 && over == 0 && by != seat {
		out = append(out, event{begin, 1, s.TimeOf(n)})
	}
	return out
}

// invitation returns the notice that a person for whom a seat is kept needs as a table
// stands now. Of a seat that waits after a rematch the table before tells.
func invitation(s *game.Snapshot, seat int) []event {
	if over, _ := s.Ended(); over > 0 || seat >= len(s.Seats) || !s.Seats[seat].Kept || !s.Seats[seat].Invited {
		return nil
	}
	return []event{{invite, 1, s.Created}}
}

// asks reports whether a table waits for the person at a seat.
func asks(s *game.Snapshot, seat int) bool {
	return begun(s) && seat >= 0 && s.ToAct == seat && seat < len(s.Seats) && s.Seats[seat].Kind == game.Person && s.Seats[seat].ByHand()
}

// begun reports whether all seats are taken, or somebody has decided something.
func begun(s *game.Snapshot) bool {
	open := slices.ContainsFunc(s.Seats, func(seat game.Seat) bool { return seat.Kind == game.Open && seat.ByHand() })
	return !open || slices.ContainsFunc(s.Steps, func(step game.Step) bool { return !step.Auto && step.Bot == "" })
}

// opens reports whether a turn is the first one of a table that has just begun: who
// hears of it hears that, too.
func opens(s *game.Snapshot, events []event) bool {
	n, _ := s.Begun()
	return n > 0 && s.Rematch == "" && s.TurnSince() <= n && slices.ContainsFunc(events, func(e event) bool { return e.kind == turn })
}

// collect stores the notices about a table that was claimed until a moment.
func (s *Service) collect(ctx context.Context, id string, claimed int64) error {
	listeners, err := s.Store.Listeners(ctx, id)
	if err != nil {
		return err
	}
	var list []store.Notice
	next := int64(0)
	if len(listeners) > 0 {
		// Somebody at the table may see it, also while its deal is hidden.
		snap, err := s.Tables.Snapshot(ctx, id, game.Actor{Seats: []int{listeners[0].Seat}})
		if err != nil {
			return err
		}
		if listeners, err = s.unmuted(ctx, snap.Circle, listeners); err != nil {
			return err
		}
		unread, err := s.unreadBy(ctx, snap, listeners)
		if err != nil {
			return err
		}
		list = s.notices(snap, listeners, unread)
		if at := snap.ShortAt(); !at.IsZero() {
			next = at.Add(time.Millisecond).UnixMilli() // not a fraction too early
		}
	}
	return s.Store.AddNotices(ctx, id, claimed, next, list)
}

// unmuted leaves out those whom a table of a circle invites and who have muted the circle.
func (s *Service) unmuted(ctx context.Context, circle string, all []store.Listener) ([]store.Listener, error) {
	invited := func(l store.Listener) bool { return l.Seat <= store.Kept(0) }
	if circle == "" || !slices.ContainsFunc(all, invited) {
		return all, nil
	}
	c, err := s.Store.Circle(ctx, circle)
	if errors.Is(err, store.ErrNoCircle) { // dissolved meanwhile
		return all, nil
	}
	return slices.DeleteFunc(all, func(l store.Listener) bool {
		return invited(l) && slices.ContainsFunc(c.Members, func(m store.Member) bool { return m.Account == l.Account.ID && m.Quiet })
	}), err
}

// notices are the notices about a table for those who listen. A channel hears of
// nothing that happened before it was added. unread is what they have not read, by account.
func (s *Service) notices(snap *game.Snapshot, listeners []store.Listener, unread map[string]event) (list []store.Notice) {
	now := s.Clock()
	seats := map[string][]int{} // by account
	for _, l := range listeners {
		seats[l.Account.ID] = append(seats[l.Account.ID], l.Seat)
	}
	for _, l := range listeners {
		w := readWishes(l.Channel.Settings)
		if !works(l.Channel) || l.Seat >= len(snap.Seats) || !snap.Shared(seats[l.Account.ID]) {
			continue
		}
		kept := l.Seat <= store.Kept(0)
		var events []event
		if kept {
			events = invitation(snap, store.Kept(0)-l.Seat)
		} else {
			events = eventsFor(snap, l.Seat)
			if e, ok := unread[l.Account.ID]; ok {
				events = append(events, e)
			}
		}
		for _, e := range events {
			if e.kind == begin && w.Wants(turn) && opens(snap, events) {
				continue // one message says both
			}
			if !e.at.IsZero() && e.at.UnixMilli() < l.Channel.Created {
				continue
			}
			wait := soon
			if !kept && snap.Seats[l.Seat].Present {
				wait = whileThere
			}
			if !w.Wants(e.kind) {
				continue
			}
			n := store.Notice{Channel: l.Channel.ID, Table: snap.ID, Kind: e.kind, N: e.n, Time: now.UnixMilli()}
			n.Due = s.due(now.Add(wait), e.kind, w, settings.Read(l.Account.Settings).Hours()).UnixMilli()
			at := slices.IndexFunc(list, func(o store.Notice) bool { return o.Channel == n.Channel && o.Kind == n.Kind })
			if at < 0 { // else another seat of the same person
				list = append(list, n)
			}
		}
	}
	return list
}

// due returns when a notice goes out that could go at t: never in quiet hours, not even
// in a daily message. That the time runs out waits for no daily message.
func (s *Service) due(t time.Time, kind string, w Wishes, quiet game.Hours) time.Time {
	if w.Daily && kind != late {
		t = w.nextDigest(t)
	}
	until, _ := quiet.End(t) // t for hours that are none
	return until
}
