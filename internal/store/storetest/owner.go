package storetest

import (
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// appendJoin: a link's seat is joined and granted in one, or neither.
func appendJoin(s *suite) {
	a, b := s.create(1), s.create(1)
	seat, beside := store.Place{Table: a.ID, Seat: 1}, store.Place{Table: a.ID, Seat: 2}
	for secret, p := range map[string]store.Place{"seat": seat, "beside": beside, "elsewhere": {Table: b.ID, Seat: 1}} {
		require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf(secret), p))
	}
	anna, bert := store.HashOf("anna"), store.HashOf("bert")
	join := func(after int64, key string, browser store.Hash, link string) (int64, error) {
		return s.AppendJoin(s.ctx, a.ID, after, key, entries(1, "join"), browser, store.HashOf(link), seat.Seat)
	}
	for what, link := range map[string]string{"no link": "unknown", "a link to another seat": "beside", "a link to another table": "elsewhere"} {
		_, err := join(1, "k", anna, link)
		s.want(what, err, store.ErrNoToken)
	}
	_, err := join(0, "k", anna, "seat")
	s.want("too late", err, store.ErrStale)
	s.wantSeats(anna, a.ID, nil)
	s.wantLog(a.ID, numbered(0, "", entries(1, "first")))
	if n, err := join(1, "k", anna, "seat"); n != 2 || err != nil {
		s.Fatalf("AppendJoin = %d, %v; want 2", n, err)
	}
	s.wantSeats(anna, a.ID, []int{1})
	s.wantLogFrom(a.ID, 2, numbered(1, "k", entries(1, "join")))
	_, err = join(2, "k", bert, "seat")
	s.want("a key again", err, store.ErrRepeated)
	_, err = join(1, "other", bert, "seat")
	s.want("the second", err, store.ErrStale)
	s.wantSeats(bert, a.ID, nil)
}

// appendRemove: the owner takes a seat from everybody, with its links, and
// nobody else does.
func appendRemove(s *suite) {
	a := s.create(1)
	seat, beside := store.Place{Table: a.ID, Seat: 1}, store.Place{Table: a.ID, Seat: 0}
	owner, guest := store.HashOf("owner"), store.HashOf("guest")
	for _, p := range []store.Place{seat, beside} {
		s.grant(guest, p)
		s.grant(owner, p)
	}
	s.grant(owner, store.Place{Table: a.ID, Seat: store.Owner})
	for secret, p := range map[string]store.Place{"seat": seat, "beside": beside, "group": {Table: a.ID, Seat: store.NextFree}} {
		require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf(secret), p))
	}
	by := store.Holder{Browser: owner, Seat: store.Owner}
	s.fails("by somebody with a seat", store.ErrNotHeld)(s.AppendRemove(s.ctx, a.ID, 1, "", entries(1, "remove"), 1, store.Holder{Browser: guest, Seat: store.Owner}))
	s.fails("too late", store.ErrStale)(s.AppendRemove(s.ctx, a.ID, 0, "", entries(1, "remove"), 1, by))
	s.wantSeats(guest, a.ID, []int{0, 1})
	s.wantLog(a.ID, numbered(0, "", entries(1, "first")))
	require.Succeeds(s.T)(s.TokenByHash(s.ctx, store.HashOf("group")))
	require.Returns(s.T, int64(2), "AppendRemove")(s.AppendRemove(s.ctx, a.ID, 1, "", entries(1, "remove"), 1, by))
	s.wantSeats(guest, a.ID, []int{store.Freed(1), 0})
	s.wantSeats(owner, a.ID, []int{store.Freed(1), store.Owner, 0})
	for _, secret := range []string{"seat", "group"} {
		s.fails("the link of the "+secret, store.ErrNoToken)(s.TokenByHash(s.ctx, store.HashOf(secret)))
	}
	require.Returns(s.T, beside, "the link to another seat leads to")(s.TokenByHash(s.ctx, store.HashOf("beside")))
	s.grant(guest, store.Place{Table: a.ID, Seat: 2}) // anyone who sits down again
	s.wantSeats(guest, a.ID, []int{0, 2})
}

