package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func places(s *suite) {
	a, b := s.create(0), s.create(0)
	guest, mine := store.HashOf("guest"), store.HashOf("account:x")
	both := store.Place{Table: a.ID, Seat: 1}
	s.grant(guest, both)
	s.grant(mine, both)
	s.grant(guest, store.Place{Table: b.ID, Seat: 2})
	s.grant(guest, store.Place{Table: b.ID, Seat: store.Nobody})
	s.grant(store.HashOf("other"), store.Place{Table: b.ID, Seat: 3})
	for range 2 { // again is nothing
		require.NoError(s.T, s.MovePlaces(s.ctx, guest, mine))
	}
	want := []store.Place{both, {Table: b.ID, Seat: store.Nobody}, {Table: b.ID, Seat: 2}}
	slices.SortStableFunc(want, func(p, q store.Place) int { return strings.Compare(p.Table, q.Table) })
	s.wantPlaces(mine, want)
	s.wantPlaces(guest, nil)
	require.NoError(s.T, s.MovePlaces(s.ctx, mine, mine))
	s.wantPlaces(mine, want)
	s.wantSeats(store.HashOf("other"), b.ID, []int{3})
}

func (s *suite) wantPlaces(browser store.Hash, want []store.Place) {
	s.Helper()
	got, err := s.Places(s.ctx, browser)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("Places = %+v, %v; want %+v", got, err, want)
	}
}

// A browser sees who else holds its places, and gives up all of its own alone.
func placesShared(s *suite) {
	mine, other, third := store.HashOf("mine"), store.HashOf("other"), store.HashOf("third")
	a, b := s.create(0), s.create(0)
	for _, g := range []struct {
		who store.Hash
		at  store.Place
	}{
		{mine, store.Place{Table: a.ID, Seat: 0}}, {mine, store.Place{Table: a.ID, Seat: 1}}, {mine, store.Place{Table: b.ID, Seat: 0}},
		{other, store.Place{Table: a.ID, Seat: 0}}, {third, store.Place{Table: a.ID, Seat: 0}}, {other, store.Place{Table: b.ID, Seat: 1}},
	} {
		s.grant(g.who, g.at)
	}
	want := []store.SharedPlace{
		{Place: store.Place{Table: a.ID, Seat: 0}, Others: 2}, {Place: store.Place{Table: a.ID, Seat: 1}}, {Place: store.Place{Table: b.ID, Seat: 0}},
	}
	slices.SortStableFunc(want, func(p, q store.SharedPlace) int { return strings.Compare(p.Table, q.Table) })
	require.Returns(s.T, want, "SharedPlaces")(s.SharedPlaces(s.ctx, mine))
	require.NoError(s.T, s.DropPlaces(s.ctx, mine))
	s.wantPlaces(mine, nil)
	s.wantSeats(other, a.ID, []int{0})
	s.wantSeats(other, b.ID, []int{1})
	require.Succeeds(s.T)(s.Table(s.ctx, b.ID))
}

// placesDropped: what a browser owned is passed on.
func placesDropped(s *suite) {
	s.inherited(func(who store.Hash, _ string) error { return s.DropPlaces(s.ctx, who) })
}

