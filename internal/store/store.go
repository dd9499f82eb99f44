// Package store keeps the tables: what each was started with, its log that
// only grows, and which browser and which private link may act for which seat;
// and the accounts of the people who sign in.
//
// The package is a contract. [Store] is what callers use; package sqlite opens
// one in a file, package postgres one in a database that several programs share,
// package sqlstore holds the SQL of both, and package storetest holds every implementation to the same promises.
// Bodies are opaque: the store knows no rule of the game.
//
// Three promises carry the rest of the program:
//
//   - A log has the numbers 1, 2, 3 … without a gap, and what an append has
//     reported as done is still there after the process is killed.
//   - An append names the number it was made at. Of two made at the same number
//     exactly one is done, the other gets [ErrStale].
//   - An append with a key that was used before does nothing and says where the
//     first one led ([ErrRepeated]).
//
// All methods may be called from several goroutines. When a context ends
// during a write, the write was either done whole or not at all; a caller that
// must know repeats it with the same key.
package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// What a call can fail with; compare with errors.Is. The text of the error that
// comes back names the value that was wrong.
var (
	// ErrNoTable: there is no table with this ID.
	ErrNoTable = errors.New("no such table")
	// ErrNoBoard: there is no board with this SHA-256.
	ErrNoBoard = errors.New("no such board")
	// ErrNoRecord: no record is kept under this name.
	ErrNoRecord = errors.New("no such record")
	// ErrNoToken: no private link has this hash.
	ErrNoToken = errors.New("no such token")
	// ErrNotHeld: the browser does not hold the seat that the call is made for.
	ErrNotHeld = errors.New("seat not held")
	// ErrExists: the ID or the token is taken.
	ErrExists = errors.New("already taken")
	// ErrStale: the log is not at the number the call was made at.
	// The call returned the number it is at now.
	ErrStale = errors.New("made at another number")
	// ErrRepeated: the key was used before. The call returned the number the
	// first use led to, and did nothing.
	ErrRepeated = errors.New("already done")
	// ErrBad: the caller handed in something the store does not take.
	ErrBad = errors.New("not storable")
	// ErrDamaged: what is stored cannot be read, or has a gap.
	ErrDamaged = errors.New("stored data is damaged")
	// ErrInUse: another process has the store open.
	ErrInUse = errors.New("already in use")
	// ErrForeign: the file belongs to another program.
	ErrForeign = errors.New("not a file of this program")
	// ErrFull: there is no room left where the data is kept.
	ErrFull = errors.New("no room left")
	// ErrGone: what the store had open has been removed or replaced meanwhile.
	// It takes no writes any more: they would be lost.
	ErrGone = errors.New("removed or replaced")
	// ErrUnreachable: the database cannot be reached, or does not answer in time.
	// Whether a write was done is not known then.
	ErrUnreachable = errors.New("cannot be reached")
	// ErrNewer: the file was written by a newer version of this program.
	ErrNewer = errors.New("written by a newer version")
)

// Nobody stands where a seat number is expected and none is meant: in an entry
// made by the table itself, and in a link or a grant to watch.
const Nobody = -1

// Owner stands where a browser may hold a seat number: it owns the table. One
// browser owns a table, or several of one person.
const Owner = -2

// Limits on what is stored. They are far above what a game needs and keep one
// request from filling the disk or the memory.
const (
	MaxSeat  = 15      // highest seat number
	MaxKind  = 32      // bytes in the kind of an entry
	MaxKey   = 100     // bytes in an idempotency key
	MaxBody  = 1 << 20 // bytes in the body of an entry
	MaxMeta  = 1 << 20 // bytes in the meta of a table
	MaxDeal  = 1 << 20 // bytes in the deal of a table
	MaxBoard = 4 << 20 // bytes in a board
	MaxBatch = 1000    // entries in one append
	MaxList  = 200     // tables in one list

	MaxRecord   = 4 << 20  // bytes in a game record
	KeptRecords = 200      // game records in all
	KeptBytes   = 64 << 20 // bytes in all game records
)

// Table is what a table was started with; nothing of it changes later.
type Table struct {
	ID      string // from [NewID]; who knows it may look at the table
	Created int64  // unix milliseconds
	Meta    []byte // JSON: seats, names, options, version of the rules
	Deal    []byte // JSON, secret: hidden faces and outcomes of chance
	Board   string // SHA-256 of the board it is played on, as from [BoardSHA]
}

