package memory

import (
	"bytes"
	"context"

	"ruhr/internal/store"
)

// review is the review of a table's game.
type review struct {
	of   string
	body []byte
}

// SaveReview implements [store.Reviews].
func (s *Store) SaveReview(ctx context.Context, id, of string, body []byte) error {
	return s.at(ctx, "keep a review", id, func(t *table) error {
		if err := store.CheckReview(of, body); err != nil {
			return err
		}
		t.review = review{of, bytes.Clone(body)}
		t.reviewed++
		return nil
	})
}

// Review implements [store.Reviews].
func (s *Store) Review(ctx context.Context, id string) (of string, body []byte, err error) {
	err = s.do(ctx, "read a review", func() error {
		if t := s.tables[id]; t != nil {
			of, body = t.review.of, t.review.body
		}
		return nil
	})
	return of, body, err
}
