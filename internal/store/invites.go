package store

import (
	"context"
	"errors"
)

// ErrNoInvite: there is no such invitation, or it was used or has expired.
var ErrNoInvite = errors.New("no such invitation")

// Invites keeps invitations to create an account, each for one.
type Invites interface {
	// AddInvite stores an invitation until a moment (unix milliseconds), and
	// deletes those that have expired before now. Errors: ErrExists.
	AddInvite(ctx context.Context, code Hash, now, expires int64) error
	// CreateInvited is CreateAccount and, in the same transaction, uses up an
	// invitation that has not expired at a.Created. Errors: ErrNoInvite, and those
	// of CreateAccount, after which the invitation still stands.
	CreateInvited(ctx context.Context, a Account, looks []string, code Hash, keys ...Passkey) error
}
