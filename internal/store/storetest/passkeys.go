package storetest

import (
	"fmt"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// passkey is one of an account.
func passkey(a store.Account, id string, created int64) store.Passkey {
	return store.Passkey{ID: id, Account: a.ID, Name: fmt.Sprint("key ", created), Key: []byte{0, 0xff, 1}, Flags: 29, Count: 7, Created: created, Seen: created}
}

// addPasskey adds a passkey.
func (s *suite) addPasskey(a store.Account, id string, created int64) store.Passkey {
	s.Helper()
	p := passkey(a, id, created)
	require.NoError(s.T, s.AddPasskey(s.ctx, p))
	return p
}

func (s *suite) wantPasskeys(a store.Account, want ...store.Passkey) {
	s.Helper()
	require.Returns(s.T, want, "PasskeysOf")(s.PasskeysOf(s.ctx, a.ID))
}

func passkeys(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	second, first, other := s.addPasskey(anna, "\x00\xffsecond", 2), s.addPasskey(anna, "first", 1), s.addPasskey(bert, "other", 3)
	s.wantPasskeys(anna, first, second)
	for what, c := range map[string]struct {
		change func(*store.Passkey)
		want   error
	}{
		"the same again":      {func(p *store.Passkey) { p.ID = first.ID }, store.ErrExists},
		"another's":           {func(p *store.Passkey) { p.ID = other.ID }, store.ErrExists},
		"of nobody":           {func(p *store.Passkey) { p.Account = store.NewID() }, store.ErrNoAccount},
		"without an ID":       {func(p *store.Passkey) { p.ID = "" }, store.ErrBad},
		"with a long ID":      {func(p *store.Passkey) { p.ID = strings.Repeat("x", 1024) }, store.ErrBad},
		"without a key":       {func(p *store.Passkey) { p.Key = nil }, store.ErrBad},
		"with a long name":    {func(p *store.Passkey) { p.Name = strings.Repeat("x", store.MaxAccountText+1) }, store.ErrBad},
		"with a count of -1":  {func(p *store.Passkey) { p.Count = -1 }, store.ErrBad},
		"with flags below 0":  {func(p *store.Passkey) { p.Flags = -1 }, store.ErrBad},
		"with too long a key": {func(p *store.Passkey) { p.Key = make([]byte, 4001) }, store.ErrBad},
	} {
		p := passkey(anna, "more", 9)
		c.change(&p)
		s.want(what, s.AddPasskey(s.ctx, p), c.want)
	}
	s.want("remove another's", s.DropPasskey(s.ctx, anna.ID, other.ID), store.ErrNoPasskey)
	s.want("remove of nobody", s.DropPasskey(s.ctx, store.NewID(), other.ID), store.ErrNoAccount)
	for _, p := range []store.Passkey{first, second} {
		require.NoError(s.T, s.DropPasskey(s.ctx, anna.ID, p.ID)) // the password is left
	}
	s.wantPasskeys(anna)
	s.want("use one that was removed", s.UsePasskey(s.ctx, first), store.ErrNoPasskey)
	require.NoError(s.T, s.DeleteAccount(s.ctx, bert.ID))
	s.wantPasskeys(bert)
}

// An account may do without a password; one way to sign in always stays.
func passkeysAlone(s *suite) {
	a, looks := account("anna")
	a.Password = ""
	key := passkey(a, "one", 1)
	foreign := key
	foreign.Account = store.NewID()
	s.want("an account that nobody can open", s.CreateAccount(s.ctx, a, looks), store.ErrBad)
	s.want("an account with another's passkey", s.CreateAccount(s.ctx, a, looks, foreign), store.ErrBad)
	require.NoError(s.T, s.CreateAccount(s.ctx, a, looks, key))
	s.wantPasskeys(a, key)
	bert, looks := account("bert")
	s.want("an account with a passkey that is taken", s.CreateAccount(s.ctx, bert, looks, passkey(bert, "one", 1)), store.ErrExists)
	s.fails("after that", store.ErrNoAccount)(s.Account(s.ctx, bert.ID))

	s.want("remove the only one", s.DropPasskey(s.ctx, a.ID, key.ID), store.ErrLastWay)
	p := s.signedIn(a)
	s.want("remove a password that is not there", s.SetPassword(s.ctx, p, ""), nil)
	require.NoError(s.T, s.SetPassword(s.ctx, p, "word"))
	p.Password = "word"
	require.NoError(s.T, s.DropPasskey(s.ctx, a.ID, key.ID))
	s.want("remove the password", s.SetPassword(s.ctx, p, ""), store.ErrLastWay)
	if got, _ := s.Account(s.ctx, a.ID); got.Password != "word" {
		s.Errorf("the password is %q", got.Password)
	}

	invited, looks := account("carla")
	invited.Password = ""
	require.NoError(s.T, s.AddInvite(s.ctx, store.HashOf("code"), 0, 1<<60))
	require.NoError(s.T, s.invited(invited, looks, store.HashOf("code"), passkey(invited, "two", 1)))
	s.wantPasskeys(invited, passkey(invited, "two", 1))
}

func passkeysAreBounded(s *suite) {
	anna := s.signUp("anna")
	for i := range store.MaxPasskeys {
		s.addPasskey(anna, fmt.Sprint(i), int64(i))
	}
	s.want("one too many", s.AddPasskey(s.ctx, passkey(anna, "more", 99)), store.ErrBad)
}

// Of the last two ways to sign in that are removed at once, one stays.
func lastWayAtOnce(s *suite) {
	a, looks := account("anna")
	require.NoError(s.T, s.CreateAccount(s.ctx, a, looks, passkey(a, "one", 1)))
	p := s.signedIn(a)
	s.oneAtOnce(2, store.ErrLastWay, func(k int) error {
		if k == 0 {
			return s.DropPasskey(s.ctx, a.ID, "one")
		}
		return s.SetPassword(s.ctx, p, "")
	})
}

// A count only goes up; devices that do not count say 0.
func passkeyCounter(s *suite) {
	anna := s.signUp("anna")
	p := s.addPasskey(anna, "counts", 1)
	for _, c := range []struct {
		count int64
		want  error
	}{{7, store.ErrCounter}, {8, nil}, {8, store.ErrCounter}, {0, store.ErrCounter}, {20, nil}} {
		p.Count, p.Seen, p.Flags = c.count, c.count+100, 5
		s.want(fmt.Sprint("used ", c.count), s.UsePasskey(s.ctx, p), c.want)
	}
	s.wantPasskeys(anna, p)
	still := passkey(anna, "does not count", 2)
	still.Count = 0
	require.NoError(s.T, s.AddPasskey(s.ctx, still))
	for range 2 {
		s.want("used", s.UsePasskey(s.ctx, still), nil)
	}
	bert := s.signUp("bert")
	p.Account, p.Count = bert.ID, 30
	s.want("used by another account", s.UsePasskey(s.ctx, p), store.ErrNoPasskey)
}

func spend(s *suite) {
	one, two := store.Spent{Hash: store.HashOf("one"), Expires: 20}, store.Spent{Hash: store.HashOf("two"), Expires: 30}
	s.want("one", s.Spend(s.ctx, one, 10), nil)
	s.want("one again", s.Spend(s.ctx, one, 20), store.ErrSpent)
	s.want("two", s.Spend(s.ctx, two, 21), nil)
	s.want("two again", s.Spend(s.ctx, two, 21), store.ErrSpent)
	s.want("one, which was forgotten with two", s.Spend(s.ctx, one, 21), nil)
	a, looks := account("anna")
	a.Created = 22
	n := store.NewAccount{Account: a, Looks: looks, Session: store.Session{Hash: store.HashOf("s"), Account: a.ID}, Spends: &two}
	s.want("an account by what was used", s.SignUp(s.ctx, n), store.ErrSpent)
	three := store.Spent{Hash: store.HashOf("three"), Expires: 1 << 60}
	n.Spends, n.Session.Account = &three, store.NewID()
	s.want("an account that cannot be stored", s.SignUp(s.ctx, n), store.ErrNoAccount)
	n.Session.Account = a.ID
	s.want("an account", s.SignUp(s.ctx, n), nil)
	s.want("what made it, again", s.Spend(s.ctx, three, 22), store.ErrSpent)
}
