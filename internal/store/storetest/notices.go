package storetest

import (
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// channelOf adds a channel to an account.
func (s *suite) channelOf(a store.Account, kind string, created int64) store.Channel {
	s.Helper()
	c := store.Channel{ID: store.NewID(), Account: a.ID, Kind: kind, Address: kind + " of " + a.Name, Name: "a " + kind, Settings: "{}", State: "on", Created: created}
	require.NoError(s.T, s.AddChannel(s.ctx, c))
	return c
}

// newsAt makes a table with news at a moment.
func (s *suite) newsAt(at int64) string {
	s.Helper()
	t := newTable()
	first := entries(2, "first")
	first[0].News, first[1].Time = true, at
	require.NoError(s.T, s.CreateTable(s.ctx, t, board, first))
	return t.ID
}

// A channel with a session goes with it, however that ends, and reaches nobody for
// another account.
func channelsGoWithTheirSession(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	hook := s.channelOf(anna, "hook", 1)
	add := func(a store.Account, address string) store.Hash {
		s.Helper()
		hash := s.signedIn(a).Session
		err := s.AddChannel(s.ctx, store.Channel{ID: store.NewID(), Account: a.ID, Kind: "push", Address: address, State: "on", Session: hash})
		require.NoError(s.T, err)
		return hash
	}
	has := func(what string, a store.Account, want int) {
		s.Helper()
		s.many(what, want)(s.Channels(s.ctx, a.ID))
	}
	one, two, three := add(anna, "a"), add(anna, "b"), add(anna, "c")
	has("with three browsers", anna, 4)
	require.NoError(s.T, s.EndSession(s.ctx, anna.ID, one))
	has("after one has signed out", anna, 3)
	add(bert, "b")
	has("after another account took one's browser", anna, 2)
	has("and has it", bert, 1)
	require.Succeeds(s.T)(s.EndSessions(s.ctx, anna.ID, two))
	has("after all others have", anna, 1)
	of := func(session store.Hash) error {
		return s.ChangeChannel(s.ctx, anna.ID, hook.ID, func(c *store.Channel) error { c.Session = session; return nil })
	}
	s.want("changed for a browser that has signed out", of(three), store.ErrSignedOut)
	gone := store.Channel{ID: store.NewID(), Account: anna.ID, Kind: "push", Address: "d", State: "on", Session: three}
	s.want("added for it", s.AddChannel(s.ctx, gone), store.ErrSignedOut)
	require.NoError(s.T, of(two))
	if c, _, err := s.Channel(s.ctx, hook.ID); err != nil || c.Session != two {
		s.Errorf("the channel is %+v, %v", c, err)
	}
}

func channelsAtOnce(s *suite) {
	c := s.channelOf(s.signUp("anna"), "mail", 1)
	s.changedAtOnce(func(change func(string) (string, error)) error {
		return s.ChangeChannel(s.ctx, c.Account, c.ID, func(c *store.Channel) (err error) {
			c.Settings, err = change(c.Settings)
			return err
		})
	}, func() (string, error) {
		now, _, err := s.Channel(s.ctx, c.ID)
		return now.Settings, err
	})
}

func channels(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	mail, hook := s.channelOf(anna, "mail", 2), s.channelOf(anna, "hook", 1)
	other := s.channelOf(bert, "mail", 3)
	want := func(what string, a store.Account, want ...store.Channel) {
		s.Helper()
		require.Returns(s.T, want, "%s: channels", what)(s.Channels(s.ctx, a.ID))
	}
	want("anna's", anna, hook, mail)
	if c, a, err := s.Channel(s.ctx, mail.ID); err != nil || c != mail || a != anna {
		s.Errorf("Channel = %+v of %+v, %v", c, a, err)
	}
	changed := mail
	changed.Settings, changed.State = `{"n":1}`, "off"
	err := s.ChangeChannel(s.ctx, anna.ID, mail.ID, func(c *store.Channel) error {
		require.Equal(s.T, *c, mail, "what there is to change")
		*c = changed
		c.Address, c.Name = "does not change", "neither"
		return nil
	})
	if err != nil {
		s.Error(err)
	}
	want("after a change", anna, hook, changed)
	want("bert's", bert, other)

	off := func(c *store.Channel) error { c.State = "off"; return nil }
	s.want("to change another's", s.ChangeChannel(s.ctx, anna.ID, other.ID, off), store.ErrNoChannel)
	s.want("a change that is not wanted", s.ChangeChannel(s.ctx, anna.ID, mail.ID, func(*store.Channel) error { return errKept }), errKept)
	s.want("to drop another's", s.DropChannel(s.ctx, anna.ID, other.ID), store.ErrNoChannel)
	s.want("the same ID", s.AddChannel(s.ctx, mail), store.ErrExists)
	_, _, err = s.Channel(s.ctx, store.NewID())
	s.want("an unknown one", err, store.ErrNoChannel)
	nobodys := mail
	nobodys.ID, nobodys.Account = store.NewID(), store.NewID()
	s.want("nobody's", s.AddChannel(s.ctx, nobodys), store.ErrNoAccount)
	for what, spoil := range map[string]func(*store.Channel){
		"no ID":                 func(c *store.Channel) { c.ID = "x" },
		"no address":            func(c *store.Channel) { c.Address = "" },
		"a long address":        func(c *store.Channel) { c.Address = strings.Repeat("a", store.MaxAddress+1) },
		"settings not of UTF-8": func(c *store.Channel) { c.Settings = "\xff" },
	} {
		bad := mail
		bad.ID = store.NewID()
		spoil(&bad)
		s.want(what, s.AddChannel(s.ctx, bad), store.ErrBad)
	}
	long := mail
	long.ID, long.Address = store.NewID(), strings.Repeat("a", store.MaxAddress)
	s.want("the longest address", s.AddChannel(s.ctx, long), nil)
	for _, c := range []store.Channel{hook, long} {
		require.NoError(s.T, s.DropChannel(s.ctx, anna.ID, c.ID))
	}
	s.want("to drop it again", s.DropChannel(s.ctx, anna.ID, hook.ID), store.ErrNoChannel)
	require.NoError(s.T, s.DeleteAccount(s.ctx, anna.ID))
	want("of an account that is gone", anna)
	want("bert's at the end", bert, other)
}

func channelsAreBounded(s *suite) {
	a := s.signUp("anna")
	for i := range store.MaxChannels {
		s.channelOf(a, fmt.Sprint(i), int64(i))
	}
	c := store.Channel{ID: store.NewID(), Account: a.ID, Address: "x"}
	s.want("one too many", s.AddChannel(s.ctx, c), store.ErrBad)
}

// An append with news marks its table, one without leaves the mark as it is, and
// a claim hands the table to one caller until it ends or there is more news.
func newsOfTables(s *suite) {
	s.create(3)
	id := s.newsAt(1000)
	want := func(what string, now, again int64, want ...string) {
		s.Helper()
		require.Returns(s.T, want, "%s", what)(s.ClaimNews(s.ctx, now, again, store.MaxList))
	}
	const first = 1000 + store.NewsLater
	want("of a new table, early", first-1, first+5000)
	want("of a new table", first, first+5000, id)
	list := entries(1, "known")
	list[0].News, list[0].Time = true, 1000
	s.mustAppend(id, 2, "", list)
	want("before", 999, 5000)
	want("in time", 1000, 5000, id)
	want("claimed", 4999, 9000)
	s.mustAppend(id, 3, "", entries(1, "dull"))
	want("nothing new", 4999, 9000)
	want("the claim has ended", 5000, 9000, id)
	list = entries(2, "new")
	list[0].News, list[1].Time = true, 6000
	s.mustAppend(id, 4, "", list)
	want("more news", 6000, 9000, id)

	require.NoError(s.T, s.AddNotices(s.ctx, id, 8000, 0, nil)) // somebody else's claim
	want("settled by a caller whose claim had ended", 9000, 9500, id)
	require.NoError(s.T, s.AddNotices(s.ctx, id, 9500, 9700, nil))
	want("to look again later", 9600, 10_000)
	want("to look again now", 9700, 10_000, id)
	require.NoError(s.T, s.AddNotices(s.ctx, id, 10_000, 0, nil))
	want("done", 20_000, 30_000)
	stale := entries(1, "stale")
	stale[0].News = true
	s.fails("stale", store.ErrStale)(s.Append(s.ctx, id, 1, "", stale))
	want("after an append that was refused", 1_800_000_000_000, 1_900_000_000_000)
	s.fails("again at once", store.ErrBad)(s.ClaimNews(s.ctx, 5, 5, 1))
}

// A channel that is added or changed marks the tables with a seat of its account
// that are due, also while they are claimed, and no others.
func newsForAChannel(s *suite) {
	anna := s.signUp("anna")
	var mine []string
	for _, t := range []struct {
		due  int64
		seat int // of anna, or store.Owner or store.Nobody
	}{{9000, 1}, {8000, 0}, {0, 1}, {9000, store.Owner}, {9000, store.Nobody}} {
		id := s.dueAt(t.due)
		require.NoError(s.T, s.Grant(s.ctx, store.HashOf(anna.Holder()), store.Place{Table: id, Seat: t.seat}))
		if t.due > 0 && t.seat >= 0 {
			mine = append(mine, id)
		}
	}
	others := s.dueAt(9000)
	require.NoError(s.T, s.Grant(s.ctx, store.HashOf(s.signUp("bert").Holder()), store.Place{Table: others, Seat: 0}))
	slices.Sort(mine)
	now := int64(1000)
	want := func(what string, want ...string) {
		s.Helper()
		got, err := s.ClaimNews(s.ctx, now, now+5000, store.MaxList)
		if slices.Sort(got); err != nil || !slices.Equal(got, want) {
			s.Errorf("%s: %v, %v; want %v", what, got, err, want)
		}
	}
	want("before")
	c := s.channelOf(anna, "mail", 1)
	want("added", mine...)
	want("claimed")
	same := func(*store.Channel) error { return nil }
	require.NoError(s.T, s.ChangeChannel(s.ctx, anna.ID, c.ID, same))
	want("changed", mine...)
	for _, id := range mine {
		require.NoError(s.T, s.AddNotices(s.ctx, id, now+5000, 0, nil))
	}
	s.want("to change one that is not there", s.ChangeChannel(s.ctx, anna.ID, store.NewID(), same), store.ErrNoChannel)
	now = 1 << 40
	want("done")
}

// kinds are those of the notices that these checks know.
var kinds = []string{"turn", "end", "new"}

// wantBatch claims the only batch and checks its notices, as "kind n".
func (s *suite) wantBatch(what string, now, again int64, tries int, want ...string) store.Batch {
	s.Helper()
	got, err := s.ClaimNotices(s.ctx, now, again, 5, kinds, nil)
	if err != nil || len(got) > 1 {
		s.Fatalf("%s: %d batches, %v", what, len(got), err)
	}
	var b store.Batch
	if len(got) == 1 {
		b = got[0]
	}
	var list []string
	for _, n := range b.Notices {
		list = append(list, fmt.Sprint(n.Kind, " ", n.N))
	}
	if !slices.Equal(list, want) || b.Tries != tries {
		s.Fatalf("%s: notices %q at attempt %d, want %q at %d", what, list, b.Tries, want, tries)
	}
	return b
}

// Notices of one kind replace each other, never go back, and go out once; a
// batch that nobody settled comes again as it was.
func notices(s *suite) {
	a := s.signUp("anna")
	c := s.channelOf(a, "mail", 1)
	id := s.newsAt(1)
	add := func(kind string, n, due int64) {
		s.Helper()
		err := s.AddNotices(s.ctx, id, 0, 0, []store.Notice{{Channel: c.ID, Table: id, Kind: kind, N: n, Time: n, Due: due}})
		require.NoError(s.T, err)
	}
	add("turn", 5, 100)
	add("turn", 5, 50) // the same again changes nothing
	add("turn", 4, 50) // nor does an older one
	add("end", 9, 200)
	wantOf := func(what string, pending int, want ...string) {
		s.Helper()
		list, err := s.NoticesOf(s.ctx, a.ID)
		var got []string
		for _, n := range list {
			if n.Channel != c.ID || n.Table != id {
				s.Errorf("%s: a notice %+v", what, n)
			}
			got = append(got, fmt.Sprint(n.Kind, " ", n.N, " ", n.Due > 0))
		}
		count, failed := s.Pending(s.ctx)
		if err != nil || failed != nil || !slices.Equal(got, want) || count["mail"] != pending || len(count) != min(pending, 1) {
			s.Errorf("%s: notices %q, %v, pending %v, %v; want %q and %d", what, got, err, count, failed, want, pending)
		}
	}
	wantOf("all to be sent", 2, "turn 5 true", "end 9 true")
	s.many("another has notices", 0)(s.NoticesOf(s.ctx, s.signUp("bert").ID))
	s.wantBatch("before", 99, 1000, 0)
	first := s.wantBatch("the turn", 100, 1000, 1, "turn 5")
	if first.Channel != c || first.Account != a || first.Notices[0].Table != id {
		s.Errorf("a batch of %+v of %+v", first.Channel, first.Account)
	}
	s.wantBatch("claimed", 150, 1000, 0)
	s.wantBatch("another one meanwhile", 200, 1500, 1, "end 9")
	if b := s.wantBatch("its claimant died", 1000, 2000, 2, "turn 5"); b.ID != first.ID {
		s.Error("the batch has another ID")
	}
	require.NoError(s.T, s.Postpone(s.ctx, first, 1200, true))
	s.wantBatch("to try again later", 1199, 2000, 0)
	if b := s.wantBatch("again", 1200, 3000, 3, "turn 5"); b.ID != first.ID {
		s.Error("the batch that is tried again has another ID")
	}
	require.NoError(s.T, s.Settle(s.ctx, first, store.GivenUp))
	if got, _, err := s.Channel(s.ctx, c.ID); err != nil || got.Failed != 1 {
		s.Errorf("a channel with %d failures, %v; want 1", got.Failed, err)
	}
	wantOf("one given up", 1, "turn 5 false", "end 9 true")
	end := s.wantBatch("the other one", 1500, 3000, 2, "end 9")
	require.NoError(s.T, s.Postpone(s.ctx, end, 1500, false))
	if end = s.wantBatch("the other one, not tried", 1500, 3000, 2, "end 9"); end.ID == first.ID {
		s.Error("two batches have one ID")
	}
	add("end", 10, 1600) // while it is being sent
	require.NoError(s.T, s.Settle(s.ctx, end, store.Delivered))
	if got, _, err := s.Channel(s.ctx, c.ID); err != nil || got.Failed != 0 {
		s.Errorf("a channel with %d failures after a success, %v", got.Failed, err)
	}
	add("turn", 5, 10) // was given up, and is not tried again
	next := s.wantBatch("the newer one", 3000, 4000, 1, "end 10")
	if next.ID == first.ID || next.ID == end.ID {
		s.Error("a new batch has the ID of an earlier one")
	}
	require.NoError(s.T, s.Settle(s.ctx, next, store.Dropped))
	s.wantBatch("all done", 99_999, 100_000, 0)
	wantOf("all done", 0, "turn 5 false", "end 10 false")
}

// News do not reset what counts against a receiver that fails, or hurry the next attempt.
func noticesFailOn(s *suite) {
	c := s.channelOf(s.signUp("anna"), "hook", 1)
	id := s.newsAt(1)
	add := func(n, due int64) {
		s.Helper()
		require.NoError(s.T, s.AddNotices(s.ctx, id, 0, 0, []store.Notice{{Channel: c.ID, Table: id, Kind: "turn", N: n, Time: n, Due: due}}))
	}
	for n := int64(1); n < 5; n++ {
		add(n, max(100*n-90, 100))
		s.wantBatch("before the next attempt", 100*n-1, 9000, 0)
		b := s.wantBatch("an attempt", 100*n, 9000, int(n), fmt.Sprint("turn ", n))
		require.NoError(s.T, s.Postpone(s.ctx, b, 100*(n+1), true))
	}
	add(5, 10)
	b := s.wantBatch("the last attempt", 500, 9000, 5, "turn 5")
	require.NoError(s.T, s.Settle(s.ctx, b, store.GivenUp))
	add(6, 600)
	s.wantBatch("after it was given up", 600, 9000, 1, "turn 6")
}

// Notices of kinds that a program does not know wait for one that does.
func noticesOfNewerPrograms(s *suite) {
	c := s.channelOf(s.signUp("anna"), "hook", 1)
	id := s.newsAt(1)
	require.NoError(s.T, s.AddNotices(s.ctx, id, 0, 0, []store.Notice{
		{Channel: c.ID, Table: id, Kind: "turn", N: 1, Due: 1}, {Channel: c.ID, Table: id, Kind: "later", N: 1, Due: 1}}))
	b := s.wantBatch("what is known", 10, 20, 1, "turn 1")
	require.NoError(s.T, s.Settle(s.ctx, b, store.Delivered))
	s.wantBatch("what is not", 30, 40, 0)
	got, err := s.ClaimNotices(s.ctx, 50, 60, 5, []string{"later"}, nil)
	require.True(s.T, err == nil && len(got) == 1 && got[0].Notices[0].Kind == "later", "a newer program gets %+v, %v", got, err)
}

// However many wait for a receiver that is busy, others are found behind them.
func noticesBehindOthers(s *suite) {
	id := s.newsAt(1)
	var list []store.Notice
	for i := range store.MaxList + 1 {
		c := s.channelOf(s.signUp(fmt.Sprint("p", i)), "busy", 1)
		list = append(list, store.Notice{Channel: c.ID, Table: id, Kind: "turn", N: 1, Due: 1})
	}
	free := s.channelOf(s.signUp("anna"), "free", 1)
	require.NoError(s.T, s.AddNotices(s.ctx, id, 0, 0, append(list, store.Notice{Channel: free.ID, Table: id, Kind: "turn", N: 1, Due: 2})))
	got, err := s.ClaimNotices(s.ctx, 10, 20, 5, kinds, func(c store.Channel) bool { return c.Kind == "free" })
	require.True(s.T, err == nil && len(got) == 1 && got[0].Channel == free, "claimed %d, %v", len(got), err)
}

// What makes no sense is refused; what is at the edge of it is not.
func noticesRefuse(s *suite) {
	c := s.channelOf(s.signUp("anna"), "mail", 1)
	id := s.newsAt(1)
	s.want("due never", s.AddNotices(s.ctx, id, 0, 0, []store.Notice{{Channel: c.ID, Table: id, Kind: "x", N: 1}}), store.ErrBad)
	s.fails("again at once", store.ErrBad)(s.ClaimNotices(s.ctx, 5, 5, 1, kinds, nil))
	s.fails("no batches", store.ErrBad)(s.ClaimNotices(s.ctx, 5, 6, 0, kinds, nil))
	s.fails("one batch, a moment later", nil)(s.ClaimNotices(s.ctx, 0, 1, 1, kinds, nil))
	s.want("at number 0", s.AddNotices(s.ctx, id, 0, 0, []store.Notice{{Channel: c.ID, Table: id, Kind: "new", N: 0, Due: 1 << 40}}), nil)
}

// Notices go with their channel and with their table.
func noticesGo(s *suite) {
	a := s.signUp("anna")
	mail, hook := s.channelOf(a, "mail", 1), s.channelOf(a, "hook", 2)
	kept, gone := s.newsAt(1), s.newsAt(1)
	for _, id := range []string{kept, gone} {
		var list []store.Notice
		for _, c := range []store.Channel{mail, hook, {ID: store.NewID()}} { // the last one is gone already
			list = append(list, store.Notice{Channel: c.ID, Table: id, Kind: "turn", N: 1, Due: 1})
		}
		require.NoError(s.T, s.AddNotices(s.ctx, id, 0, 0, list))
	}
	browser := store.HashOf("browser")
	require.NoError(s.T, s.Grant(s.ctx, browser, store.Place{Table: gone, Seat: 0}))
	require.Returns(s.T, true, "Leave")(s.Leave(s.ctx, browser, gone))
	require.NoError(s.T, s.DropChannel(s.ctx, a.ID, mail.ID))
	if b := s.wantBatch("what is left", 10, 20, 1, "turn 1"); b.Channel != hook || b.Notices[0].Table != kept {
		s.Errorf("left is a notice of %+v about %s", b.Channel, b.Notices[0].Table)
	}
	if err := s.AddNotices(s.ctx, gone, 0, 0, []store.Notice{{Channel: hook.ID, Table: gone, Kind: "end", N: 1, Due: 1}}); err != nil {
		s.Errorf("about a table that is gone: %v", err)
	}
	require.NoError(s.T, s.DeleteAccount(s.ctx, a.ID))
	s.wantBatch("without the account", 99, 100, 0)
}

// Of several that claim at once each notice goes to one.
func noticesAtOnce(s *suite) {
	const people = 8
	id := s.newsAt(1)
	for i := range people {
		c := s.channelOf(s.signUp(fmt.Sprint("p", i)), "mail", 1)
		require.NoError(s.T, s.AddNotices(s.ctx, id, 0, 0, []store.Notice{{Channel: c.ID, Table: id, Kind: "turn", N: 1, Due: 1}}))
	}
	got := s.claimedAtOnce(func() (ids []string, err error) {
		list, err := s.ClaimNotices(s.ctx, 100, 9000, 3, kinds, nil)
		for _, b := range list {
			ids = append(ids, b.Channel.ID)
		}
		return ids, err
	})
	if got == 0 {
		s.Error("nothing was claimed")
	}
	// A caller that only found what others were claiming may have come back with
	// nothing; nothing may be lost.
	rest, err := s.ClaimNotices(s.ctx, 100, 9000, people, kinds, nil)
	if err != nil || len(rest)+got != people {
		s.Errorf("%d and %d batches, %v; want %d together", got, len(rest), err, people)
	}
}

func listeners(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	mail, hook := s.channelOf(anna, "mail", 1), s.channelOf(anna, "hook", 2)
	berts := s.channelOf(bert, "mail", 3)
	id, other := s.create(1).ID, s.create(1).ID
	for _, g := range []struct {
		holder string
		store.Place
	}{
		{anna.Holder(), store.Place{Table: id, Seat: 2}}, {anna.Holder(), store.Place{Table: id, Seat: 0}},
		{anna.Holder(), store.Place{Table: id, Seat: store.Owner}}, {bert.Holder(), store.Place{Table: id, Seat: store.Nobody}},
		{bert.Holder(), store.Place{Table: other, Seat: 1}}, {bert.Holder(), store.Place{Table: id, Seat: store.Kept(3)}}, {"a browser", store.Place{Table: id, Seat: 1}},
	} {
		require.NoError(s.T, s.Grant(s.ctx, store.HashOf(g.holder), g.Place))
	}
	require.Returns(s.T, []string{id}, "tables with news, which is where a seat is kept")(s.ClaimNews(s.ctx, 100, 200, 10))
	want := []store.Listener{{Seat: store.Kept(3), Channel: berts, Account: bert}, {Seat: 0, Channel: mail, Account: anna}, {Seat: 0, Channel: hook, Account: anna},
		{Seat: 2, Channel: mail, Account: anna}, {Seat: 2, Channel: hook, Account: anna}}
	require.Returns(s.T, want, "listeners")(s.Listeners(s.ctx, id))
}

func secret(s *suite) {
	for _, c := range [][3]string{{"a", "first", "first"}, {"a", "second", "first"}, {"b", "third", "third"}} {
		require.Returns(s.T, c[2], "secret %s", c[0])(s.Secret(s.ctx, c[0], c[1]))
	}
}
