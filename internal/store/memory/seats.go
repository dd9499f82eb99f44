package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"ruhr/internal/store"
)

// Grant implements [store.Seats].
func (s *Store) Grant(ctx context.Context, browser store.Hash, p store.Place) error {
	return s.at(ctx, "grant a seat", p.Table, func(t *table) error {
		return cmp.Or(store.CheckGrant(p.Seat), t.grant(browser, p.Seat))
	})
}

// grant gives a browser a place. It returns ErrMany for one that is full, unless it
// is to watch.
func (t *table) grant(browser store.Hash, seat int) error {
	if !t.grants[store.Holder{Browser: browser, Seat: seat}] {
		if n := len(t.holders(seat)); n >= store.MaxHolders {
			if seat == store.Nobody {
				return nil
			}
			return fmt.Errorf("%w: %d browsers for seat %d of table %q", store.ErrMany, n, seat, store.ShortID(t.ID))
		}
	}
	t.grants[store.Holder{Browser: browser, Seat: seat}] = true
	if seat >= 0 { // who was removed is back
		t.drop(func(h store.Holder) bool { return h.Browser == browser && h.Seat <= store.Freed(0) })
	}
	return nil
}

// holders returns who holds a place.
func (t *table) holders(seat int) (list []store.Hash) {
	for h := range t.grants {
		if h.Seat == seat {
			list = append(list, h.Browser)
		}
	}
	return list
}

// drop takes places from browsers and reports whether there were any.
func (t *table) drop(which func(store.Holder) bool) bool {
	before := len(t.grants)
	maps.DeleteFunc(t.grants, func(h store.Holder, _ bool) bool { return which(h) })
	return len(t.grants) < before
}

// turn makes one place another one for all who hold it.
func (t *table) turn(from, to int) {
	for _, browser := range t.holders(from) {
		delete(t.grants, store.Holder{Browser: browser, Seat: from})
		t.grants[store.Holder{Browser: browser, Seat: to}] = true
	}
}

// held returns ErrNotHeld if a browser does not hold its place at a table.
func (t *table) held(by store.Holder) error {
	holds := t.grants[by]
	if by.Seat == store.Nobody { // any seat
		holds = slices.ContainsFunc(t.seatsOf(by.Browser), func(seat int) bool { return seat >= 0 })
	}
	if !holds {
		return fmt.Errorf("%w: place %d of table %q", store.ErrNotHeld, by.Seat, store.ShortID(t.ID))
	}
	return nil
}

// SeatsOf implements [store.Seats].
func (s *Store) SeatsOf(ctx context.Context, browser store.Hash, id string) (seats []int, err error) {
	err = s.do(ctx, "read a browser's seats at a table", func() error {
		if t := s.tables[id]; t != nil {
			seats = t.seatsOf(browser)
		}
		return nil
	})
	return seats, err
}

func (t *table) seatsOf(browser store.Hash) (seats []int) {
	for h := range t.grants {
		if h.Browser == browser {
			seats = append(seats, h.Seat)
		}
	}
	slices.Sort(seats)
	return seats
}

// TablesOf implements [store.Seats].
func (s *Store) TablesOf(ctx context.Context, browser store.Hash, l store.Listing) (list []store.Listed, err error) {
	const what = "list a browser's tables"
	if l.Limit < 1 {
		return nil, fmt.Errorf("%s: %w: at most %d tables, want 1 to %d", what, store.ErrBad, l.Limit, store.MaxHeld)
	}
	newest := func(a, b store.Listed) int {
		return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(b.ID, a.ID))
	}
	err = s.do(ctx, what, func() error {
		var after store.Listed
		if l.After != "" {
			t := s.tables[l.After]
			if t == nil {
				return store.NoTable(l.After)
			}
			after = store.Listed{ID: t.ID, Created: t.Created}
		}
		for id, t := range s.tables {
			at := store.Listed{ID: id, Created: t.Created, Meta: t.Meta, Last: t.last(), Seats: t.seatsOf(browser)}
			if len(at.Seats) > 0 && (l.Stages == nil || slices.Contains(l.Stages, t.stage)) && (l.After == "" || newest(after, at) < 0) {
				list = append(list, at)
			}
		}
		slices.SortFunc(list, newest)
		list = list[:min(len(list), l.Limit, store.MaxHeld)]
		return nil
	})
	return list, err
}

// Holders implements [store.Seats].
func (s *Store) Holders(ctx context.Context, id string) (list []store.Holder, err error) {
	err = s.do(ctx, "read who holds the seats", func() error {
		if t := s.tables[id]; t != nil {
			list = t.seated()
		}
		return nil
	})
	return list, err
}