// Entry is one line of a table's log.
type Entry struct {
	N    int64  // 1, 2, 3 … within its table; set by the store
	Time int64  // unix milliseconds, given by the caller
	Kind string // 1 to MaxKind of a–z, 0–9, '-', '_', '.'
	Seat int    // 0 to MaxSeat, or Nobody
	Body []byte // JSON, kept byte for byte
	Key  string // idempotency key of the append whose last entry this is, else ""; set by the store
	// Due is when the table is to be looked at again after an append (unix
	// milliseconds, 0 for never). That of the last entry counts; it belongs to the
	// table (Claim), not to the log, which gives 0.
	Due int64
}

// Place is a seat at a table, or a place to watch from.
type Place struct {
	Table string
	Seat  int // 0 to MaxSeat, or Nobody: may watch; in a grant also Owner
}

// Holder is a browser that may do something at a table as long as it holds a
// seat there.
type Holder struct {
	Browser Hash
	Seat    int // 0 to MaxSeat, Nobody: any seat of the table will do, or Owner
}

// Listed is a table in the list of a browser. It has no secrets.
type Listed struct {
	ID      string
	Created int64  // unix milliseconds
	Meta    []byte // JSON, as in [Table]
	Last    int64  // number of the newest entry, 0 when the log is empty
	Seats   []int  // what the browser holds there, rising: Owner and Nobody first
}

// Hash is the SHA-256 of a secret (a private link's token, a browser's cookie).
// Only hashes are stored: who reads the file cannot sit down at a seat.
type Hash [sha256.Size]byte

