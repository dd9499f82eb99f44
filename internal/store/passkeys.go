package store

import (
	"context"
	"errors"
	"fmt"
)

// The errors of calls about passkeys; compare with errors.Is.
var (
	// ErrNoPasskey: there is no such passkey.
	ErrNoPasskey = errors.New("no such passkey")
	// ErrCounter: a passkey has been used more often than the use says.
	ErrCounter = errors.New("the passkey's counter went back")
	// ErrLastWay: without it nobody could sign in to the account.
	ErrLastWay = errors.New("the last way to sign in")
	// ErrSpent: what works once has been used.
	ErrSpent = errors.New("used before")
)

// Limits on passkeys.
const (
	MaxPasskeys   = 20   // passkeys of an account
	maxPasskeyID  = 1023 // bytes in a passkey's ID, as WebAuthn says
	maxPasskeyKey = 4000 // bytes in its public key
)

// Passkey is a key pair with which a person signs in; the private half never
// leaves the person's device.
type Passkey struct {
	ID      string // bytes chosen by the device, unique
	Account string // ID
	Name    string // chosen by its owner
	Key     []byte // the public key (COSE)
	Flags   int    // what the device said of itself, for the code that checks its answers
	Count   int64  // uses as the device counts them, 0 where it does not
	Created int64  // unix milliseconds
	Seen    int64  // unix milliseconds
}

// Spent is something that may be used once.
type Spent struct {
	Hash    Hash
	Expires int64 // when it may not be used any more, unix milliseconds
}

// Passkeys keeps the passkeys of accounts, and notes what may be used once.
type Passkeys interface {
	// AddPasskey stores a passkey. Errors: ErrNoAccount, ErrExists if somebody
	// has it, ErrBad, also if the account has MaxPasskeys of them.
	AddPasskey(ctx context.Context, p Passkey) error
	// PasskeysOf returns the passkeys of an account, the oldest first.
	PasskeysOf(ctx context.Context, account string) ([]Passkey, error)
	// UsePasskey notes a use of an account's passkey: its count, flags and time.
	// Of two uses with one count the second fails, unless both are 0. Errors:
	// ErrNoPasskey, ErrCounter.
	UsePasskey(ctx context.Context, p Passkey) error
	// DropPasskey removes a passkey of an account. Errors: ErrNoPasskey,
	// ErrLastWay if the account has neither a password nor another passkey.
	DropPasskey(ctx context.Context, account, id string) error

	// Spend notes that something has been used, and forgets what expired before now
	// (unix milliseconds). Errors: ErrSpent.
	Spend(ctx context.Context, what Spent, now int64) error
}

// CheckPasskey returns ErrBad with the reason if the store does not take a
// passkey.
func CheckPasskey(p Passkey) error {
	switch {
	case p.ID == "" || len(p.ID) > maxPasskeyID:
		return fmt.Errorf("%w: a passkey's ID of %d bytes, want 1 to %d", ErrBad, len(p.ID), maxPasskeyID)
	case len(p.Key) == 0 || len(p.Key) > maxPasskeyKey:
		return fmt.Errorf("%w: a passkey's public key of %d bytes, want 1 to %d", ErrBad, len(p.Key), maxPasskeyKey)
	case p.Count < 0 || p.Flags < 0:
		return fmt.Errorf("%w: a passkey's count is %d and its flags %d, want none negative", ErrBad, p.Count, p.Flags)
	}
	return CheckText(p.Name)
}
