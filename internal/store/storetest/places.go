package storetest

import (
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// linksAreBounded: people make so many links for a place, and may save those again.
func linksAreBounded(s *suite) {
	p := store.Place{Table: s.create(0).ID, Seat: 1}
	by := store.Holder{Browser: store.HashOf("anna"), Seat: 1}
	s.grant(by.Browser, p)
	save := func(i int) error { return s.SaveTokenBy(s.ctx, store.HashOf(fmt.Sprint(i)), p, by) }
	for i := range store.MaxLinks {
		s.want("a link", save(i), nil)
	}
	s.want("a link too many", save(store.MaxLinks), store.ErrMany)
	s.fails("the link that was refused", store.ErrNoToken)(s.TokenByHash(s.ctx, store.HashOf(fmt.Sprint(store.MaxLinks))))
	s.want("a link again", save(0), nil)
}

// holdersAreBounded: so many browsers hold a seat, and more may watch without a place.
func holdersAreBounded(s *suite) {
	id := s.create(0).ID
	first, late := store.HashOf("0"), store.HashOf("late")
	for _, seat := range []int{1, store.Nobody} {
		for i := range store.MaxHolders {
			s.grant(store.HashOf(fmt.Sprint(i)), store.Place{Table: id, Seat: seat})
		}
	}
	seat := store.Place{Table: id, Seat: 1}
	s.want("one too many", s.Grant(s.ctx, late, seat), store.ErrMany)
	s.want("a link", s.SaveToken(s.ctx, store.HashOf("link"), seat), nil)
	s.fails("one too many by a link", store.ErrMany)(s.GrantByToken(s.ctx, late, store.HashOf("link")))
	s.want("who holds it", s.Grant(s.ctx, first, seat), nil)
	s.want("to watch", s.Grant(s.ctx, late, store.Place{Table: id, Seat: store.Nobody}), nil)
	s.wantSeats(late, id, nil)
	s.wantSeats(first, id, []int{store.Nobody, 1})
}

func tokens(s *suite) {
	a, b := s.create(0), s.create(0)
	seat := store.Place{Table: a.ID, Seat: 2}
	watch := store.Place{Table: b.ID, Seat: store.Nobody}
	for secret, p := range map[string]store.Place{"one": seat, "two": seat, "three": watch} {
		for range 2 { // saving again is nothing
			require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf(secret), p))
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
	anybody := store.Place{Table: a.ID, Seat: store.NextFree}
	require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf("group"), anybody))
	require.Returns(s.T, anybody, "TokenByHash")(s.TokenByHash(s.ctx, store.HashOf("group")))
	s.fails("a grant for anybody", store.ErrNoToken)(s.GrantByToken(s.ctx, store.HashOf("mine"), store.HashOf("group")))
	s.fails("unknown token", store.ErrNoToken)(s.TokenByHash(s.ctx, store.HashOf("new")))
	require.Returns(s.T, seat, "TokenByHash")(s.TokenByHash(s.ctx, store.HashOf("one")))
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
	s.wantSeats(mine, a.ID, []int{0, 3})
	s.wantSeats(mine, b.ID, []int{store.Nobody, 1})
	s.wantSeats(other, b.ID, nil)
	s.wantSeats(mine, "no table", nil)

	s.wantSeats(other, a.ID, []int{3})
	s.want("bad seat", s.Grant(s.ctx, mine, store.Place{Table: a.ID, Seat: store.MaxSeat + 1}), store.ErrBad)
}

// renew has two links and three browsers at one place and others around it: of
// those of the place only the new link and the browser that keeps it are left.
func renew(s *suite) {
	a, b := s.create(0), s.create(0)
	p, beside, there := store.Place{Table: a.ID, Seat: 1}, store.Place{Table: a.ID, Seat: 0}, store.Place{Table: b.ID, Seat: 1}
	mine, other := store.HashOf("mine"), store.HashOf("other")
	by := store.Holder{Browser: mine, Seat: p.Seat}
	for secret, at := range map[string]store.Place{"one": p, "two": p, "beside": beside, "there": there} {
		require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf(secret), at))
	}
	for _, browser := range []store.Hash{mine, other, store.HashOf("third")} {
		s.grant(browser, p)
		s.grant(browser, beside)
		s.grant(browser, there)
	}
	s.want("a link that is taken", s.Renew(s.ctx, store.HashOf("there"), p, by, true), store.ErrExists)
	s.want("bad seat", s.Renew(s.ctx, store.HashOf("new"), store.Place{Table: a.ID, Seat: store.MaxSeat + 1}, by, true), store.ErrBad)
	s.wantSeats(other, a.ID, []int{0, 1}) // a refusal changes nothing
	require.NoError(s.T, s.Renew(s.ctx, store.HashOf("new"), p, by, true))
	s.wantSeats(mine, a.ID, []int{0, 1})
	s.wantSeats(other, a.ID, []int{0})
	s.wantSeats(other, b.ID, []int{1})
	for secret, at := range map[string]store.Place{"new": p, "beside": beside, "there": there} {
		require.Returns(s.T, at, "%s leads to", secret)(s.TokenByHash(s.ctx, store.HashOf(secret)))
	}
	s.grant(other, p)
	require.NoError(s.T, s.Renew(s.ctx, store.HashOf("newest"), p, store.Holder{Browser: mine, Seat: store.Nobody}, false))
	s.wantSeats(other, a.ID, []int{0, 1}) // links alone are void
	for _, secret := range []string{"one", "two", "new"} {
		s.fails("a link from before", store.ErrNoToken)(s.TokenByHash(s.ctx, store.HashOf(secret)))
	}
}

