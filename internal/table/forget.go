package table

import (
	"bytes"
	"context"
	"errors"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// Forget permanently replaces names of a seat's person in what the table shows
// and stores, as Redact does. A seat that is still played by hand goes to a
// computer player of the level. Errors: ErrNoTable, ErrNoLevel, ErrClosed.
func (v *Service) Forget(ctx context.Context, id string, seat int, level string, as game.Renaming) error {
	if err := v.checkLevel(seat, level); err != nil {
		return err
	}
	return v.rename(ctx, id, seat, as, func(id string, seat int) error { return v.standIn(ctx, id, seat, level) })
}

// Redact permanently replaces names of a seat's person in what the table shows
// and stores, its chat included, and at the table that follows it, where they
// have not come yet: their name is there, but nobody holds the seat. A table that
// cannot be read is left as it is. It wakes no computer players. Errors:
// ErrNoTable, ErrClosed.
func (v *Service) Redact(ctx context.Context, id string, seat int, as game.Renaming) error {
	return v.rename(ctx, id, seat, as, func(string, int) error { return nil })
}

// rename redacts a seat at a table and calls and there. It begins with the table
// that follows, which is found by the name.
func (v *Service) rename(ctx context.Context, id string, seat int, as game.Renaming, and func(id string, seat int) error) error {
	f, err := v.load(ctx, id)
	if err != nil {
		return err
	}
	if next, at, err := v.awaitedAt(ctx, f, seat); err != nil {
		return err
	} else if next != "" {
		if err := v.rename(ctx, next, at, as, and); err != nil {
			return err
		}
	}
	for {
		if v.closing() {
			return game.ErrClosed
		}
		err := v.redactSeat(ctx, id, seat, as)
		if errors.Is(err, store.ErrDamaged) {
			return nil
		}
		if err == nil {
			return and(id, seat)
		}
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

// awaitedAt is where a rematch waits for the person at a seat; "" for nowhere.
func (v *Service) awaitedAt(ctx context.Context, f *game.Game, seat int) (next string, at int, err error) {
	if seat < 0 || seat >= len(f.Seats) {
		return "", 0, nil
	}
	name := f.Seats[seat].Name
	g, err := v.load(ctx, nextID(f))
	if errors.Is(err, store.ErrNoTable) {
		return "", 0, nil // nobody has made it yet
	}
	if err != nil || name == "" || name == game.Nameless {
		return "", 0, err
	}
	if g.Setup.Turned {
		seat = turned([]int{seat}, len(f.Seats))[0]
	}
	if seat >= len(g.Seats) || g.Seats[seat].Kind != game.Person && !g.Seats[seat].Kept || g.Seats[seat].Name != name {
		return "", 0, nil
	}
	return g.ID, seat, nil
}

// standIn gives a seat that is played by hand to a computer player, and frees one
// that is kept for its person.
func (v *Service) standIn(ctx context.Context, id string, seat int, level string) error {
	return v.settle(ctx, id, game.Actor{}, func(f *game.Game) (game.Command, bool) { return f.StandIn(seat, level) })
}

// settle gives a table the commands that it needs, one after another, no matter who else acts
// there meanwhile.
func (v *Service) settle(ctx context.Context, id string, who game.Actor, need func(*game.Game) (game.Command, bool)) error {
	for {
		if v.closing() {
			return game.ErrClosed
		}
		f, err := v.load(ctx, id)
		if err != nil {
			return err
		}
		c, needed := need(f)
		if !needed {
			return nil
		}
		next, err := v.try(ctx, f, who, f.N, "", c, nil)
		if err == nil {
			v.publish(ctx, next)
		} else if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

// redactSeat replaces names of a seat in what is stored.
func (v *Service) redactSeat(ctx context.Context, id string, seat int, as game.Renaming) error {
	names := map[string]string{}
	return v.redact(ctx, id, store.Redaction{Seat: seat, Names: names}, func(meta []byte) ([]byte, error) {
		return game.RedactMeta(meta, seat, as, names)
	}, func(e store.Entry) ([]byte, error) {
		if e.Seat != seat || e.Kind != game.EventJoin && e.Kind != game.EventRename {
			return e.Body, nil
		}
		return game.RedactName(e.Body, as, names)
	})
}

// redact replaces what is stored of a table by what meta and body make of it, unless there
// should be names to replace and are none. It needs no rules, so that it redacts tables, too,
// that cannot go on. Anyone who has read the log learns about it from an entry.
func (v *Service) redact(ctx context.Context, id string, r store.Redaction, meta func([]byte) ([]byte, error), body func(store.Entry) ([]byte, error)) error {
	t, err := v.opt.Store.Table(ctx, id)
	if err != nil {
		return err
	}
	log, err := v.opt.Store.Log(ctx, id, 1)
	if err != nil {
		return err
	}
	n := int64(len(log))
	r.Note = store.Entry{N: n + 1, Time: v.opt.Clock().UnixMilli(), Kind: game.KindForget, Seat: r.Seat, Body: []byte(`{}`)}
	if r.Meta, err = meta(t.Meta); err != nil {
		return err
	}
	for _, e := range log {
		before := e.Body
		if e.Body, err = body(e); err != nil {
			return err
		}
		if !bytes.Equal(e.Body, before) {
			r.Entries = append(r.Entries, e)
		}
	}
	if r.Names != nil && len(r.Names) == 0 {
		return nil
	}
	err = v.opt.Store.Redact(ctx, id, n, r)
	if err == nil {
		v.opt.Live.Publish(id, n+1)
	}
	return err
}

// Unname permanently removes the name of a table, and of those that follow it. Errors:
// ErrNoTable.
func (v *Service) Unname(ctx context.Context, id string) error {
	err := v.unname(ctx, id)
	for err == nil {
		id = store.IDAfter(id)
		if err = v.unname(ctx, id); errors.Is(err, store.ErrNoTable) {
			return nil
		}
	}
	return err
}

// unname is Unname for one table.
func (v *Service) unname(ctx context.Context, id string) error {
	for {
		err := v.redact(ctx, id, store.Redaction{}, game.Unname, func(e store.Entry) ([]byte, error) {
			if e.Kind != game.EventName {
				return e.Body, nil
			}
			return game.Unname(e.Body)
		})
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}