// appendReplace: who replaces the owner owns the table, and who replaces anyone else
// does not.
func appendReplace(s *suite) {
	owner, phone, guest, third := store.HashOf("owner"), store.HashOf("owner's phone"), store.HashOf("guest"), store.HashOf("third")
	seated := func() store.Table {
		t := s.create(1)
		s.grant(owner, store.Place{Table: t.ID, Seat: store.Owner})
		for who, seat := range map[store.Hash]int{owner: 0, phone: 0, guest: 1, third: 2} {
			s.grant(who, store.Place{Table: t.ID, Seat: seat})
		}
		return t
	}
	a, b, c := seated(), seated(), seated()
	replace := func(t store.Table, after int64, seat int, by store.Holder) error {
		_, err := s.AppendReplace(s.ctx, t.ID, after, "", entries(1, "replace"), seat, by)
		return err
	}
	s.want("by who has another seat", replace(a, 1, 0, store.Holder{Browser: guest, Seat: 2}), store.ErrNotHeld)
	s.want("too late", replace(a, 0, 0, store.Holder{Browser: guest, Seat: 1}), store.ErrStale)
	s.wantSeats(owner, a.ID, []int{store.Owner, 0})
	s.want("the owner", replace(a, 1, 0, store.Holder{Browser: guest, Seat: 1}), nil)
	s.wantSeats(owner, a.ID, []int{0})
	s.wantSeats(phone, a.ID, []int{0})
	s.wantSeats(guest, a.ID, []int{store.Owner, 1})
	s.want("a guest", replace(b, 1, 1, store.Holder{Browser: third, Seat: 2}), nil)
	s.wantSeats(owner, b.ID, []int{store.Owner, 0})
	s.wantSeats(third, b.ID, []int{2})
	s.want("a guest, by the owner", replace(c, 1, 1, store.Holder{Browser: owner, Seat: store.Owner}), nil)
	s.want("the owner's phone, by the owner", replace(c, 2, 0, store.Holder{Browser: owner, Seat: store.Owner}), nil)
	s.wantSeats(owner, c.ID, []int{store.Owner, 0})
}

// heirs: a table whose only owner leaves has another one as long as somebody has a
// seat.
func heirs(s *suite) {
	s.inherited(func(who store.Hash, id string) error { _, err := s.Leave(s.ctx, who, id); return err })
}

// inherited checks who owns a table after owners have given up their places there.
func (s *suite) inherited(goes func(who store.Hash, id string) error) {
	s.Helper()
	a, b := s.create(0), s.create(0)
	owner, phone, second, third := store.HashOf("owner"), store.HashOf("phone"), store.HashOf("second"), store.HashOf("third")
	for who, seat := range map[store.Hash]int{owner: 0, second: 1, phone: 1, third: 2, store.HashOf("watcher"): store.Nobody} {
		s.grant(who, store.Place{Table: a.ID, Seat: seat})
		s.grant(who, store.Place{Table: b.ID, Seat: seat})
	}
	s.grant(owner, store.Place{Table: a.ID, Seat: store.Owner})
	s.grant(third, store.Place{Table: b.ID, Seat: store.Owner})
	s.want("the owner goes", goes(owner, a.ID), nil)
	s.wantSeats(second, a.ID, []int{store.Owner, 1})
	s.wantSeats(phone, a.ID, []int{store.Owner, 1})
	s.wantSeats(third, a.ID, []int{2})
	s.wantSeats(third, b.ID, []int{store.Owner, 2})
	s.wantSeats(second, b.ID, []int{1})
	s.want("an heir goes", goes(second, a.ID), nil) // another owns it, too
	s.wantSeats(third, a.ID, []int{2})
}

