package table

import (
	"context"
	"strconv"

	"ruhr/internal/store"
)

// SeatPresence is the name under which a page with this seat joins live.Live; it
// sets Seat.Present.
func SeatPresence(seat int) string { return "seat-" + strconv.Itoa(seat) }

// theirs refuses a seat that does not exist or is not the actor's.
func (f *fold) theirs(who Actor, seat int) error {
	if seat < 0 || seat >= len(f.seats) || !who.Holds(seat) {
		return ErrNotYours.at(seat)
	}
	return nil
}

// anybodys refuses a seat that does not exist, or an actor who neither has a
// seat nor owns the table.
func (f *fold) anybodys(who Actor, seat int) error {
	for k := range f.seats {
		if (who.Owner || who.Holds(k)) && seat >= 0 && seat < len(f.seats) {
			return nil
		}
	}
	return ErrNotYours.at(seat)
}

// seatCommand names a command on a seat.
func seatCommand(what string, seat int) string { return what + "-" + strconv.Itoa(seat) }

// Join seats a person at an open seat that the actor holds by its link,
// replacing any computer player there.
func (v *Service) Join(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string) (*Snapshot, error) {
	return v.join(ctx, id, who, at, key, seat, name, nil)
}

// join is Join with the function that stores it.
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

// GiveToBot hands a seat to a computer player: the actor's own, or an open one,
// which anybody with a seat may fill until somebody joins.
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

// TakeBack returns the actor's seat from its computer player.
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

// SetLevel changes the level of a computer player: on the actor's own seat, or
// on one that is nobody's, which anybody with a seat may change.
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
		if f.setup.Rated {
			return draft{}, ErrRated.at(seat)
		}
		return draft{kind: EventLevel, seat: seat, body: body{Level: level}}, v.checkLevel(seat, level)
	}})
}

// Rename changes the name on the actor's seat.
func (v *Service) Rename(ctx context.Context, id string, who Actor, at int64, key string, seat int, name string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("rename", seat), draft: func(f *fold) (draft, error) {
		if err := f.theirs(who, seat); err != nil {
			return draft{}, err
		}
		if f.seats[seat].Kind != Person {
			return draft{}, ErrOpenSeat.at(seat)
		}
		if f.setup.Rated {
			return draft{}, ErrRated.at(seat)
		}
		name, err := tidyName(seat, name, true)
		return draft{kind: EventRename, seat: seat, body: body{Name: name}}, err
	}})
}

// Tables lists the tables where a browser holds a place, newest first, at most
// limit of them (1 to MaxTables): those that come after a table of the list, ""
// for the beginning. One that cannot be read is left out and logged. Listing does
// not count as being present. Errors: ErrNoTable if that table is gone.
func (v *Service) Tables(ctx context.Context, browser, after string, limit int) ([]Listed, error) {
	return v.list(ctx, browser, store.Listing{After: after, Limit: min(limit, MaxTables)})
}

// Finished is Tables for those whose game has ended.
func (v *Service) Finished(ctx context.Context, browser, after string, limit int) ([]Listed, error) {
	return v.list(ctx, browser, store.Listing{Stages: []store.Stage{store.Over}, After: after, Limit: min(limit, MaxTables)})
}

// Unfinished lists the tables where a browser holds a place and the game has not
// ended, newest first, however many have ended since.
func (v *Service) Unfinished(ctx context.Context, browser string) ([]Listed, error) {
	return v.list(ctx, browser, unfinished)
}

// unfinished are all tables whose game has not ended.
var unfinished = store.Listing{Stages: []store.Stage{store.Running, store.Open}, Limit: store.MaxHeld}

func (v *Service) list(ctx context.Context, browser string, l store.Listing) ([]Listed, error) {
	all, err := v.opt.Store.Tables(ctx, store.HashOf(browser), l)
	if err != nil {
		return nil, err
	}
	var folds []*fold
	var seats [][]int
	for _, t := range all {
		f, err := v.load(ctx, t.ID)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v.opt.Log.Error("a table cannot be listed", "table", store.ShortID(t.ID), "error", err)
			continue
		}
		folds, seats = append(folds, f), append(seats, t.Seats)
	}
	v.readRatings(ctx, folds...)
	var out []Listed
	for i, f := range folds {
		who := actorWith(seats[i])
		s := v.show(f, who)
		out = append(out, Listed{Mine: s.You.Seats, Owner: who.Owner, Snapshot: s})
	}
	return out, nil
}
