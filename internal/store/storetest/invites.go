package storetest

import (
	"fmt"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// An invitation is good for one account until it expires; where the account is
// refused it still stands.
func invites(s *suite) {
	s.signUp("anna")
	bert, looks := account("bert")
	code := store.HashOf("code")
	require.NoError(s.T, s.AddInvite(s.ctx, code, bert.Created-5, bert.Created+1))
	s.want("the same again", s.AddInvite(s.ctx, code, 0, 1), store.ErrExists)
	s.want("another code", s.invited(bert, looks, store.HashOf("guess")), store.ErrNoInvite)
	taken, same := account("anna")
	s.want("a name that is taken", s.invited(taken, same, code), store.ErrExists)
	late := bert
	late.Created++
	s.want("when it has expired", s.invited(late, looks, code), store.ErrNoInvite)
	s.want("in time", s.invited(bert, looks, code), nil)
	require.Returns(s.T, bert, "Account")(s.Account(s.ctx, bert.ID))
	carl, looks := account("carl")
	s.want("used up", s.invited(carl, looks, code), store.ErrNoInvite)
	// Those that have expired are deleted with the next one.
	for _, c := range []struct {
		code string
		now  int64
	}{{"old", 1}, {"new", 10}, {"old", 11}} {
		if err := s.AddInvite(s.ctx, store.HashOf(c.code), c.now, c.now+5); err != nil {
			s.Errorf("%s at %d: %v", c.code, c.now, err)
		}
	}
}

// invited signs an account up with an invitation.
func (s *suite) invited(a store.Account, looks []string, code store.Hash, keys ...store.Passkey) error {
	session := store.Session{Hash: store.HashOf(a.ID), Account: a.ID}
	return s.SignUp(s.ctx, store.NewAccount{Account: a, Looks: looks, Keys: keys, Session: session, Invite: &code})
}

// Of several people with one invitation one gets an account.
func invitesAtOnce(s *suite) {
	code := store.HashOf("code")
	require.NoError(s.T, s.AddInvite(s.ctx, code, 0, 1<<60))
	s.oneAtOnce(5, store.ErrNoInvite, func(k int) error {
		a, looks := account(fmt.Sprint("name", k))
		return s.invited(a, looks, code)
	})
}