// seated returns who holds seats, by seat.
func (t *table) seated() (list []store.Holder) {
	for h := range t.grants {
		if h.Seat >= 0 {
			list = append(list, h)
		}
	}
	slices.SortFunc(list, byHolder)
	return list
}

func byHolder(a, b store.Holder) int {
	return cmp.Or(cmp.Compare(a.Seat, b.Seat), bytes.Compare(a.Browser[:], b.Browser[:]))
}

// SaveToken implements [store.Seats].
func (s *Store) SaveToken(ctx context.Context, token store.Hash, p store.Place) error {
	return s.link(ctx, p, func(*table) error { return s.saveToken(token, p, math.MaxInt) })
}

// SaveTokenBy implements [store.Seats].
func (s *Store) SaveTokenBy(ctx context.Context, token store.Hash, p store.Place, by store.Holder) error {
	return s.link(ctx, p, func(t *table) error {
		if err := t.held(by); err != nil {
			return err
		}
		return s.saveToken(token, p, store.MaxLinks)
	})
}

// link is at for a write of a private link.
func (s *Store) link(ctx context.Context, p store.Place, do func(*table) error) error {
	const what = "save a private link"
	if p.Seat == store.NextFree {
		return s.at(ctx, what, p.Table, do)
	}
	return s.place(ctx, what, p, do)
}

// place is at for a valid seat.
func (s *Store) place(ctx context.Context, what string, p store.Place, do func(*table) error) error {
	return s.at(ctx, what, p.Table, func(t *table) error {
		if err := store.CheckSeat(p.Seat); err != nil {
			return err
		}
		return do(t)
	})
}

// saveToken makes a link grant a place that has at most so many.
func (s *Store) saveToken(token store.Hash, p store.Place, most int) error {
	if old, used := s.tokens[token]; used && old != p {
		return fmt.Errorf("%w: the link leads to seat %d of table %q", store.ErrExists, old.Seat, store.ShortID(old.Table))
	} else if used {
		return nil
	}
	n := 0
	for _, old := range s.tokens {
		if old == p {
			n++
		}
	}
	if n >= most {
		return fmt.Errorf("%w: %d links for seat %d of table %q", store.ErrMany, n, p.Seat, store.ShortID(p.Table))
	}
	s.tokens[token] = p
	s.touched |= restTokens
	return nil
}

// TokenByHash implements [store.Seats].
func (s *Store) TokenByHash(ctx context.Context, token store.Hash) (p store.Place, err error) {
	err = s.do(ctx, "follow a private link", func() (err error) { p, err = s.linked(token); return err })
	return p, err
}

// linked returns the place that a link grants.
func (s *Store) linked(token store.Hash) (store.Place, error) {
	p, ok := s.tokens[token]
	if !ok {
		return p, store.ErrNoToken
	}
	return p, nil
}

// unlink removes all links to a place.
func (s *Store) unlink(place store.Place) {
	maps.DeleteFunc(s.tokens, func(_ store.Hash, p store.Place) bool { return p == place })
	s.touched |= restTokens
}

// GrantByToken implements [store.Seats].
func (s *Store) GrantByToken(ctx context.Context, browser, token store.Hash) (p store.Place, err error) {
	err = s.do(ctx, "grant a seat by a private link", func() error {
		to, err := s.linked(token)
		if err == nil && to.Seat == store.NextFree {
			err = store.ErrNoToken
		}
		if err == nil {
			err = s.tables[to.Table].grant(browser, to.Seat)
		}
		if err == nil {
			p = to
		}
		return err
	})
	return p, err
}

// Renew implements [store.Seats].
func (s *Store) Renew(ctx context.Context, token store.Hash, p store.Place, by store.Holder, alone bool) error {
	return s.place(ctx, "renew a private link", p, func(t *table) error {
		if err := t.held(by); err != nil {
			return err
		}
		if old, used := s.tokens[token]; used && old != p {
			return fmt.Errorf("%w: the new link", store.ErrExists)
		}
		s.unlink(p)
		s.tokens[token] = p
		s.touched |= restTokens
		if alone {
			t.drop(func(h store.Holder) bool { return h.Seat == p.Seat && h.Browser != by.Browser })
		}
		return nil
	})
}

// AppendJoin implements [store.Seats].
func (s *Store) AppendJoin(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser, token store.Hash, seat int) (int64, error) {
	return s.append(ctx, id, after, key, entries, func(t *table) error {
		if p, err := s.linked(token); err != nil || p != (store.Place{Table: id, Seat: seat}) {
			return store.ErrNoToken
		}
		if err := t.grant(browser, seat); err != nil {
			return err
		}
		t.drop(func(h store.Holder) bool { return h.Seat == store.Kept(seat) })
		return nil
	})
}

