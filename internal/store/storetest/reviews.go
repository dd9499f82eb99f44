package storetest

import (
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// A table has one review, the last; it says what it is of, also while it is yet to be
// made.
func reviews(s *suite) {
	one, two := s.create(1).ID, s.create(2).ID
	has := func(id, of, body string) {
		s.Helper()
		gotOf, got, err := s.Review(s.ctx, id)
		if err != nil || gotOf != of || string(got) != body {
			s.Errorf("Review = %q, %q, %v; want %q, %q", gotOf, got, err, of, body)
		}
	}
	has(one, "", "")
	s.want("asked for", s.SaveReview(s.ctx, one, "game 1", nil), nil)
	has(one, "game 1", "")
	s.want("made", s.SaveReview(s.ctx, one, "game 1", []byte("\x00\xff any bytes")), nil)
	s.want("of another table", s.SaveReview(s.ctx, two, "game 2", []byte("{}")), nil)
	has(one, "game 1", "\x00\xff any bytes")
	s.want("without a name", s.SaveReview(s.ctx, one, "", []byte("{}")), store.ErrBad)
	s.want("too large", s.SaveReview(s.ctx, one, "game 1", make([]byte, store.MaxReview+1)), store.ErrBad)
	has(one, "game 1", "\x00\xff any bytes")
	s.want("another", s.SaveReview(s.ctx, one, "game 3", nil), nil)
	has(one, "game 3", "")
	has(two, "game 2", "{}")
	for _, id := range unknownIDs() {
		s.want("unknown", s.SaveReview(s.ctx, id, "game 1", nil), store.ErrNoTable)
		has(id, "", "")
	}
	anna := store.HashOf("anna")
	s.grant(anna, store.Place{Table: two, Seat: 0})
	require.Returns(s.T, true, "Leave")(s.Leave(s.ctx, anna, two))
	has(two, "", "")
}
