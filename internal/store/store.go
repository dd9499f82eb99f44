// Package store keeps tables and accounts: how each table was started, its
// append-only log, and which browsers and private links may act for which seat;
// and the accounts of people who sign in.
//
// The package is contracts, one for each subject. A room that stores something
// names those that it calls in an interface of its own (such as table.Store), so
// that it runs on every store that offers them. Package sqlite offers all of them
// ([Store]) in a file, package postgres in a database that several processes
// share; package sqlstore holds their common SQL. Package storetest has a suite
// for each contract. Bodies are opaque: the store knows no rules of the game.
//
// The rest of the program relies on three guarantees:
//
//   - A log has the numbers 1, 2, 3 … without gaps, and a successful append
//     survives a crash of the process.
//   - An append names the last number its caller knows. Of two concurrent appends
//     at the same number one succeeds, the other fails with [ErrStale].
//   - An append with a key that was used before does nothing and reports the
//     number that the first one led to ([ErrRepeated]).
//
// All methods are safe for concurrent use. If a context ends during a write, the
// write either took effect completely or not at all; a caller that must know
// which repeats it with the same key.
package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// Errors of the store; compare with errors.Is. The error's text names the
// offending value.
var (
	// ErrNoTable: there is no table with this ID.
	ErrNoTable = errors.New("no such table")
	// ErrNoBoard: there is no board with this SHA-256.
	ErrNoBoard = errors.New("no such board")
	// ErrNoRecord: there is no record of this name.
	ErrNoRecord = errors.New("no such record")
	// ErrNoToken: no private link has this hash.
	ErrNoToken = errors.New("no such token")
	// ErrNotHeld: the browser does not hold the seat that the call is for.
	ErrNotHeld = errors.New("seat not held")
	// ErrExists: the ID or the token is already in use.
	ErrExists = errors.New("already taken")
	// ErrStale: the log is not at the number the call expected. The call
	// returned its current number.
	ErrStale = errors.New("made at another number")
	// ErrRepeated: the key was used before. The call did nothing and returned
	// the number that its first use led to.
	ErrRepeated = errors.New("already done")
	// ErrMany: there are as many of a kind as may be kept; the text names the limit.
	ErrMany = errors.New("too many")
	// ErrBad: a value that the store does not accept.
	ErrBad = errors.New("not storable")
	// ErrDamaged: stored data cannot be read, or has a gap.
	ErrDamaged = errors.New("stored data is damaged")
	// ErrInUse: another process has the store open.
	ErrInUse = errors.New("already in use")
	// ErrForeign: the file belongs to another program.
	ErrForeign = errors.New("not a file of this program")
	// ErrFull: the disk or quota is full.
	ErrFull = errors.New("no room left")
	// ErrGone: the open file was removed or replaced. Writes are refused,
	// because they would be lost.
	ErrGone = errors.New("removed or replaced")
	// ErrUnreachable: the store cannot be used at the moment, and trying again may
	// help: the database cannot be reached, is locked by another program, takes no
	// writes, or did not answer in time. It is then unknown whether a write took
	// effect.
	ErrUnreachable = errors.New("cannot be used at the moment")
	// ErrNewer: the file was written by a newer version of this program.
	ErrNewer = errors.New("written by a newer version")
)

// Unwritable reports whether an error is about the store rather than about what
// was to be stored: it is full, has gone or cannot be used at the moment.
func Unwritable(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrGone) || errors.Is(err, ErrUnreachable)
}

// Limits on stored values. They are far above what a game needs and keep one
// request from filling disk or memory.
const (
	MaxSeat  = 15      // highest seat number
	MaxKind  = 32      // bytes in the kind of an entry
	MaxKey   = 100     // bytes in an idempotency key
	MaxBody  = 1 << 20 // bytes in the body of an entry
	MaxMeta  = 1 << 20 // bytes in the meta of a table
	MaxDeal  = 1 << 20 // bytes in the deal of a table
	MaxBoard = 4 << 20 // bytes in a board
	MaxBatch = 1000    // entries in one append
	MaxList  = 200     // tables per list
	MaxHeld  = 1000    // tables of a browser per list

	MaxLinks   = 100 // links that people have made for one place
	MaxHolders = 200 // browsers that hold one place

	MaxRecord   = 4 << 20  // bytes in a game record
	KeptRecords = 200      // game records in total
	KeptBytes   = 64 << 20 // bytes of all game records together
)

// Hash is the SHA-256 of a secret (a link's token or a browser's cookie). Only
// hashes are stored, so a copy of the file gives nobody a seat.
type Hash [sha256.Size]byte

// Store is all contracts together, and what operators do with it.
type Store interface {
	Tables
	Seats
	Records
	Commitments
	Results
	Reviews
	Days
	Tournaments
	Circles
	Chat
	Moderation
	Accounts
	Accesses
	Passkeys
	Invites
	Admin
	Holdings
	Notices
	Secrets
	Upkeep
}

// Upkeep is for operators.
type Upkeep interface {
	// Expire deletes at most limit tables whose newest entry is older than
	// before (unix milliseconds), with their logs, links and grants, and returns
	// how many. Boards go with their last tables. Errors: ErrBad.
	Expire(ctx context.Context, before int64, limit int) (int, error)
	// Close closes the store. Later calls fail; closing twice has no effect.
	Close() error
}

// NewID returns an unguessable ID of nearly 128 bits for a table or a token: 22
// URL-safe characters. It never begins with '-', so that commands do not take it
// for a flag.
func NewID() string {
	for {
		var b [idBytes]byte
		rand.Read(b[:]) // never fails: the runtime aborts the program instead
		if id := idOf(b[:]); id[0] != '-' {
			return id
		}
	}
}

// IDAfter returns the ID of the table that follows a table: always the same one, so
// that all who ask for it at once make one table.
func IDAfter(id string) string {
	for {
		sum := HashOf("the table after " + id)
		if id = idOf(sum[:idBytes]); id[0] != '-' {
			return id
		}
	}
}

const idBytes = 16

func idOf(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// ShortID abbreviates an ID for errors and logs: anyone who reads a whole one could
// watch the table.
func ShortID(id string) string {
	const length = 6
	if len(id) <= length {
		return id
	}
	return id[:length] + "…"
}

// HashOf returns the hash under which a secret is stored. A plain SHA-256 is
// enough because the secrets are random (see [NewID]), not chosen by people.
func HashOf(secret string) Hash { return sha256.Sum256([]byte(secret)) }

// BoardSHA returns the name under which a board is stored: its SHA-256 in
// lower-case hexadecimal digits.
func BoardSHA(board []byte) string {
	sum := sha256.Sum256(board)
	return hex.EncodeToString(sum[:])
}
