package storetest

import (
	"fmt"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// access adds an access token.
func (s *suite) access(a store.Account, secret string, created int64) store.Access {
	s.Helper()
	t := store.Access{Hash: store.HashOf(secret), Account: a.ID, Name: "for " + secret, Play: created%2 == 0, Created: created, Seen: created}
	require.NoError(s.T, s.AddAccess(s.ctx, t))
	return t
}

func accessTokens(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	old, fresh, other := s.access(anna, "old", 1), s.access(anna, "fresh", 2), s.access(bert, "other", 3)
	got, who, err := s.AccessByHash(s.ctx, old.Hash)
	if err != nil || got != old || who != anna {
		s.Errorf("AccessByHash = %+v of %+v, %v; want %+v of %+v", got, who, err, old, anna)
	}
	require.Returns(s.T, []store.Access{fresh, old}, "AccessOf, the newest first")(s.AccessOf(s.ctx, anna.ID))
	require.NoError(s.T, s.SeeAccess(s.ctx, old.Hash, 9))
	if got, _, _ := s.AccessByHash(s.ctx, old.Hash); got.Seen != 9 {
		s.Errorf("seen at %d, want 9", got.Seen)
	}
	s.want("the same again", s.AddAccess(s.ctx, old), store.ErrExists)
	s.want("of nobody", s.AddAccess(s.ctx, store.Access{Account: store.NewID()}), store.ErrNoAccount)
	s.want("end another's", s.EndAccess(s.ctx, anna.ID, other.Hash), store.ErrNoAccess)
	require.NoError(s.T, s.EndAccess(s.ctx, anna.ID, old.Hash))
	_, _, err = s.AccessByHash(s.ctx, old.Hash)
	s.want("one that was ended", err, store.ErrNoAccess)
	s.want("see one that was ended", s.SeeAccess(s.ctx, old.Hash, 10), store.ErrNoAccess)

	require.NoError(s.T, s.DeleteAccount(s.ctx, anna.ID))
	_, _, err = s.AccessByHash(s.ctx, fresh.Hash)
	s.want("of an account that was deleted", err, store.ErrNoAccess)
}

func accessIsBounded(s *suite) {
	anna := s.signUp("anna")
	for i := range store.MaxAccess {
		s.access(anna, fmt.Sprint(i), int64(i))
	}
	s.want("one too many", s.AddAccess(s.ctx, store.Access{Hash: store.HashOf("more"), Account: anna.ID}), store.ErrBad)
}

func programs(s *suite) {
	anna := s.signUp("anna")
	require.NoError(s.T, s.SetProgram(s.ctx, anna.ID, true))
	if got, _ := s.Account(s.ctx, anna.ID); !got.Program {
		s.Error("the account is not a program's")
	}
	s.want("a program of nobody", s.SetProgram(s.ctx, store.NewID(), true), store.ErrNoAccount)
}