// kept: who had a seat at one table finds it kept at the next; all their browsers
// get it at once, or none where they do not want it or somebody else comes by a
// link.
func kept(s *suite) {
	a, b := s.create(0), s.create(1)
	anna, ben, phone, cleo, watcher := store.HashOf("anna"), store.HashOf("ben"), store.HashOf("ben's phone"), store.HashOf("cleo"), store.HashOf("watcher")
	s.grant(anna, store.Place{Table: a.ID, Seat: store.Owner})
	s.grant(anna, store.Place{Table: a.ID, Seat: 0})
	s.grant(ben, store.Place{Table: a.ID, Seat: 1})
	s.grant(phone, store.Place{Table: a.ID, Seat: 1})
	s.grant(cleo, store.Place{Table: a.ID, Seat: 2})
	s.grant(watcher, store.Place{Table: a.ID, Seat: store.Nobody})
	for range 2 {
		require.NoError(s.T, s.Inherit(s.ctx, a.ID, b.ID, []int{2, store.Kept(1), store.Kept(0)}))
	}
	s.wantSeats(anna, b.ID, []int{store.Owner, 2})
	s.wantSeats(ben, b.ID, []int{store.Kept(1)})
	s.wantSeats(cleo, b.ID, []int{store.Kept(0)})
	s.wantSeats(watcher, b.ID, nil)
	s.fails("to another's seat", store.ErrNotHeld)(s.AppendReturn(s.ctx, b.ID, 1, "", entries(1, "join"), cleo, 1))
	s.fails("too late", store.ErrStale)(s.AppendReturn(s.ctx, b.ID, 0, "", entries(1, "join"), ben, 1))
	require.Returns(s.T, int64(2), "AppendReturn")(s.AppendReturn(s.ctx, b.ID, 1, "", entries(1, "join"), ben, 1))
	s.wantSeats(ben, b.ID, []int{1})
	s.wantSeats(phone, b.ID, []int{1})
	s.fails("for somebody else", store.ErrNotHeld)(s.AppendRemove(s.ctx, b.ID, 2, "", entries(1, "decline"), 2, store.Holder{Browser: cleo, Seat: store.Kept(2)}))
	require.Returns(s.T, int64(3), "AppendRemove")(s.AppendRemove(s.ctx, b.ID, 2, "", entries(1, "decline"), 0, store.Holder{Browser: cleo, Seat: store.Kept(0)}))
	s.wantSeats(cleo, b.ID, []int{store.Freed(0)})
	require.NoError(s.T, s.Inherit(s.ctx, a.ID, b.ID, []int{2, store.Kept(1), store.Kept(0)})) // keeps nothing that was given up
	s.wantSeats(cleo, b.ID, []int{store.Freed(0)})
	c := s.create(1)
	require.NoError(s.T, s.Inherit(s.ctx, a.ID, c.ID, []int{store.Kept(2)}))
	require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf("link"), store.Place{Table: c.ID, Seat: 2}))
	require.Succeeds(s.T)(s.AppendJoin(s.ctx, c.ID, 1, "", entries(1, "join"), watcher, store.HashOf("link"), 2))
	s.wantSeats(anna, c.ID, []int{store.Owner})
	s.wantSeats(watcher, c.ID, []int{2})
}