// A seat that a browser has lost, by whatever way, is still known as one that it
// had.
func sat(s *suite) {
	me, other := store.HashOf("me"), store.HashOf("other")
	t := s.create(1)
	want := func(what string, who store.Hash, want ...store.Sat) {
		s.Helper()
		require.Returns(s.T, want, "%s", what)(s.Sat(s.ctx, who))
	}
	at := func(seat int, held, alone bool) store.Sat {
		return store.Sat{Place: store.Place{Table: t.ID, Seat: seat}, Held: held, Alone: alone}
	}
	do := func(err error) {
		s.Helper()
		require.NoError(s.T, err)
	}
	for _, g := range []struct {
		who  store.Hash
		seat int
	}{{me, 0}, {me, 1}, {me, 2}, {me, store.Nobody}, {other, 1}, {other, store.Owner}} {
		do(s.Grant(s.ctx, g.who, store.Place{Table: t.ID, Seat: g.seat}))
	}
	want("seats", me, at(0, true, true), at(1, true, false), at(2, true, true))
	_, err := s.AppendRemove(s.ctx, t.ID, 1, "", []store.Entry{{Kind: "remove", Seat: 2, Body: []byte(`{}`)}}, 2, store.Holder{Browser: other, Seat: store.Owner})
	do(err)
	want("removed from one", me, at(0, true, true), at(1, true, false), at(2, false, true))
	do(s.Renew(s.ctx, store.HashOf("link"), store.Place{Table: t.ID, Seat: 1}, store.Holder{Browser: other, Seat: 1}, true))
	want("put out of a shared one", me, at(0, true, true), at(1, false, false), at(2, false, true))
	_, err = s.Leave(s.ctx, me, t.ID)
	do(err)
	want("left", me, at(0, false, true), at(1, false, false), at(2, false, true))
	invited, link := store.HashOf("invited"), store.HashOf("to 0")
	for seat := range 3 {
		do(s.Grant(s.ctx, invited, store.Place{Table: t.ID, Seat: store.Kept(seat)}))
	}
	want("invited", invited, at(0, true, true), at(1, true, false), at(2, true, true))
	_, err = s.AppendRemove(s.ctx, t.ID, 2, "", []store.Entry{{Kind: "decline", Seat: 2, Body: []byte(`{}`)}}, 2, store.Holder{Browser: invited, Seat: store.Kept(2)})
	do(err)
	want("declined one", invited, at(0, true, true), at(1, true, false), at(2, false, true))
	do(s.SaveToken(s.ctx, link, store.Place{Table: t.ID, Seat: 0}))
	_, err = s.AppendJoin(s.ctx, t.ID, 3, "", []store.Entry{{Kind: "join", Seat: 0, Body: []byte(`{}`)}}, store.HashOf("faster"), link, 0)
	do(err)
	want("lost one", invited, at(0, false, false), at(1, true, false), at(2, false, true))
	_, err = s.Leave(s.ctx, store.HashOf("faster"), t.ID)
	do(err)
	_, err = s.Leave(s.ctx, invited, t.ID)
	do(err)
	want("left uninvited", invited, at(0, false, true), at(1, false, false), at(2, false, true))
	a := s.signUp("anna")
	holder := store.HashOf(a.Holder())
	do(s.MovePlaces(s.ctx, me, holder))
	want("after signing up", me)
	want("as an account", holder, at(0, false, true), at(1, false, false), at(2, false, true))
	do(s.DeleteAccount(s.ctx, a.ID))
	want("after deletion", holder)
	want("the other", other, at(1, true, true))
	_, err = s.AddResult(s.ctx, store.Result{Table: t.ID, N: 2, Body: []byte(`{}`), Holders: []store.Holder{{Browser: me, Seat: 0}}}, nil)
	do(err)
	want("by the result", me, at(0, false, true))
	do(s.Grant(s.ctx, me, store.Place{Table: t.ID, Seat: 2}))
	do(s.DropPlaces(s.ctx, me))
	want("forgotten", me, at(0, false, true))
	_, err = s.Leave(s.ctx, other, t.ID)
	do(err)
	want("of a table that is gone", me)
}

// signUpWhole: a person who signs up has the account, a session and what they held before, or nothing has
// changed.
func signUpWhole(s *suite) {
	s.signIn(s.signUp("anna"), "taken", 1)
	a, looks := account("bert")
	t, guest, code, holder := s.create(1), store.HashOf("guest"), store.HashOf("code"), store.HashOf(a.Holder())
	s.grant(guest, store.Place{Table: t.ID, Seat: 1})
	require.NoError(s.T, s.AddInvite(s.ctx, code, 0, a.Created+1))
	n := store.NewAccount{Account: a, Looks: looks, Session: store.Session{Hash: store.HashOf("taken"), Account: a.ID}, Guest: &guest, Invite: &code}
	s.want("without a session", s.SignUp(s.ctx, n), store.ErrExists)
	s.fails("the account", store.ErrNoAccount)(s.Account(s.ctx, a.ID))
	s.wantSeats(guest, t.ID, []int{1})
	n.Session.Hash = store.HashOf("fresh")
	s.want("the same again", s.SignUp(s.ctx, n), nil)
	if got, who, err := s.Session(s.ctx, n.Session.Hash); err != nil || got != n.Session || who != a {
		s.Errorf("the session is %+v of %+v, %v", got, who, err)
	}
	s.wantSeats(holder, t.ID, []int{1})
	s.wantSeats(guest, t.ID, nil)
}

// The seats of an account go with it, those of others stay; what it owned is passed on.
func seatsGo(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	t := s.create(0)
	for _, a := range []store.Account{anna, bert} {
		s.grant(store.HashOf(a.Holder()), store.Place{Table: t.ID, Seat: 1})
	}
	held := store.Sat{Place: store.Place{Table: t.ID, Seat: 1}}
	s.want("with a name at a seat", s.DeleteAccount(s.ctx, anna.ID), store.ErrStale)
	s.want("with one at a seat that it had before", s.DeleteAccount(s.ctx, anna.ID, held), store.ErrStale)
	held.Held = true
	require.NoError(s.T, s.DeleteAccount(s.ctx, anna.ID, held))
	s.wantSeats(store.HashOf(anna.Holder()), t.ID, nil)
	s.wantSeats(store.HashOf(bert.Holder()), t.ID, []int{1})
	s.inherited(func(who store.Hash, _ string) error {
		a := s.signUp(fmt.Sprintf("%x", who))
		if err := s.MovePlaces(s.ctx, who, store.HashOf(a.Holder())); err != nil {
			return err
		}
		seats, err := s.Sat(s.ctx, store.HashOf(a.Holder()))
		return errors.Join(err, s.DeleteAccount(s.ctx, a.ID, seats...))
	})
}

