package store

import "context"

// Admin is for operators, to manage accounts.
type Admin interface {
	// SetBanned bans an account since a moment (unix milliseconds), ends its sessions and
	// takes it out of its circles and tournaments; 0 lifts the ban. Errors: ErrNoAccount.
	SetBanned(ctx context.Context, id string, since int64) error
	// RenameAccount gives an account another name, also in the messages that it
	// wrote without a seat; as gives the new one for a name under which it plays in a
	// tournament. Errors: ErrNoAccount, ErrExists, ErrBad.
	RenameAccount(ctx context.Context, id, name, key string, looks []string, as func(name string) string) error
}
