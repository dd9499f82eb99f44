package store

import (
	"context"
	"errors"
)

// ErrNoAccess: no account has this access token.
var ErrNoAccess = errors.New("no such access token")

// MaxAccess is the most access tokens an account may have.
const MaxAccess = 20

// Access is a token with which a program acts for an account.
type Access struct {
	Hash    Hash   // of the token
	Account string // ID
	Name    string // chosen by its owner
	Play    bool   // it may make changes; otherwise only read
	Created int64  // unix milliseconds
	Seen    int64  // unix milliseconds, updated now and then
}

// Accesses keeps the access tokens of accounts.
type Accesses interface {
	// AddAccess stores an access token. Errors: ErrNoAccount, ErrExists, ErrBad,
	// also if the account has MaxAccess of them.
	AddAccess(ctx context.Context, a Access) error
	// AccessByHash returns an access token and its account. Errors: ErrNoAccess.
	AccessByHash(ctx context.Context, hash Hash) (Access, Account, error)
	// SeeAccess notes when an access token was used. Errors: ErrNoAccess.
	SeeAccess(ctx context.Context, hash Hash, seen int64) error
	// EndAccess removes an access token of an account. Errors: ErrNoAccess.
	EndAccess(ctx context.Context, account string, hash Hash) error
	// AccessOf returns the access tokens of an account, the newest first.
	AccessOf(ctx context.Context, account string) ([]Access, error)
	// SetProgram sets whether a program holds an account. Errors: ErrNoAccount.
	SetProgram(ctx context.Context, account string, program bool) error
}
