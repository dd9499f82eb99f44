package storetest

import (
	"slices"
	"strings"

	"ruhr/internal/store"
)

func tokens(s *suite) {
	a, b := s.create(0), s.create(0)
	seat := store.Place{Table: a.ID, Seat: 2}
	watch := store.Place{Table: b.ID, Seat: store.Nobody}
	for secret, p := range map[string]store.Place{"one": seat, "two": seat, "three": watch} {
		for range 2 { // saving again is nothing
			if err := s.SaveToken(s.ctx, store.HashOf(secret), p); err != nil {
				s.Fatalf("SaveToken: %v", err)
			}
		}
		got, err := s.TokenByHash(s.ctx, store.HashOf(secret))
		if err != nil || got != p {
			s.Errorf("TokenByHash = %+v, %v; want %+v", got, err, p)
		}
	}
	s.want("a token that leads elsewhere", s.SaveToken(s.ctx, store.HashOf("one"), watch), store.ErrExists)
	for _, seat := range []int{store.Nobody - 1, store.MaxSeat + 1} {
		s.want("seat", s.SaveToken(s.ctx, store.HashOf("new"), store.Place{Table: a.ID, Seat: seat}), store.ErrBad)
	}
	_, err := s.TokenByHash(s.ctx, store.HashOf("new"))
	s.want("unknown token", err, store.ErrNoToken)
	if got, err := s.TokenByHash(s.ctx, store.HashOf("one")); err != nil || got != seat {
		s.Errorf("TokenByHash = %+v, %v; want %+v", got, err, seat)
	}
}

func grants(s *suite) {
	a, b := s.create(0), s.create(0)
	mine, other := store.HashOf("mine"), store.HashOf("other")
	all := []store.Place{{Table: a.ID, Seat: 3}, {Table: a.ID, Seat: 0}, {Table: b.ID, Seat: store.Nobody}, {Table: b.ID, Seat: 1}}
	for range 2 { // granting again is nothing
		for _, p := range all {
			s.grant(mine, p)
		}
	}
	s.grant(other, all[0]) // two browsers may hold one seat
	slices.SortFunc(all, func(x, y store.Place) int {
		if c := strings.Compare(x.Table, y.Table); c != 0 {
			return c
		}
		return x.Seat - y.Seat
	})
	s.wantGrants(mine, all)
	s.wantGrants(other, []store.Place{{Table: a.ID, Seat: 3}})
	s.wantGrants(store.HashOf("stranger"), nil)
	s.wantSeats(mine, a.ID, []int{0, 3})
	s.wantSeats(mine, b.ID, []int{store.Nobody, 1})
	s.wantSeats(other, b.ID, nil)
	s.wantSeats(mine, "no table", nil)

	for range 2 { // revoking again is nothing
		if err := s.Revoke(s.ctx, mine, store.Place{Table: a.ID, Seat: 3}); err != nil {
			s.Fatalf("Revoke: %v", err)
		}
	}
	s.want("Revoke at no table", s.Revoke(s.ctx, mine, store.Place{Table: "x"}), nil)
	s.wantSeats(mine, a.ID, []int{0})
	s.wantSeats(other, a.ID, []int{3})
	s.want("bad seat", s.Grant(s.ctx, mine, store.Place{Table: a.ID, Seat: store.MaxSeat + 1}), store.ErrBad)
}

func (s *suite) grant(browser store.Hash, p store.Place) {
	s.Helper()
	if err := s.Grant(s.ctx, browser, p); err != nil {
		s.Fatalf("Grant: %v", err)
	}
}

func (s *suite) wantGrants(browser store.Hash, want []store.Place) {
	s.Helper()
	got, err := s.Grants(s.ctx, browser)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("Grants = %+v, %v; want %+v", got, err, want)
	}
}

func (s *suite) wantSeats(browser store.Hash, table string, want []int) {
	s.Helper()
	got, err := s.Seats(s.ctx, browser, table)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("Seats = %v, %v; want %v", got, err, want)
	}
}

func tablesOfBrowser(s *suite) {
	mine := store.HashOf("mine")
	var want []store.Listed
	for i := range store.MaxList + 5 {
		t := newTable()
		// Not in the order of creation, and two of each moment.
		t.Created = int64((i * 37 % 101) / 2)
		if err := s.CreateTable(s.ctx, t, board, entries(i%3, "x")); err != nil {
			s.Fatal(err)
		}
		seats := []int{store.Nobody, i % 4}
		for _, seat := range seats {
			s.grant(mine, store.Place{Table: t.ID, Seat: seat})
		}
		s.grant(store.HashOf("other"), store.Place{Table: t.ID, Seat: 5})
		want = append(want, store.Listed{ID: t.ID, Created: t.Created, Meta: t.Meta, Last: int64(i % 3), Seats: seats})
	}
	s.create(1) // a table the browser has nothing to do with
	slices.SortFunc(want, func(a, b store.Listed) int {
		if a.Created != b.Created {
			return int(b.Created - a.Created)
		}
		return strings.Compare(b.ID, a.ID)
	})
	for _, limit := range []int{1, 7, store.MaxList, store.MaxList + 3} {
		got, err := s.Tables(s.ctx, mine, limit)
		if err != nil {
			s.Fatal(err)
		}
		if !slices.EqualFunc(got, want[:min(limit, store.MaxList)], sameListed) {
			s.Errorf("Tables with limit %d: %d tables, not the newest in order", limit, len(got))
		}
	}
	if got, err := s.Tables(s.ctx, store.HashOf("stranger"), 10); err != nil || len(got) != 0 {
		s.Errorf("Tables of a stranger = %+v, %v", got, err)
	}
	_, err := s.Tables(s.ctx, mine, 0)
	s.want("limit 0", err, store.ErrBad)
}

func sameListed(a, b store.Listed) bool {
	return a.ID == b.ID && a.Created == b.Created && a.Last == b.Last && slices.Equal(a.Seats, b.Seats) &&
		string(a.Meta) == string(b.Meta)
}