// grantByToken: a link grants its own place for as long as it leads there.
func grantByToken(s *suite) {
	a := s.create(0)
	p, watch := store.Place{Table: a.ID, Seat: 1}, store.Place{Table: a.ID, Seat: store.Nobody}
	owner, guest := store.HashOf("owner"), store.HashOf("guest")
	for secret, at := range map[string]store.Place{"seat": p, "watch": watch} {
		require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf(secret), at))
		for range 2 { // granting again is nothing
			require.Returns(s.T, at, "GrantByToken")(s.GrantByToken(s.ctx, guest, store.HashOf(secret)))
		}
	}
	s.wantSeats(guest, a.ID, []int{store.Nobody, 1})
	s.grant(owner, p)
	require.NoError(s.T, s.Renew(s.ctx, store.HashOf("new"), p, store.Holder{Browser: owner, Seat: 1}, true))
	for _, secret := range []string{"seat", "never saved"} {
		got, err := s.GrantByToken(s.ctx, guest, store.HashOf(secret))
		s.want("GrantByToken with a link that leads nowhere", err, store.ErrNoToken)
		require.Equal(s.T, got, store.Place{}, "what a refused GrantByToken names")
	}
	s.wantSeats(guest, a.ID, []int{store.Nobody})
}

// linksByHolder: only who holds the seat makes links on its behalf.
func linksByHolder(s *suite) {
	a, b := s.create(0), s.create(0)
	p := store.Place{Table: a.ID, Seat: 1}
	mine := store.HashOf("mine")
	s.grant(mine, store.Place{Table: a.ID, Seat: store.Nobody}) // may watch, which is no seat
	s.grant(mine, store.Place{Table: b.ID, Seat: 1})
	refused := func(what string, by store.Holder) {
		s.Helper()
		s.want("SaveTokenBy "+what, s.SaveTokenBy(s.ctx, store.HashOf("x"), p, by), store.ErrNotHeld)
		s.want("Renew "+what, s.Renew(s.ctx, store.HashOf("x"), p, by, true), store.ErrNotHeld)
	}
	require.NoError(s.T, s.SaveToken(s.ctx, store.HashOf("old"), p))
	refused("of a watcher", store.Holder{Browser: mine, Seat: 1})
	refused("of a watcher, by any seat", store.Holder{Browser: mine, Seat: store.Nobody})
	refused("of no browser", store.Holder{Seat: store.Nobody})
	s.grant(mine, store.Place{Table: a.ID, Seat: 0})
	refused("of another seat", store.Holder{Browser: mine, Seat: 1})
	if got, err := s.TokenByHash(s.ctx, store.HashOf("old")); err != nil || got != p {
		s.Errorf("after refusals the link leads to %+v, %v", got, err) // a refusal changes nothing
	}
	for secret, seat := range map[string]int{"by seat 0": 0, "by any": store.Nobody} {
		if err := s.SaveTokenBy(s.ctx, store.HashOf(secret), p, store.Holder{Browser: mine, Seat: seat}); err != nil {
			s.Errorf("SaveTokenBy %s: %v", secret, err)
		}
		require.Returns(s.T, p, "%s leads to", secret)(s.TokenByHash(s.ctx, store.HashOf(secret)))
	}
}

func (s *suite) grant(browser store.Hash, p store.Place) {
	s.Helper()
	require.NoError(s.T, s.Grant(s.ctx, browser, p))
}

func (s *suite) wantSeats(browser store.Hash, table string, want []int) {
	s.Helper()
	got, err := s.SeatsOf(s.ctx, browser, table)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("Seats = %v, %v; want %v", got, err, want)
	}
}