// chatGoes: what an account said, read and noted goes with it, and a guest's comes along.
func chatGoes(s *suite) {
	t, a := s.create(1), s.signUp("anna")
	s.say(t.ID, 1, "guest", "hello")
	holder := store.HashOf(a.Holder())
	require.NoError(s.T, s.ChangeNote(s.ctx, t.ID, store.HashOf("guest"), always("remember")))
	other := s.create(1)
	for id, read := range map[string][2]int64{t.ID: {1, 0}, other.ID: {2, 3}} {
		require.NoError(s.T, s.MarkRead(s.ctx, id, store.HashOf("guest"), read[0]))
		require.NoError(s.T, s.MarkRead(s.ctx, id, holder, read[1]))
	}
	require.NoError(s.T, s.MovePlaces(s.ctx, store.HashOf("guest"), holder))
	for id, want := range map[string]int64{t.ID: 1, other.ID: 3} {
		require.Returns(s.T, want, "read after signing up")(s.ReadTo(s.ctx, id, holder))
		require.Returns(s.T, int64(0), "read by a guest who is one no more")(s.ReadTo(s.ctx, id, store.HashOf("guest")))
	}
	if list, _ := s.Messages(s.ctx, t.ID, 0, store.Hash{}); len(list) != 1 || list[0].Author != holder {
		s.Errorf("after signing up: %v", list)
	}
	if list, err := s.SaidBy(s.ctx, holder); err != nil || len(list) != 1 || list[0].Table != t.ID || list[0].Text != "hello" {
		s.Errorf("SaidBy = %+v, %v", list, err)
	}
	if list, err := s.NotedBy(s.ctx, holder); err != nil || len(list) != 1 || list[0] != (store.Noted{Table: t.ID, Text: "remember"}) {
		s.Errorf("NotedBy = %+v, %v", list, err)
	}
	s.many("the guest still has notes", 0)(s.NotedBy(s.ctx, store.HashOf("guest")))
	require.NoError(s.T, s.DeleteAccount(s.ctx, a.ID))
	s.many("after the account has gone", 0)(s.Messages(s.ctx, t.ID, 0, store.Hash{}))
}

// mutesMove: who a guest has muted and who has muted the guest stays muted for the account,
// and what the guest reported counts as reported by it.
func mutesMove(s *suite) {
	t, a := s.create(1), s.signUp("anna")
	guest, spammer, shy, holder := store.HashOf("guest"), store.HashOf("spammer"), store.HashOf("shy"), store.HashOf(a.Holder())
	s.say(t.ID, 1, "spammer", "spam")
	s.say(t.ID, 2, "guest", "hello")
	for who, n := range map[store.Hash]int64{guest: 1, spammer: 2, shy: 2} {
		require.NoError(s.T, s.Mute(s.ctx, t.ID, n, who))
	}
	require.NoError(s.T, s.Report(s.ctx, t.ID, 1, guest, 5))
	for range 2 { // the second time for those who have muted both
		require.NoError(s.T, s.MovePlaces(s.ctx, guest, holder))
		for what, pair := range map[string][2]store.Hash{"the spammer for the account": {holder, spammer}, "the account for another": {shy, holder}, "for the spammer": {spammer, holder}} {
			require.Returns(s.T, true, "muted is %s", what)(s.Muted(s.ctx, pair[0], pair[1]))
		}
		if muted, _ := s.Muted(s.ctx, guest, spammer); muted {
			s.Error("the guest still mutes somebody")
		}
		require.NoError(s.T, s.Mute(s.ctx, t.ID, 1, guest))
	}
	require.NoError(s.T, s.Report(s.ctx, t.ID, 1, holder, 6))
	if list, err := s.Reports(s.ctx, 0, 10); err != nil || len(list) != 1 || list[0].By != 1 {
		s.Errorf("Reports = %+v, %v; want one by one person", list, err)
	}
}

// A guest's results come along to the account. When the account is deleted they
// are nobody's, and those of others stay as they are.
func resultsMove(s *suite) {
	a := s.signUp("anna")
	first, second := store.NewID(), store.NewID()
	s.addResult(result(first, 1, "", "guest"), true)
	require.NoError(s.T, s.MovePlaces(s.ctx, store.HashOf("guest"), store.HashOf(a.Holder())))
	s.addResult(result(second, 2, "two", a.Holder(), "bert"), true)
	s.many("ResultsOf", 2)(s.ResultsOf(s.ctx, store.HashOf(a.Holder())))
	s.many("ResultsOf", 0)(s.ResultsOf(s.ctx, store.HashOf("guest")))
	require.NoError(s.T, s.DeleteAccount(s.ctx, a.ID))
	s.many("ResultsOf", 0)(s.ResultsOf(s.ctx, store.HashOf(a.Holder())))
	s.wantRatings(a.Holder())
	bert := fmt.Sprintf(`two 2 " %s"`, second[:4])
	s.wantRatings("bert", bert)
	require.Succeeds(s.T)(s.Rerate(s.ctx, "", counting))
	s.wantRatings("bert", bert)
}
