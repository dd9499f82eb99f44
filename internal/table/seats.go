package table

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"ruhr/internal/store"
	"ruhr/rules"
)

// SeatPresence is the name under which a page with this seat joins live.Live,
// so that Seat.Present is seen.
func SeatPresence(seat int) string { return "seat-" + strconv.Itoa(seat) }

// theirs refuses where a seat does not exist or is not the actor's.
func (f *fold) theirs(who Actor, seat int) error {
	if seat < 0 || seat >= len(f.seats) || !who.Holds(seat) {
		return ErrNotYours.at(seat)
	}
	return nil
}

// anybodys refuses where a seat does not exist, or the actor has none and does not
// own the table.
func (f *fold) anybodys(who Actor, seat int) error {
	for k := range f.seats {
		if (who.Owner || who.Holds(k)) && seat >= 0 && seat < len(f.seats) {
			return nil
		}
	}
	return ErrNotYours.at(seat)
}

// seatCommand names a command about a seat.
func seatCommand(what string, seat int) string { return what + "-" + strconv.Itoa(seat) }

// Join sits a person down at an open seat, which must be the actor's by its
// link. A computer player that kept the seat warm leaves it.
func (v *Service) Join(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string) (*Snapshot, error) {
	return v.join(ctx, id, who, at, key, seat, name, nil)
}

// join is Join with what stores it.
func (v *Service) join(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string, add appender) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("join", seat), append: add, draft: func(f *fold) (draft, error) {
		if err := f.theirs(who, seat); err != nil {
			return draft{}, err
		}
		if f.seats[seat].Kind != Open {
			return draft{}, ErrNotOpen.at(seat)
		}
		name, err := tidyName(seat, name, true)
		return draft{kind: EventJoin, seat: seat, body: body{Name: name}}, err
	}})
}

// GiveToBot hands a seat to a computer player: the actor's own, or an open one, which
// anybody with a seat may fill until somebody joins.
func (v *Service) GiveToBot(ctx context.Context, id string, who Actor, at int64, key string, seat int, level string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("give", seat), draft: func(f *fold) (draft, error) {
		if err := f.anybodys(who, seat); err != nil {
			return draft{}, err
		}
		s := f.seats[seat]
		if s.Kind != Open && !who.Holds(seat) {
			return draft{}, ErrNotYours.at(seat)
		}
		if s.Level != "" {
			return draft{}, ErrPlayedByBot.at(seat)
		}
		return draft{kind: EventGive, seat: seat, body: body{Level: level}}, v.checkLevel(seat, level)
	}})
}

// TakeBack returns the actor's seat from the computer player it was given to.
func (v *Service) TakeBack(ctx context.Context, id string, who Actor, at int64, key string, seat int) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("take", seat), draft: func(f *fold) (draft, error) {
		if err := f.theirs(who, seat); err != nil {
			return draft{}, err
		}
		switch s := f.seats[seat]; {
		case s.Kind == Bot:
			return draft{}, ErrNotYours.at(seat)
		case s.Kind == Open:
			return draft{}, ErrOpenSeat.at(seat)
		case s.Level == "":
			return draft{}, ErrPlayedByHand.at(seat)
		}
		return draft{kind: EventTake, seat: seat, body: body{}}, nil
	}})
}

// SetLevel exchanges the computer player that plays a seat: of the actor's own seat
// given away, or of one that is nobody's, which anybody with a seat may.
func (v *Service) SetLevel(ctx context.Context, id string, who Actor, at int64, key string, seat int, level string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("level", seat), draft: func(f *fold) (draft, error) {
		if err := f.anybodys(who, seat); err != nil {
			return draft{}, err
		}
		s := f.seats[seat]
		if s.Kind == Person && !who.Holds(seat) {
			return draft{}, ErrNotYours.at(seat)
		}
		if s.Level == "" {
			return draft{}, ErrPlayedByHand.at(seat)
		}
		return draft{kind: EventLevel, seat: seat, body: body{Level: level}}, v.checkLevel(seat, level)
	}})
}

// Rename gives the actor's seat another name.
func (v *Service) Rename(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("rename", seat), draft: func(f *fold) (draft, error) {
		if err := f.theirs(who, seat); err != nil {
			return draft{}, err
		}
		if f.seats[seat].Kind != Person {
			return draft{}, ErrOpenSeat.at(seat)
		}
		name, err := tidyName(seat, name, true)
		return draft{kind: EventRename, seat: seat, body: body{Name: name}}, err
	}})
}

// Rematch gives the table that follows a finished one: the same owner, the same
// seats in the same hands, the same options and board. However often and by whomever it is
// asked for, it is one and the same table. RematchFor grants the seats too.
func (v *Service) Rematch(ctx context.Context, id string, who Actor) (next string, err error) {
	f, err := v.reserve(ctx, id, who)
	if err != nil {
		return "", err
	}
	// The log names the table before it exists, so that two who ask at once, or
	// a program killed in between, end up at the same one.
	if _, err := v.opt.Store.Table(ctx, f.rematch); !errors.Is(err, store.ErrNoTable) {
		return f.rematch, err
	}
	data, err := v.opt.Store.Board(ctx, f.board)
	if err != nil {
		return "", err
	}
	s := f.setup
	s.Rules, s.Seats = rules.Version, nil
	s.Guided = false // who has been taught goes on with a deal like any other
	for _, seat := range f.seats {
		s.Seats = append(s.Seats, NewSeat{Kind: seat.Kind, Name: seat.Name, Colour: seat.Colour, Level: seat.Level})
	}
	err = v.start(ctx, f.rematch, s, data, nil)
	if errors.Is(err, store.ErrExists) {
		return f.rematch, nil
	}
	if err != nil {
		return "", err
	}
	return f.rematch, v.opt.Store.Inherit(ctx, id, f.rematch)
}

// reserve sees to it that the table's log names the one that follows.
func (v *Service) reserve(ctx context.Context, id string, who Actor) (*fold, error) {
	for {
		if v.closing() {
			return nil, ErrClosed
		}
		f, err := v.load(ctx, id)
		if err != nil {
			return nil, err
		}
		if f.frozen != nil {
			return nil, ErrFrozen
		}
		if err := f.anybodys(who, 0); err != nil {
			return nil, ErrNotYours
		}
		if s := f.state(); s.Decision() != rules.Over {
			return nil, ErrNotOver
		}
		if f.rematch != "" {
			return f, nil
		}
		f, err = v.try(ctx, f, who, f.n, "", command{draft: func(*fold) (draft, error) {
			return draft{kind: EventRematch, seat: store.Nobody, body: body{Table: store.NewID()}}, nil
		}})
		if err == nil {
			v.publish(f)
			return f, nil
		}
		if !errors.Is(err, store.ErrStale) {
			return nil, err
		}
	}
}

// Tables lists the tables where a browser holds a place, newest first, at most
// limit of them (1 to MaxTables). One that the store cannot read is left
// out and named in the service's log. Who looks at the list is at none of them.
func (v *Service) Tables(ctx context.Context, browser string, limit int) ([]Listed, error) {
	all, err := v.opt.Store.Tables(ctx, store.HashOf(browser), limit)
	if err != nil {
		return nil, err
	}
	var out []Listed
	for _, t := range all {
		f, err := v.load(ctx, t.ID)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v.opt.Log.Error("a table cannot be listed", "table", short(t.ID), "error", err)
			continue
		}
		s := v.show(f, Actor{Seats: t.Seats})
		out = append(out, Listed{Mine: s.You.Seats, Owner: slices.Contains(t.Seats, store.Owner), Snapshot: s})
	}
	return out, nil
}