// handOver: a table passes to everybody who holds a seat, from everybody else.
func handOver(s *suite) {
	a, b := s.create(0), s.create(0)
	owner, guest, phone := store.HashOf("owner"), store.HashOf("guest"), store.HashOf("guest's phone")
	for _, t := range []store.Table{a, b} {
		s.grant(owner, store.Place{Table: t.ID, Seat: store.Owner})
		s.grant(owner, store.Place{Table: t.ID, Seat: 0})
		s.grant(guest, store.Place{Table: t.ID, Seat: 1})
		s.grant(phone, store.Place{Table: t.ID, Seat: 1})
	}
	seat := func(k int) store.Place { return store.Place{Table: a.ID, Seat: k} }
	s.want("by a guest", s.HandOver(s.ctx, seat(1), guest), store.ErrNotHeld)
	s.want("to nobody", s.HandOver(s.ctx, seat(2), owner), store.ErrNotHeld)
	s.want("to who watches", s.HandOver(s.ctx, seat(store.Nobody), owner), store.ErrNotHeld)
	s.want("to its owner", s.HandOver(s.ctx, seat(store.Owner), owner), store.ErrBad)
	s.want("no table", s.HandOver(s.ctx, store.Place{Table: store.NewID(), Seat: 1}, owner), store.ErrNoTable)
	s.wantSeats(owner, a.ID, []int{store.Owner, 0})
	require.NoError(s.T, s.HandOver(s.ctx, seat(1), owner))
	s.wantSeats(owner, a.ID, []int{0})
	s.wantSeats(guest, a.ID, []int{store.Owner, 1})
	s.wantSeats(phone, a.ID, []int{store.Owner, 1})
	s.wantSeats(guest, b.ID, []int{1})
	// Links on behalf of the owner.
	for who, want := range map[store.Hash]error{owner: store.ErrNotHeld, guest: nil} {
		by := store.Holder{Browser: who, Seat: store.Owner}
		s.want("SaveTokenBy the owner", s.SaveTokenBy(s.ctx, store.HashOf("x"), seat(3), by), want)
		s.want("Renew by the owner", s.Renew(s.ctx, store.HashOf("x"+string(who[:])), seat(3), by, false), want)
	}
	c := s.create(0)
	for range 2 { // again is nothing
		require.NoError(s.T, s.Inherit(s.ctx, a.ID, c.ID, []int{store.Kept(3)}))
	}
	s.wantSeats(phone, c.ID, []int{store.Owner})
	s.wantSeats(owner, c.ID, []int{store.Kept(3)})
	s.want("no table to inherit", s.Inherit(s.ctx, a.ID, store.NewID(), nil), store.ErrNoTable)
}

// seated: a table is made with those who hold places, or not at all.
func seated(s *suite) {
	anna, bert := store.HashOf("anna"), store.HashOf("bert")
	t := newTable()
	s.want("no place", s.CreateTable(s.ctx, t, board, nil, store.Holder{Browser: anna, Seat: 0}, store.Holder{Browser: bert, Seat: store.MaxSeat + 1}), store.ErrBad)
	s.fails("a table for somebody without a place", store.ErrNoTable)(s.Table(s.ctx, t.ID))
	require.NoError(s.T, s.CreateTable(s.ctx, t, board, nil, store.Holder{Browser: anna, Seat: 0}, store.Holder{Browser: bert, Seat: store.Kept(1)}))
	for who, want := range map[store.Hash]int{anna: 0, bert: store.Kept(1)} {
		require.Returns(s.T, []int{want}, "places from the beginning")(s.SeatsOf(s.ctx, who, t.ID))
	}
}

// leave: a browser gives up all its places at a table, and the last one takes the
// table with it.
func leave(s *suite) {
	a, b := s.create(0), s.create(0)
	owner, guest := store.HashOf("owner"), store.HashOf("guest")
	for _, t := range []store.Table{a, b} {
		s.grant(owner, store.Place{Table: t.ID, Seat: store.Owner})
		s.grant(owner, store.Place{Table: t.ID, Seat: 0})
		s.grant(guest, store.Place{Table: t.ID, Seat: store.Nobody})
	}
	s.fails("who holds nothing", store.ErrNotHeld)(s.Leave(s.ctx, store.HashOf("stranger"), a.ID))
	s.fails("no table", store.ErrNoTable)(s.Leave(s.ctx, owner, store.NewID()))
	require.Returns(s.T, false, "the owner leaves: deleted")(s.Leave(s.ctx, owner, a.ID))
	s.wantSeats(owner, a.ID, nil)
	s.wantSeats(owner, b.ID, []int{store.Owner, 0})
	s.wantSeats(guest, a.ID, []int{store.Nobody})
	list := store.HashOf("list")
	s.grant(list, store.Place{Table: a.ID, Seat: store.Nobody})
	require.Returns(s.T, true, "the last one leaves: deleted")(s.Leave(s.ctx, guest, a.ID, list))
	s.fails("the table", store.ErrNoTable)(s.Table(s.ctx, a.ID))
	s.fails("a late decision", store.ErrNoTable)(s.Append(s.ctx, a.ID, 0, "", entries(1, "late")))
	require.Succeeds(s.T)(s.Table(s.ctx, b.ID))
}
