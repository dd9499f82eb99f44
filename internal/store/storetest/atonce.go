package storetest

import (
	"errors"
	"ruhr/internal/require"
	"slices"
	"sync"
)

// atOnce calls do so many times at once, with a number from 0, and returns the results.
func atOnce[R any](n int, do func(k int) R) []R {
	results := make([]R, n)
	var all sync.WaitGroup
	for k := range results {
		all.Go(func() { results[k] = do(k) })
	}
	all.Wait()
	return results
}

// oneAtOnce calls do so many times at once: one succeeds, the others are refused.
func (s *suite) oneAtOnce(n int, refused error, do func(k int) error) {
	s.Helper()
	done := 0
	for _, err := range atOnce(n, do) {
		if err == nil {
			done++
		} else {
			s.want("the others", err, refused)
		}
	}
	require.Equal(s.T, done, 1, "how many of %d succeeded", n)
}

// errNot is for those of several to whom a store says no.
var errNot = errors.New("no")

// yes is nil where a store says yes.
func yes(says bool, err error) error {
	if err == nil && !says {
		return errNot
	}
	return err
}

// claimedAtOnce has several claim until nothing is left, and returns how many things
// were claimed, each by one.
func (s *suite) claimedAtOnce(claim func() ([]string, error)) int {
	s.Helper()
	got := slices.Concat(atOnce(4, func(int) (mine []string) {
		for range 100 { // far more than needed
			list, err := claim()
			if err != nil {
				s.Error(err)
			}
			if len(list) == 0 {
				break
			}
			mine = append(mine, list...)
		}
		return mine
	})...)
	slices.Sort(got)
	n := len(got)
	require.Equal(s.T, len(slices.Compact(got)), n, "claims, none of the same")
	return n
}
