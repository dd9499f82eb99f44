package store

import "context"

// Reported is a message that people have reported.
type Reported struct {
	Table string
	Message
	By int // number of people who reported it
}

// Admin is for operators, to manage accounts and messages.
type Admin interface {
	// SetBanned bans an account since a moment (unix milliseconds) and ends its
	// sessions; 0 lifts the ban. Errors: ErrNoAccount.
	SetBanned(ctx context.Context, id string, since int64) error
	// RenameAccount gives an account another name, also in the messages that it
	// wrote without a seat. Errors: ErrNoAccount, ErrExists, ErrBad.
	RenameAccount(ctx context.Context, id, name, key string, looks []string) error
	// Reports returns the messages that were reported, the newest report first, at
	// most limit of them.
	Reports(ctx context.Context, limit int) ([]Reported, error)
	// Unsay deletes a message with its reports. Errors: ErrNoMessage.
	Unsay(ctx context.Context, table string, n int64) error
}