// Store keeps tables, logs, links and grants. See the package comment for what
// every implementation promises.
type Store interface {
	// CreateTable stores a new table with the board it is played on and the
	// first entries of its log (none is allowed), all or nothing. Errors:
	// ErrExists when the ID is taken, ErrBad when a value is out of its limits
	// or t.Board is not the SHA-256 of board.
	CreateTable(ctx context.Context, t Table, board []byte, first []Entry) error
	// Table returns a table, the secret deal included. Errors: ErrNoTable.
	Table(ctx context.Context, id string) (Table, error)
	// Board returns the bytes of a board. Errors: ErrNoBoard.
	Board(ctx context.Context, sha string) ([]byte, error)

	// Append adds entries (one at least) to a log whose last number is after,
	// all or nothing, and returns the new last number. A key that is not empty
	// is remembered for this table. Errors, in this order: ErrBad, ErrNoTable,
	// ErrRepeated with the last number the first use of the key led to, ErrStale
	// with the current last number. After any error nothing has changed.
	Append(ctx context.Context, id string, after int64, key string, entries []Entry) (int64, error)
	// AppendJoin is Append and, in the same transaction, GrantByToken: the link
	// must lead to the seat at this table that is joined. A browser is never
	// granted a seat that somebody else has just joined, and nobody joins without
	// a grant. Errors: those of Append, then ErrNoToken.
	AppendJoin(ctx context.Context, id string, after int64, key string, entries []Entry, browser, token Hash, seat int) (int64, error)
	// AppendRemove is Append and, in the same transaction, takes a seat from
	// everybody: no browser holds it and no link leads there any more. It sees
	// there that by owns the table. Errors: those of Append, then ErrNotHeld.
	AppendRemove(ctx context.Context, id string, after int64, key string, entries []Entry, seat int, by Hash) (int64, error)
	// Log returns the entries with N ≥ from in rising order; from ≤ 1 is the
	// whole log. Errors: ErrNoTable, ErrDamaged when a number is missing.
	Log(ctx context.Context, id string, from int64) ([]Entry, error)

	// Claim gives the tables that are due now or were before, those due first,
	// at most limit of them (1 to MaxList), and makes them due again at a later
	// moment, again (both unix milliseconds). A table that is due is given to one
	// caller alone until then, unless an append sets another time.
	// Errors: ErrBad.
	Claim(ctx context.Context, now, again int64, limit int) ([]string, error)

	// SaveToken lets a private link lead to a place. Saving the same again is
	// nothing. Errors: ErrExists when it leads elsewhere, ErrNoTable, ErrBad.
	SaveToken(ctx context.Context, token Hash, p Place) error
	// SaveTokenBy is SaveToken on behalf of a browser: in the same transaction
	// it sees that by still holds its seat at the table. Errors: ErrNotHeld, and
	// those of SaveToken.
	SaveTokenBy(ctx context.Context, token Hash, p Place, by Holder) error
	// TokenByHash returns where a private link leads. Errors: ErrNoToken.
	TokenByHash(ctx context.Context, token Hash) (Place, error)

	// Grant lets a browser hold a place. One browser may hold several, and
	// several may hold the same. Granting again is nothing. Errors: ErrNoTable,
	// ErrBad.
	Grant(ctx context.Context, browser Hash, p Place) error
	// GrantByToken lets a browser hold the place a private link leads to, and
	// returns it. It finds the link and grants in one transaction: a link that
	// was replaced before grants nothing. Errors: ErrNoToken.
	GrantByToken(ctx context.Context, browser, token Hash) (Place, error)
	// Renew makes a private link the only one that leads to a place: all others
	// lead nowhere afterwards. With alone no browser but by's holds the place
	// any more. In the same transaction it sees that by still holds its seat at
	// the table. Errors: ErrNotHeld, ErrExists when the link leads somewhere
	// already, ErrNoTable, ErrBad.
	Renew(ctx context.Context, token Hash, p Place, by Holder, alone bool) error
	// HandOver makes the browsers that hold a seat the owners of its table, in
	// place of all others. In the same transaction it sees that by owns the table.
	// Errors: ErrNotHeld, also where nobody holds the seat; ErrNoTable, ErrBad.
	HandOver(ctx context.Context, p Place, by Hash) error
	// Inherit makes the owners of one table those of another one, too. Errors:
	// ErrNoTable for the latter.
	Inherit(ctx context.Context, from, to string) error
	// Leave takes everything that a browser holds at a table from it. If nobody else
	// holds a place there, the table is deleted with its log and links. It reports
	// whether it was. Errors: ErrNoTable, ErrNotHeld if the browser holds nothing.
	Leave(ctx context.Context, browser Hash, table string) (deleted bool, err error)
	// Seats returns what a browser holds at one table, rising (Owner and Nobody
	// first).
	Seats(ctx context.Context, browser Hash, table string) ([]int, error)
	// Tables returns the tables where a browser holds a place, newest first, at
	// most limit of them (1 to MaxList; more is taken as MaxList). Errors: ErrBad.
	Tables(ctx context.Context, browser Hash, limit int) ([]Listed, error)

	// SaveRecord keeps a game record under a name with the form of an ID, as the
	// newest. Of all that are kept the oldest go when there are more than
	// KeptRecords or KeptBytes. Errors: ErrBad.
	SaveRecord(ctx context.Context, name string, body []byte) error
	// Record returns a record. Errors: ErrNoRecord.
	Record(ctx context.Context, name string) ([]byte, error)

	Accounts
	Accesses
	Chat
	Admin

	// IDs returns the IDs of tables in their order, those after one ID ("" for the
	// first), at most limit of them (1 to MaxList). Errors: ErrBad.
	IDs(ctx context.Context, after string, limit int) ([]string, error)
	// Expire deletes tables whose newest entry is older than a moment (unix
	// milliseconds), with their logs, links and grants, at most limit of them, and
	// returns how many. Boards stay: records may have been played on them. Errors:
	// ErrBad.
	Expire(ctx context.Context, before int64, limit int) (int, error)
	// Reserve lets one worker at a time, by its name, do something at a table until
	// a moment (unix milliseconds), and reports whether this one may. Who has the
	// table may prolong it, or end it by now as until; when it has passed, others
	// may. Nobody may at a table that is not there. Errors: ErrNoTable for an ID
	// that is none, ErrBad.
	Reserve(ctx context.Context, id, worker string, now, until int64) (bool, error)
	// Lasts returns the number of the newest entry of tables, those there are.
	Lasts(ctx context.Context, ids []string) (map[string]int64, error)
	// Ready says whether the store can be read and written. Errors: ErrGone, or
	// what the system says.
	Ready(ctx context.Context) error

	// Close ends the use of the store. Calls after it fail. Closing twice is nothing.
	Close() error
}

// NewID returns an unguessable name of 128 bits for a table or a token: 22
// characters that are safe in a URL.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails: the runtime stops the program instead
	return base64.RawURLEncoding.EncodeToString(b[:])
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
