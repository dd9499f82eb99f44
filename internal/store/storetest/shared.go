package storetest

import (
	"fmt"
	"maps"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func reserve(s *suite) {
	t := s.create(1).ID
	for _, step := range []struct {
		worker     string
		now, until int64
		want       bool
	}{
		{"a", 100, 200, true},
		{"b", 150, 250, false}, // a's for a while still
		{"a", 150, 300, true},  // for longer
		{"b", 299, 400, false},
		{"b", 300, 400, true}, // a is gone
		{"a", 310, 500, false},
		{"b", 320, 320, true}, // done
		{"a", 320, 500, true},
	} {
		require.Returns(s.T, step.want, "Reserve by %s at %d", step.worker, step.now)(s.Reserve(s.ctx, t, step.worker, step.now, step.until))
	}
	require.Returns(s.T, false, "Reserve of a table that is not there")(s.Reserve(s.ctx, store.NewID(), "a", 1, 2))
	s.fails("Reserve by nobody", store.ErrBad)(s.Reserve(s.ctx, t, "", 1, 2))
	s.fails("Reserve", store.ErrNoTable)(s.Reserve(s.ctx, "x\x00", "a", 1, 2))
}

func reserveAtOnce(s *suite) {
	t := s.create(1).ID
	s.oneAtOnce(4, errNot, func(k int) error { return yes(s.Reserve(s.ctx, t, fmt.Sprint("worker ", k), 100, 200)) })
}

func lasts(s *suite) {
	a, b := s.create(1).ID, s.create(3).ID
	got, err := s.Lasts(s.ctx, []string{a, "", "x\x00", b, store.NewID()})
	if want := map[string]int64{a: 1, b: 3}; err != nil || !maps.Equal(got, want) {
		s.Errorf("Lasts: %v, %v; want %v", got, err, want)
	}
	many := []string{b}
	for range 2 * store.MaxList {
		many = append(many, store.NewID())
	}
	s.many("Lasts of many", 2)(s.Lasts(s.ctx, append(many, a)))
}
