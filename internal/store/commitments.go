package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrNoCommitment: there is no such commitment, or it was used or has expired.
var ErrNoCommitment = errors.New("no such commitment")

// MaxCommitments is how many commitments wait for their tables; those that expire
// first are forgotten.
const MaxCommitments = 2_000

// Commitments keeps the secrets of tables yet to be made, by the commitment that
// was given out. They are in the store, because the table may be made by another
// process, or after a restart.
type Commitments interface {
	// AddCommitment stores a commitment with its secret until a moment, and deletes
	// those that have expired before now (both unix milliseconds). Errors:
	// ErrExists, ErrBad.
	AddCommitment(ctx context.Context, commitment, secret string, now, expires int64) error
	// TakeCommitment returns the secret of a commitment that has not expired now,
	// to one caller. Errors: ErrNoCommitment.
	TakeCommitment(ctx context.Context, commitment string, now int64) (secret string, err error)
}

// CheckCommitment returns ErrBad with the reason if the store does not take a
// commitment. It does not repeat the secret.
func CheckCommitment(commitment, secret string) error {
	if commitment == "" || secret == "" {
		return fmt.Errorf("%w: a commitment or a secret is empty", ErrBad)
	}
	return errors.Join(CheckText(commitment), CheckText(secret))
}
