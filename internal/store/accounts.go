package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The errors of calls about accounts; compare with errors.Is.
var (
	// ErrNoAccount: there is no such account.
	ErrNoAccount = errors.New("no such account")
	// ErrNoSession: there is no such session.
	ErrNoSession = errors.New("no such session")
	// ErrSignedOut: the browser is not signed in, or no longer.
	ErrSignedOut = errors.New("signed out")
)

// Limits on what is stored about a person.
const (
	MaxAccountText = 1000 // bytes in a name, a key, a look, a password's hash, settings or an agent
	MaxLooks       = 24   // looks of a name, and of the one before while an account is renamed
	MaxSessions    = 30   // sessions of an account
)

// Account is a person who signs in.
type Account struct {
	ID       string // from [NewID]; public
	Created  int64  // unix milliseconds
	Name     string // as it is shown
	Key      string // the name as it is compared: no two accounts have the same
	Password string // a slow hash with its parameters, never the password; "" where passkeys alone open the account
	Settings string // how the person likes the pages
	Program  bool   // a program holds it
	Banned   int64  // unix milliseconds, 0 for an account that is not
}

// Holder is what stands for a browser where the account holds seats.
func (a Account) Holder() string { return accountHolder + a.ID }

// AccountOf returns the ID of the account that a holder stands for, false for a
// browser.
func AccountOf(holder string) (id string, ok bool) {
	id, ok = strings.CutPrefix(holder, accountHolder)
	return id, ok && ValidID(id)
}

// accountHolder begins the name by which an account holds places. The secret of
// a browser has the form of an ID, so that no browser can pass for an account.
const accountHolder = "account:"

// Person is somebody who is signed in.
type Person struct {
	Account
	Session Hash // of this browser
}

// Session is a browser that is signed in.
type Session struct {
	Hash    Hash   // of the secret in the browser's cookie
	Account string // ID
	Agent   string // what the browser calls itself
	Created int64  // unix milliseconds
	Seen    int64  // unix milliseconds, updated now and then
}

// NewAccount is an account of somebody who signs up.
type NewAccount struct {
	Account
	Looks   []string
	Keys    []Passkey
	Session Session // of the browser they do it in
	Guest   *Hash   // whose places move to the account, nil for none
	Invite  *Hash   // of the invitation it takes, nil for none
	Spends  *Spent  // what it uses that may be used once, nil for nothing
}

// Recovery is a new password that somebody sets by a code.
type Recovery struct {
	Was, Password string  // the account's before and after
	Code          Spent   // the code, which works once
	Session       Session // of the browser they do it in
}

// Accounts keeps the persons who sign in.
type Accounts interface {
	// CreateAccount stores an account with the looks of its name: what other
	// names must not look like, and with its first passkeys, at least one where
	// there is no password. Errors: ErrExists where an account has the ID, the
	// key, one of the looks or a passkey, ErrBad.
	CreateAccount(ctx context.Context, a Account, looks []string, keys ...Passkey) error
	// SignUp is CreateAccount and, in the same transaction, StartSession, MovePlaces from
	// the guest, Spend, and the use of the invitation, which must not have expired at
	// Created. Errors: ErrNoInvite, ErrSpent, and those of CreateAccount and StartSession,
	// after which nothing has changed.
	SignUp(ctx context.Context, n NewAccount) error
	// Account returns an account by its ID. Errors: ErrNoAccount.
	Account(ctx context.Context, id string) (Account, error)
	// AccountByKey returns the account with a key. Errors: ErrNoAccount.
	AccountByKey(ctx context.Context, key string) (Account, error)
	// SetPassword replaces the password of somebody who is signed in, with "" removes
	// it, and ends all other sessions of the account. Errors: ErrNoAccount, also for one
	// with another password than p, ErrSignedOut if the session has ended, ErrBad,
	// ErrLastWay if it would remove the password of an account without passkeys.
	SetPassword(ctx context.Context, p Person, password string) error
	// Recover spends the code, replaces the password of the session's account, ends all of
	// its sessions and access tokens and starts this one, in one transaction. Errors: ErrSpent if the code was
	// used or the account has another password than Was, ErrBad, ErrExists.
	Recover(ctx context.Context, r Recovery) error
	// ChangeSettings replaces an account's settings by what change makes of them, in
	// one transaction. Errors: ErrNoAccount, ErrBad, and those of change.
	ChangeSettings(ctx context.Context, id string, change func(settings string) (string, error)) error
	// DeleteAccount removes an account with its sessions, its passkeys and the
	// places it holds; the tables it alone owns pass to others who have a seat.
	// Its results and ratings stay as those of nobody. redacted are the seats from which
	// its name is gone.
	// Errors: ErrNoAccount, ErrStale if it holds another seat.
	DeleteAccount(ctx context.Context, id string, redacted ...Sat) error

	// StartSession stores a session of an account that has this password. Of more than
	// MaxSessions of an account the least recently used one is deleted. Errors:
	// ErrNoAccount, also for one with another password, ErrExists, ErrBad.
	StartSession(ctx context.Context, s Session, password string) error
	// Session returns a session and its account. Errors: ErrNoSession.
	Session(ctx context.Context, hash Hash) (Session, Account, error)
	// SeeSession records when a session was used. Errors: ErrNoSession.
	SeeSession(ctx context.Context, hash Hash, seen int64) error
	// EndSession removes a session of an account. Errors: ErrNoSession.
	EndSession(ctx context.Context, account string, hash Hash) error
	// EndSessions removes all sessions of an account but one and returns how many.
	EndSessions(ctx context.Context, account string, keep Hash) (int, error)
	// Sessions returns the sessions of an account, the one seen last first.
	Sessions(ctx context.Context, account string) ([]Session, error)
}

// CheckAccount returns ErrBad with the reason if an account with these looks and
// passkeys cannot be stored.
func CheckAccount(a Account, looks []string, keys []Passkey) error {
	if !ValidID(a.ID) {
		return fmt.Errorf("%w: account ID %q is not 22 characters of base64url", ErrBad, a.ID)
	}
	if a.Created < 0 {
		return fmt.Errorf("%w: created at %d, want unix milliseconds", ErrBad, a.Created)
	}
	if a.Name == "" || a.Key == "" || a.Password == "" && len(keys) == 0 {
		return fmt.Errorf("%w: an account needs a name, a key, and a password or a passkey", ErrBad)
	}
	for _, k := range keys {
		if err := CheckPasskey(k); err != nil {
			return err
		}
		if k.Account != a.ID {
			return fmt.Errorf("%w: a passkey of another account", ErrBad)
		}
	}
	if len(looks) == 0 || len(looks) > MaxLooks {
		return fmt.Errorf("%w: %d looks of a name, want 1 to %d", ErrBad, len(looks), MaxLooks)
	}
	for _, text := range append([]string{a.Name, a.Key, a.Password, a.Settings}, looks...) {
		if err := CheckText(text); err != nil {
			return err
		}
	}
	return nil
}

// CheckText returns ErrBad if a text is not UTF-8 within MaxAccountText. It does
// not repeat the text, which may be a secret.
func CheckText(text string) error {
	if len(text) > MaxAccountText || !utf8.ValidString(text) {
		return fmt.Errorf("%w: a text of %d bytes, want UTF-8 of at most %d", ErrBad, len(text), MaxAccountText)
	}
	return nil
}
