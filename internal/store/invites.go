package store

import (
	"context"
	"errors"
)

// ErrNoInvite: there is no such invitation, or it was used or has expired.
var ErrNoInvite = errors.New("no such invitation")

// Invites keeps invitations to create an account, each for one; SignUp takes them.
type Invites interface {
	// AddInvite stores an invitation until a moment (unix milliseconds), and
	// deletes those that have expired before now. Errors: ErrExists.
	AddInvite(ctx context.Context, code Hash, now, expires int64) error
}
