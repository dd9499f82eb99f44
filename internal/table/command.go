package table

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// draft is an entry about to be made.
type draft struct {
	kind string
	seat int
	body body
}

// extend adds an entry, and the decisions taken by themselves after it, to a
// fold of the caller's own, and gives them as they are to be stored.
func (f *fold) extend(d draft, now int64) ([]store.Entry, error) {
	var out []store.Entry
	p := f.stepper()
	for {
		data, err := json.Marshal(d.body)
		if err != nil {
			return nil, err
		}
		e := store.Entry{N: f.n + 1, Time: now, Kind: d.kind, Seat: d.seat, Body: data}
		if err := f.add(e, p); err != nil {
			return nil, err
		}
		out = append(out, e)
		a, ok := f.forced()
		if !ok {
			return out, nil
		}
		d = f.act(a, true, "")
	}
}

// act drafts a decision of the seat to decide.
func (f *fold) act(a rules.Action, auto bool, level string) draft {
	s := f.state()
	do := f.words.Encode(a)
	return draft{kindAct, s.ToDecide(), body{Do: &do, Auto: auto, Bot: level}}
}

// command is what a person asks for: drafted from the position it is made at,
// or refused.
type command func(f *fold) (draft, error)

// do carries a command out.
func (v *Service) do(ctx context.Context, id string, who Actor, at int64, key string, c command) (*Snapshot, error) {
	if v.closing() {
		return nil, ErrClosed
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	next, err := v.try(ctx, f, who, at, key, c)
	switch {
	case err == nil:
		v.publish(next)
		return v.show(next, who), nil
	case errors.Is(err, store.ErrRepeated), errors.Is(err, store.ErrStale):
		if now, err := v.load(ctx, id); err == nil {
			f = now
		}
		if errors.Is(err, store.ErrRepeated) {
			return v.show(f, who), nil
		}
		return v.show(f, who), ErrStale
	case !refused(err):
		return nil, err
	}
	return v.show(f, who), err
}

// refused says whether an error is for the person who gave the command.
func refused(err error) bool {
	var mine *Refusal
	var rule *rules.Refusal
	return errors.As(err, &mine) || errors.As(err, &rule)
}

// try drafts a command and appends it, and gives the fold after it.
func (v *Service) try(ctx context.Context, f *fold, who Actor, at int64, key string, c command) (*fold, error) {
	if len(key) > MaxKey || store.CheckKey(key) != nil {
		return nil, ErrBadKey.saying(key[:min(len(key), MaxKey)])
	}
	if key != "" && slices.ContainsFunc(who.Seats, func(seat int) bool { return slices.Contains(f.keys, keyOf(seat, key)) }) {
		return nil, store.ErrRepeated
	}
	if f.frozen != nil {
		return nil, ErrFrozen
	}
	if at != f.n {
		return nil, ErrStale
	}
	d, err := c(f)
	if err != nil {
		return nil, err
	}
	if key != "" {
		seat := d.seat
		if !who.Holds(seat) {
			seat = who.Seats[0] // it fills or changes a seat that is nobody's
		}
		key = keyOf(seat, key)
	}
	next := f.clone()
	entries, err := next.extend(d, v.opt.Clock().UnixMilli())
	if err != nil {
		return nil, err
	}
	if key != "" {
		next.keys = append(next.keys, key)
	}
	_, err = v.opt.Store.Append(ctx, f.id, f.n, key, entries)
	return next, err
}

// keyOf is the key as it is stored. Keys are a browser's own, so those of
// another seat must not stand in its way.
func keyOf(seat int, key string) string { return strconv.Itoa(seat) + "." + key }

// Act takes a decision for the seat to decide, which must be the actor's. An
// illegal action is refused with a *rules.Refusal.
func (v *Service) Act(ctx context.Context, id string, who Actor, at int64, key string, a rules.Action) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, func(f *fold) (draft, error) {
		s := f.state()
		if s.Decision() == rules.Over {
			return draft{}, ErrOver
		}
		seat := s.ToDecide()
		if t := f.turn(); t.Waiting {
			return draft{}, ErrWaiting.at(t.Seat)
		}
		if !who.Holds(seat) {
			return draft{}, ErrNotYourTurn.at(seat)
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		legal := f.game.Legal(&s)
		if !legal.Has(a) {
			return draft{}, f.game.Why(&s, a)
		}
		return f.act(a, legal.Len() == 1, ""), nil
	})
}

// byHand refuses where no person plays the seat.
func (f *fold) byHand(seat int) error {
	switch s := f.seats[seat]; {
	case s.Level != "":
		return ErrPlayedByBot.at(seat)
	case s.Kind == Open:
		return ErrOpenSeat.at(seat)
	}
	return nil
}

// Undo goes back to the position after some number of decisions, one of
// Snapshot.You.UndoTo.
func (v *Service) Undo(ctx context.Context, id string, who Actor, at int64, key string, to int) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, func(f *fold) (draft, error) {
		seat, places := f.undo()
		if !slices.Contains(places, to) {
			return draft{}, ErrNothingToUndo
		}
		if !who.Holds(seat) {
			return draft{}, ErrNotYours.at(seat)
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		return draft{EventUndo, seat, body{To: to}}, nil
	})
}

// Confirm hands the actor's turn over.
func (v *Service) Confirm(ctx context.Context, id string, who Actor, at int64, key string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, func(f *fold) (draft, error) {
		t := f.turn()
		if !t.Waiting && t.Last == rules.None {
			return draft{}, ErrNothingToConfirm
		}
		if !who.Holds(t.Seat) {
			return draft{}, ErrNotYours.at(t.Seat)
		}
		if err := f.byHand(t.Seat); err != nil {
			return draft{}, err
		}
		if t.Waiting {
			return draft{kindConfirm, t.Seat, body{}}, nil
		}
		return f.act(t.Last, true, ""), nil
	})
}

// Record tells the game as far as the table has seen it. Errors: ErrFrozen
// where the table has no position at all, ErrNoTable.
func (v *Service) Record(ctx context.Context, id string) (*record.Record, error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if f.game == nil {
		return nil, ErrFrozen
	}
	var players []record.Player
	for _, s := range f.seats {
		players = append(players, record.Player{Name: s.Name, Bot: s.Level})
	}
	var actions []rules.Action
	for _, s := range f.steps {
		actions = append(actions, s.Action)
	}
	return record.Export(f.game, &f.deal, players, actions)
}
