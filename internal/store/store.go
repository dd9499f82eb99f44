// Package store keeps tables and accounts: how each table was started, its
// append-only log, and which browsers and private links may act for which seat;
// and the accounts of people who sign in.
//
// The package is a contract. [Store] is what callers use; package sqlite stores
// to a file, package postgres to a database that several processes share, package
// sqlstore holds their common SQL, and package storetest tests every
// implementation against the contract. Bodies are opaque: the store knows no
// rules of the game.
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

// Nobody is the seat number for no seat: in entries by the table itself, and in
// links and grants for spectators.
const Nobody = -1

// Owner is the seat number in a grant that makes a browser an owner of the
// table. Several browsers of one person may own it.
const Owner = -2

// Kept is the seat number in a grant that keeps a seat for a browser: it may
// take the seat, but has not yet.
func Kept(seat int) int { return Owner - 1 - seat }

// Freed is the seat number in a grant of a browser from which a seat was taken.
func Freed(seat int) int { return Kept(MaxSeat) - 1 - seat }

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

// Table is what a table was started with. It never changes.
type Table struct {
	ID      string // from [NewID]; whoever knows it may watch the table
	Created int64  // unix milliseconds
	Meta    []byte // JSON: seats, names, options, version of the rules
	Deal    []byte // JSON, secret: hidden markers and outcomes of chance
	Board   string // SHA-256 of its board, from [BoardSHA]
}

// Entry is one line of a table's log.
type Entry struct {
	N    int64  // 1, 2, 3 … within its table; set by the store
	Time int64  // unix milliseconds, set by the caller
	Kind string // 1 to MaxKind of a–z, 0–9, '-', '_', '.'
	Seat int    // 0 to MaxSeat, or Nobody
	Body []byte // JSON, kept byte for byte
	Key  string // idempotency key of the append whose last entry this is, else ""; set by the store
	// Due is when to check the table again after an append (unix milliseconds, 0
	// for never). The last entry's value counts. It belongs to the table (see
	// Claim), not to the log, where it reads as 0.
	Due int64
	// Stage is how far the table is after an append. Like Due it belongs to the
	// table, and the last entry's value counts.
	Stage Stage
	// News says that somebody may have to hear of an append. It marks the table
	// (see ClaimNews) if any of its entries has it, and is not part of the log.
	News bool
}

// Stage is how far a table is.
type Stage int

const (
	Running Stage = iota // all seats are taken; also a table from before stages until it was next looked at
	Open                 // somebody may still take a seat
	Over                 // the game has ended
)

// Listing is which of a browser's tables are listed.
type Listing struct {
	Stages []Stage // nil for all
	After  string  // the ID of a table of the list that those listed come after; "" for the beginning
	Limit  int     // tables at most, at least 1
}

// Place is a seat at a table, or the right to watch it.
type Place struct {
	Table string
	Seat  int // 0 to MaxSeat, or Nobody to watch; in a grant also Owner, Kept or Freed
}

// Holder is a browser that may act at a table while it holds a place there.
type Holder struct {
	Browser Hash
	Seat    int // 0 to MaxSeat, Nobody for any seat of the table, Owner, or Kept
}

// Listed is a table in a browser's list, without secrets.
type Listed struct {
	ID      string
	Created int64  // unix milliseconds
	Meta    []byte // JSON, as in [Table]
	Last    int64  // number of the newest entry, 0 for an empty log
	Seats   []int  // places the browser holds there, ascending: those without a seat first
}

// Hash is the SHA-256 of a secret (a link's token or a browser's cookie). Only
// hashes are stored, so a copy of the file gives nobody a seat.
type Hash [sha256.Size]byte

