package store

import (
	"context"
	"fmt"
)

// MaxReview is how many bytes the review of a game may have.
const MaxReview = 128 << 10

// Reviews keeps the reviews of tables' games, one a table. They go with their tables.
type Reviews interface {
	// SaveReview stores the review of a table's game instead of an earlier one. of
	// says what game it is of and who made it; a review without a body was asked for
	// and is yet to be made. Errors: ErrNoTable, ErrBad.
	SaveReview(ctx context.Context, table, of string, body []byte) error
	// Review returns the review of a table's game; of is "" if nobody has asked for
	// one. A table that does not exist has none.
	Review(ctx context.Context, table string) (of string, body []byte, err error)
}

// CheckReview returns ErrBad with the reason if the store does not take a review.
func CheckReview(of string, body []byte) error {
	if of == "" {
		return fmt.Errorf("%w: a review of nothing", ErrBad)
	}
	if err := CheckText(of); err != nil {
		return err
	}
	if len(body) > MaxReview {
		return fmt.Errorf("%w: the review has %d bytes, want at most %d", ErrBad, len(body), MaxReview)
	}
	return nil
}
