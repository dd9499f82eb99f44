package storetest

import (
	"errors"
	"fmt"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// A commitment gives its secret once, until it expires.
func commitments(s *suite) {
	add := func(name string, now, expires int64) error {
		return s.AddCommitment(s.ctx, name, "secret of "+name, now, expires)
	}
	s.want("new", add("a", 0, 100), nil)
	s.want("the same again", add("a", 0, 200), store.ErrExists)
	s.want("empty", add("", 0, 100), store.ErrBad)
	s.want("without a secret", s.AddCommitment(s.ctx, "b", "", 0, 100), store.ErrBad)
	take := func(name string, now int64, want string, fails error) {
		s.Helper()
		got, err := s.TakeCommitment(s.ctx, name, now)
		if got != want || !errors.Is(err, fails) {
			s.Errorf("%s at %d: %q, %v; want %q, %v", name, now, got, err, want, fails)
		}
	}
	take("unknown", 0, "", store.ErrNoCommitment)
	take("a", 100, "", store.ErrNoCommitment)
	take("a", 99, "secret of a", nil)
	take("a", 99, "", store.ErrNoCommitment)
	s.want("old", add("old", 0, 50), nil)
	s.want("another", add("new", 60, 100), nil) // deletes the old one
	s.want("the name is free again", add("old", 60, 100), nil)
}

// Of several that take one commitment one gets the secret.
func commitmentsAtOnce(s *suite) {
	require.NoError(s.T, s.AddCommitment(s.ctx, "a", "secret", 0, 100))
	s.oneAtOnce(5, store.ErrNoCommitment, func(int) error {
		secret, err := s.TakeCommitment(s.ctx, "a", 1)
		return yes(secret != "", err)
	})
}

// Of too many the ones that expire first are forgotten.
func commitmentsAreBounded(s *suite) {
	if testing.Short() {
		s.Skip("many writes")
	}
	const extra = 3
	for i := range store.MaxCommitments + extra {
		require.NoError(s.T, s.AddCommitment(s.ctx, fmt.Sprint("c", i), "secret", 0, int64(i+1000)))
	}
	for i, want := range map[int]bool{extra - 1: false, extra: true, store.MaxCommitments: true} {
		if _, err := s.TakeCommitment(s.ctx, fmt.Sprint("c", i), 0); (err == nil) != want {
			s.Errorf("commitment %d: %v, want it kept: %v", i, err, want)
		}
	}
}