func tablesOfBrowser(s *suite) {
	mine := store.HashOf("mine")
	var want []store.Listed
	all := map[string]store.Stage{}
	for i := range 60 {
		t := newTable()
		// Not in the order of creation, and two of each moment.
		t.Created = int64((i * 37 % 101) / 2)
		first := entries(i%3, "x")
		if len(first) > 0 {
			all[t.ID] = store.Stage(i % 2 * 2)
			first[len(first)-1].Stage = all[t.ID]
		}
		require.NoError(s.T, s.CreateTable(s.ctx, t, board, first))
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
	over := slices.DeleteFunc(slices.Clone(want), func(t store.Listed) bool { return all[t.ID] != store.Over })
	for _, c := range []struct {
		l    store.Listing
		want []store.Listed
	}{
		{store.Listing{Limit: 1}, want[:1]},
		{store.Listing{Limit: 7}, want[:7]},
		{store.Listing{Limit: store.MaxHeld + 3}, want},
		{store.Listing{After: want[6].ID, Limit: 7}, want[7:14]},
		{store.Listing{After: want[59].ID, Limit: 7}, nil},
		{store.Listing{Stages: []store.Stage{store.Over}, Limit: 60}, over},
		{store.Listing{Stages: []store.Stage{store.Over}, After: over[2].ID, Limit: 4}, over[3:7]},
		{store.Listing{Stages: []store.Stage{store.Over, store.Running}, Limit: 60}, want},
		{store.Listing{Stages: []store.Stage{store.Open}, Limit: 60}, nil},
	} {
		for _, c.l.Most = range []bool{false, true} {
			got, err := s.TablesOf(s.ctx, mine, c.l)
			require.NoError(s.T, err)
			if !slices.EqualFunc(got, c.want, sameListed) {
				s.Errorf("Tables %+v: %d tables, not those in order", c.l, len(got))
			}
		}
	}
	s.many("Tables of a stranger", 0)(s.TablesOf(s.ctx, store.HashOf("stranger"), store.Listing{Limit: 10}))
	s.fails("limit 0", store.ErrBad)(s.TablesOf(s.ctx, mine, store.Listing{}))
	s.fails("after a table that is gone", store.ErrNoTable)(s.TablesOf(s.ctx, mine, store.Listing{After: store.NewID(), Limit: 1}))
}

func placesAtUnknownTable(s *suite) {
	for _, id := range unknownIDs() {
		s.want("Grant", s.Grant(s.ctx, store.HashOf("b"), store.Place{Table: id}), store.ErrNoTable)
		s.want("SaveToken", s.SaveToken(s.ctx, store.HashOf("t"), store.Place{Table: id}), store.ErrNoTable)
		s.want("Renew", s.Renew(s.ctx, store.HashOf("t"), store.Place{Table: id}, store.Holder{}, false), store.ErrNoTable)
	}
}

// The stage of a table is that of its newest entry, and what it is set to unless
// somebody has appended since.
func stageOf(s *suite) {
	id, mine := s.create(1).ID, store.HashOf("mine")
	s.grant(mine, store.Place{Table: id, Seat: 0})
	want := func(what string, want store.Stage) {
		s.Helper()
		s.wantStage(what, mine, want)
	}
	want("new", store.Running)
	e := entries(2, "x")
	e[0].Stage, e[1].Stage, e[1].News = store.Over, store.Open, true
	s.mustAppend(id, 1, "", e)
	want("appended", store.Open)
	for n, stage := range map[int64]store.Stage{2: store.Over, 3: store.Running} {
		require.NoError(s.T, s.SetStage(s.ctx, id, n, stage))
	}
	want("set", store.Running)
	e = entries(1, "x")
	e[0].Stage = 7
	s.fails("no such stage", store.ErrBad)(s.Append(s.ctx, id, 3, "", e))
}

// wantStage checks the stage of the only table of a browser.
func (s *suite) wantStage(what string, browser store.Hash, want store.Stage) {
	s.Helper()
	for _, stage := range []store.Stage{store.Running, store.Open, store.Over} {
		list, err := s.TablesOf(s.ctx, browser, store.Listing{Stages: []store.Stage{stage}, Limit: 1})
		if err != nil || (len(list) == 1) != (stage == want) {
			s.Errorf("%s: %d tables of stage %d, %v", what, len(list), stage, err)
		}
	}
}

func sameListed(a, b store.Listed) bool {
	return a.ID == b.ID && a.Created == b.Created && a.Last == b.Last && slices.Equal(a.Seats, b.Seats) &&
		string(a.Meta) == string(b.Meta)
}