// AppendReturn implements [store.Seats].
func (s *Store) AppendReturn(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser store.Hash, seat int) (int64, error) {
	return s.append(ctx, id, after, key, entries, func(t *table) error {
		if err := t.held(store.Holder{Browser: browser, Seat: store.Kept(seat)}); err != nil {
			return err
		}
		t.turn(store.Kept(seat), seat)
		return nil
	})
}

// AppendRemove implements [store.Seats].
func (s *Store) AppendRemove(ctx context.Context, id string, after int64, key string, entries []store.Entry, seat int, by store.Holder) (int64, error) {
	return s.append(ctx, id, after, key, entries, func(t *table) error {
		if err := t.held(by); err != nil {
			return err
		}
		t.turn(seat, store.Freed(seat))
		t.turn(store.Kept(seat), store.Freed(seat))
		s.unlink(store.Place{Table: id, Seat: seat})
		s.unlink(store.Place{Table: id, Seat: store.NextFree})
		return nil
	})
}

// AppendReplace implements [store.Seats].
func (s *Store) AppendReplace(ctx context.Context, id string, after int64, key string, entries []store.Entry, seat int, by store.Holder) (int64, error) {
	return s.append(ctx, id, after, key, entries, func(t *table) error {
		if err := t.held(by); err != nil || by.Seat < 0 {
			return err
		}
		owned := t.drop(func(h store.Holder) bool {
			return h.Seat == store.Owner && t.grants[store.Holder{Browser: h.Browser, Seat: seat}]
		})
		if owned {
			t.own(by.Seat)
		}
		return nil
	})
}

// own makes who holds a seat owners.
func (t *table) own(seat int) {
	for _, browser := range t.holders(seat) {
		t.grants[store.Holder{Browser: browser, Seat: store.Owner}] = true
	}
}

// HandOver implements [store.Seats].
func (s *Store) HandOver(ctx context.Context, p store.Place, by store.Hash) error {
	return s.place(ctx, "hand a table over", p, func(t *table) error {
		if err := t.held(store.Holder{Browser: by, Seat: store.Owner}); err != nil {
			return err
		}
		if p.Seat < 0 || len(t.holders(p.Seat)) == 0 {
			return fmt.Errorf("%w: nobody has seat %d of table %q", store.ErrNotHeld, p.Seat, store.ShortID(p.Table))
		}
		t.drop(func(h store.Holder) bool { return h.Seat == store.Owner })
		t.own(p.Seat)
		return nil
	})
}

// Inherit implements [store.Seats].
func (s *Store) Inherit(ctx context.Context, from, to string, seats []int) error {
	return s.at(ctx, "pass on a table's owner and seats", to, func(t *table) error {
		old := s.tables[from]
		if old == nil {
			return nil
		}
		for h := range t.grants {
			if h.Seat != store.Nobody {
				return nil
			}
		}
		for h := range old.grants {
			switch {
			case h.Seat == store.Owner:
				t.grants[h] = true
			case h.Seat >= 0 && h.Seat < len(seats):
				t.grants[store.Holder{Browser: h.Browser, Seat: seats[h.Seat]}] = true
			}
		}
		return nil
	})
}

// Leave implements [store.Seats].
func (s *Store) Leave(ctx context.Context, browser store.Hash, id string, lists ...store.Hash) (deleted bool, err error) {
	err = s.at(ctx, "leave a table", id, func(t *table) error {
		own := t.grants[store.Holder{Browser: browser, Seat: store.Owner}]
		if !t.drop(func(h store.Holder) bool { return h.Browser == browser }) {
			return fmt.Errorf("%w: no place at table %q", store.ErrNotHeld, store.ShortID(id))
		}
		if seated := t.seated(); own && len(t.holders(store.Owner)) == 0 && len(seated) > 0 {
			t.own(seated[0].Seat)
		}
		deleted = true
		for h := range t.grants {
			deleted = deleted && (h.Seat <= store.Freed(0) || slices.Contains(lists, h.Browser))
		}
		if deleted {
			s.remove(t)
		}
		return nil
	})
	return deleted, err
}

// remove deletes a table with its links, and its board unless another table is
// played on it.
func (s *Store) remove(t *table) {
	delete(s.tables, t.ID)
	maps.DeleteFunc(s.tokens, func(_ store.Hash, p store.Place) bool { return p.Table == t.ID })
	s.touched |= restTokens
	for _, other := range s.tables {
		if other.Board == t.Board {
			return
		}
	}
	delete(s.boards, t.Board)
}