// Store keeps tables, logs, links and grants. See the package comment for what
// every implementation promises.
type Store interface {
	// CreateTable stores a new table with its board and the first entries of its
	// log (possibly none), atomically. Errors: ErrExists if the ID is taken,
	// ErrBad for a value out of its limits or if t.Board is not the SHA-256 of
	// board.
	CreateTable(ctx context.Context, t Table, board []byte, first []Entry) error
	// Table returns a table, including its secret deal. Errors: ErrNoTable.
	Table(ctx context.Context, id string) (Table, error)
	// Board returns the bytes of a board. Errors: ErrNoBoard.
	Board(ctx context.Context, sha string) ([]byte, error)

	// Append atomically adds one or more entries to a log whose last number is
	// after, and returns the new last number. A non-empty key is remembered for
	// this table. Errors, in this order: ErrBad, ErrNoTable, ErrRepeated with
	// the last number of the key's first use, ErrStale with the current last
	// number. After an error nothing has changed.
	Append(ctx context.Context, id string, after int64, key string, entries []Entry) (int64, error)
	// AppendJoin is Append and, in the same transaction, GrantByToken: the link
	// must be for the seat at this table that is joined. So nobody is granted a
	// seat that somebody else has just joined, and nobody joins without a grant.
	// The seat is kept for nobody any more. Errors: those of Append, then
	// ErrNoToken.
	AppendJoin(ctx context.Context, id string, after int64, key string, entries []Entry, browser, token Hash, seat int) (int64, error)
	// AppendReturn is Append and, in the same transaction, gives a seat to all
	// browsers that it is kept for; browser must be one. Errors: those of Append,
	// then ErrNotHeld.
	AppendReturn(ctx context.Context, id string, after int64, key string, entries []Entry, browser Hash, seat int) (int64, error)
	// AppendRemove is Append and, in the same transaction, frees a seat: no
	// browser holds it, it is kept for none, and no link grants it any more.
	// Who held it has the place Freed instead. by must hold its place: Owner, or
	// Kept of the seat. Errors: those of Append, then ErrNotHeld.
	AppendRemove(ctx context.Context, id string, after int64, key string, entries []Entry, seat int, by Holder) (int64, error)
	// AppendReplace is Append and, in the same transaction, passes the table on if
	// who holds a seat owns it: to those who hold the seat of by instead. by must hold
	// its place; with Owner nothing is passed on. Errors: those of Append, then
	// ErrNotHeld.
	AppendReplace(ctx context.Context, id string, after int64, key string, entries []Entry, seat int, by Holder) (int64, error)
	// Log returns the entries with N ≥ from in ascending order; from ≤ 1 is the
	// whole log. Errors: ErrNoTable, ErrDamaged if a number is missing.
	Log(ctx context.Context, id string, from int64) ([]Entry, error)

	// Claim returns the tables due by now, in the order they became due, at most
	// limit (1 to MaxList), and postpones them to again (both unix
	// milliseconds). Until then a table is given to one caller only, unless an
	// append sets another time. Errors: ErrBad.
	Claim(ctx context.Context, now, again int64, limit int) ([]string, error)
	// SetStage sets the stage of a table whose log is at number n, and that it is
	// not due. It does nothing if the log is at another number.
	SetStage(ctx context.Context, id string, n int64, stage Stage) error

	// SaveToken makes a private link grant a place. Saving the same link again
	// has no effect. Errors: ErrExists if it grants another place, ErrNoTable,
	// ErrBad.
	SaveToken(ctx context.Context, token Hash, p Place) error
	// SaveTokenBy is SaveToken if by still holds its place at the table, checked
	// in the same transaction. Errors: ErrNotHeld, ErrMany at MaxLinks, and those of
	// SaveToken.
	SaveTokenBy(ctx context.Context, token Hash, p Place, by Holder) error
	// TokenByHash returns the place that a private link grants. Errors:
	// ErrNoToken.
	TokenByHash(ctx context.Context, token Hash) (Place, error)

	// Grant gives a browser a place. A browser may hold several places, and a
	// place may have several holders, MaxHolders at most; who
	// watches beyond that watches without a place. Granting again has no effect. Errors: ErrMany, ErrNoTable,
	// ErrBad.
	Grant(ctx context.Context, browser Hash, p Place) error
	// GrantByToken gives a browser the place of a private link and returns it.
	// Lookup and grant are one transaction: a replaced link grants nothing.
	// Errors: ErrNoToken, ErrMany.
	GrantByToken(ctx context.Context, browser, token Hash) (Place, error)
	// Renew makes a private link the only one for a place and revokes all
	// others. With alone, by also becomes the place's only holder. In the same
	// transaction it checks that by still holds its place at the table. Errors:
	// ErrNotHeld, ErrExists if the link is already in use, ErrNoTable, ErrBad.
	Renew(ctx context.Context, token Hash, p Place, by Holder, alone bool) error
	// HandOver makes the browsers that hold a seat the only owners of its table,
	// if by owns it (checked in the same transaction). Errors: ErrNotHeld, also
	// if nobody holds the seat; ErrNoTable, ErrBad.
	HandOver(ctx context.Context, p Place, by Hash) error
	// Inherit makes the owners of one table also owners of another, and gives those
	// who hold seat k of the first the place seats[k] at the other, if any. It does
	// nothing where anybody has more there than a place to watch. Errors: ErrNoTable
	// for the latter.
	Inherit(ctx context.Context, from, to string, seats []int) error
	// Leave takes all of a browser's places at a table from it. If it was the only
	// owner, those who hold the first seat that others hold become the owners. If nobody else
	// holds a place there, Freed aside, it deletes the table with its log and links, and
	// a board that no other table is played on, and reports so. Errors: ErrNoTable, ErrNotHeld if the browser holds nothing
	// there.
	Leave(ctx context.Context, browser Hash, table string) (deleted bool, err error)
	// Seats returns a browser's places at one table, ascending (Owner and Nobody
	// first).
	Seats(ctx context.Context, browser Hash, table string) ([]int, error)
	// Tables returns the tables where a browser holds a place, newest first, at
	// most MaxHeld. Errors: ErrBad, ErrNoTable if the one to come after is gone.
	Tables(ctx context.Context, browser Hash, l Listing) ([]Listed, error)

	// SaveRecord stores a game record under a name in the form of an ID, as the
	// newest. Above KeptRecords or KeptBytes in total, the oldest records are
	// deleted. Errors: ErrBad.
	SaveRecord(ctx context.Context, name string, body []byte) error
	// Record returns a record. Errors: ErrNoRecord.
	Record(ctx context.Context, name string) ([]byte, error)

	Accounts
	Accesses
	Passkeys
	Chat
	Notices
	Admin
	Results
	Invites
	Commitments

	// IDs returns table IDs in ascending order, starting after one ID ("" for
	// the beginning), at most limit (1 to MaxList). Errors: ErrBad.
	IDs(ctx context.Context, after string, limit int) ([]string, error)
	// Expire deletes at most limit tables whose newest entry is older than
	// before (unix milliseconds), with their logs, links and grants, and returns
	// how many. Boards go with their last tables. Errors: ErrBad.
	Expire(ctx context.Context, before int64, limit int) (int, error)
	// Reserve gives one named worker exclusive use of a table until a time (unix
	// milliseconds) and reports whether it succeeded. The holder may extend it,
	// or end it with until = now; others may reserve once it has expired. A
	// missing table cannot be reserved. Errors: ErrNoTable for a malformed ID,
	// ErrBad.
	Reserve(ctx context.Context, id, worker string, now, until int64) (bool, error)
	// Lasts returns the newest entry's number of each existing table.
	Lasts(ctx context.Context, ids []string) (map[string]int64, error)
	// Ready checks that the store can be read and written. It writes only at the
	// first call and as long as the last write failed. Errors: ErrFull, ErrGone,
	// ErrUnreachable, or the system's.
	Ready(ctx context.Context) error

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

// ShortID abbreviates an ID for errors and logs: whoever reads a whole one could
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
