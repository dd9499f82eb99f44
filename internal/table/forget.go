package table

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"ruhr/internal/store"
	"ruhr/rules"
)

// Nameless is the name of a seat whose person asked to be forgotten, the same
// in all languages.
const Nameless = "N. N."

// Forget permanently removes the name of a seat's person from what the table
// shows and stores. A seat that is still played by hand goes to a computer
// player of the level. A table that cannot be read is left as it is. Errors:
// ErrNoTable, ErrNoLevel, ErrClosed.
func (v *Service) Forget(ctx context.Context, id string, seat int, level string) error {
	if err := v.checkLevel(seat, level); err != nil {
		return err
	}
	for {
		if v.closing() {
			return ErrClosed
		}
		f, err := v.load(ctx, id)
		if err != nil {
			return err
		}
		if f.frozen != nil && f.frozen.Key != FrozenEnded || seat < 0 || seat >= len(f.seats) {
			return nil
		}
		err = v.forget(ctx, f, seat, level)
		if err == nil {
			err = v.forgetRematch(ctx, f, seat, level)
		}
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

// forgetRematch forgets a person at the table that follows one, where they have
// not come yet: their name is there, but nobody holds the seat.
func (v *Service) forgetRematch(ctx context.Context, f *fold, seat int, level string) error {
	name := f.seats[seat].Name
	if f.rematch == "" || name == "" || name == Nameless {
		return nil
	}
	next, err := v.load(ctx, f.rematch)
	if errors.Is(err, store.ErrNoTable) {
		return nil // nobody has made it yet
	}
	if err != nil {
		return err
	}
	if next.setup.Turned {
		seat = turned([]int{seat}, len(f.seats))[0]
	}
	if seat >= len(next.seats) || next.seats[seat].Kind != Person || next.seats[seat].Name != name {
		return nil
	}
	return v.Forget(ctx, f.rematch, seat, level)
}

func (v *Service) forget(ctx context.Context, f *fold, seat int, level string) error {
	if err := v.redact(ctx, f, seat); err != nil {
		return err
	}
	// Cached folds learn about it from the log.
	next, now := f.clone(), v.opt.Clock().UnixMilli()
	entries, err := next.extend(draft{kind: kindForget, seat: seat, body: body{}}, now)
	if err != nil {
		return err
	}
	if s := f.state(); s.Decision() != rules.Over && f.frozen == nil && f.seats[seat].Kind == Person && f.seats[seat].ByHand() {
		more, err := next.extend(draft{kind: EventGive, seat: seat, body: body{Level: level}}, now)
		if err != nil {
			return err
		}
		entries = append(entries, more...)
	}
	if _, err := v.opt.Store.Append(ctx, f.id, f.n, "", entries); err != nil {
		return err
	}
	v.publish(next)
	return nil
}

// redact removes the name of a seat from what is stored.
func (v *Service) redact(ctx context.Context, f *fold, seat int) error {
	t, err := v.opt.Store.Table(ctx, f.id)
	if err != nil {
		return err
	}
	var meta map[string]json.RawMessage // fields of a newer program are kept
	if err := json.Unmarshal(t.Meta, &meta); err != nil {
		return err
	}
	var seats []NewSeat // as stored: the fold's are those of the beginning
	if err := json.Unmarshal(meta["seats"], &seats); err != nil {
		return err
	}
	if seat < len(seats) && seats[seat].Name != "" {
		seats[seat].Name = Nameless
	}
	if meta["seats"], err = json.Marshal(seats); err != nil {
		return err
	}
	text, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	log, err := v.opt.Store.Log(ctx, f.id, 1)
	if err != nil {
		return err
	}
	var changed []store.Entry
	for _, e := range log {
		if e.Seat != seat || e.Kind != EventJoin && e.Kind != EventRename {
			continue
		}
		if e.Body, err = json.Marshal(body{Name: Nameless}); err != nil {
			return err
		}
		changed = append(changed, e)
	}
	return v.opt.Store.Redact(ctx, f.id, f.n, text, changed)
}

// forget removes the name of a seat from a fold.
func (f *fold) forget(seat int) {
	if f.seats[seat].Name != "" {
		f.seats[seat].Name = Nameless
	}
	f.events = slices.Clone(f.events)
	for i, e := range f.events {
		if e.Seat == seat && (e.Kind == EventJoin || e.Kind == EventRename) {
			f.events[i].Text = Nameless
		}
	}
}
