package table

import (
	"cmp"
	"context"
	"slices"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// lobby watches all public tables: it holds a place there as a browser does. No
// browser's secret has this form.
const lobby = "lobby"

// lists are those who hold a place to watch a table only so that it is listed.
func lists(s game.Setup) (out []store.Hash) {
	if s.Public {
		out = append(out, store.HashOf(lobby))
	}
	if s.Circle != "" {
		out = append(out, store.HashOf(store.CircleHolder(s.Circle)))
	}
	return out
}

// MaxLobby is how many public tables of each stage Lobby lists at most.
const MaxLobby = 60

// Lobby lists public tables, for a browser: the newest of those with an open seat,
// of those in play, and of those whose game has ended.
func (v *Service) Lobby(ctx context.Context, browser string) ([]game.Listed, error) {
	var list []game.Listed
	for _, stage := range []store.Stage{store.Open, store.Running, store.Over} {
		some, err := v.list(ctx, lobby, store.Listing{Stages: []store.Stage{stage}, Limit: MaxLobby, Most: true})
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, v.listFor(ctx, browser, list)
}

// listFor shows the tables of a list as a browser sees them.
func (v *Service) listFor(ctx context.Context, browser string, list []game.Listed) error {
	for i := range list {
		who, err := v.ActorOf(ctx, browser, list[i].ID)
		if err != nil {
			return err
		}
		list[i].Snapshot = list[i].For(who)
		list[i].Mine, list[i].Owner = list[i].You.Seats, who.Owner
	}
	return nil
}

// Sit sits a browser down at an open seat of a public table, under a name.
// Errors: ErrNotYours where the table is by invitation, and those of Join.
func (v *Service) Sit(ctx context.Context, browser, id string, seat int, name string) error {
	f, err := v.load(ctx, id)
	if err != nil {
		return err
	}
	if !f.Setup.Public || seat < 0 || seat >= len(f.Seats) {
		return game.ErrNotYours.At(seat)
	}
	return v.sitAt(ctx, f, browser, seat, name)
}

// sitAt sits a browser down at an open seat, whatever entitles it to. Errors: those of
// Join.
func (v *Service) sitAt(ctx context.Context, f *game.Game, browser string, seat int, name string) (err error) {
	if f.Seats[seat].Kind != game.Open || f.Seats[seat].Kept {
		if who, err := v.ActorOf(ctx, browser, f.ID); err != nil || who.Holds(seat) {
			return err // it has sat down before, and asks again
		}
		return game.ErrNotOpen.At(seat)
	}
	if name, err = v.sittingDown(ctx, f, browser, seat, name); err != nil {
		return err
	}
	link := seatLink(f.ID, seat)
	if err := v.opt.Store.SaveToken(ctx, link, Place{Table: f.ID, Seat: seat}); err != nil {
		return err
	}
	add := func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
		return v.opt.Store.AppendJoin(ctx, id, after, key, entries, store.HashOf(browser), link, seat)
	}
	_, err = v.do(ctx, f.ID, game.Actor{Seats: []int{seat}}, f.N, store.NewID(), game.Join(seat, name), add)
	return err
}

// seatLink stands for a private link to a seat that nobody has, always the same one:
// no token has this hash.
func seatLink(id string, seat int) (hash store.Hash) {
	copy(hash[:], id)
	hash[len(hash)-1] = byte(seat)
	return hash
}

// Next is the table that has waited longest for a browser, "" for none. Where
// others wait, too, it is not the one to pass over.
func (v *Service) Next(ctx context.Context, browser, over string) (id string, err error) {
	list, err := v.Unfinished(ctx, browser)
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(t game.Listed) bool { return !t.You.Awaited() })
	slices.SortStableFunc(list, func(a, b game.Listed) int {
		return cmp.Or(compareBool(a.ID == over, b.ID == over), a.Since().Compare(b.Since()))
	})
	if len(list) == 0 {
		return "", nil
	}
	return list[0].ID, nil
}

// Waiting is how many tables at which others play, too, wait for a browser.
func (v *Service) Waiting(ctx context.Context, browser string) (n int, err error) {
	list, err := v.Unfinished(ctx, browser)
	for _, t := range list {
		if t.You.Awaited() && t.Shared(t.Mine) {
			n++
		}
	}
	return n, err
}

// compareBool puts false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
