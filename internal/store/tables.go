package store

import "context"

// Table is what a table was started with. It never changes.
type Table struct {
	ID      string // from [NewID]; anyone who knows it may watch the table
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
	// (see ClaimNews) if any of its entries has it, and is not part of the log. That of a
	// new table's counts from NewsLater on, when the holders of its seats are known.
	News bool
}

// NewsLater is after how long there are news of a new table, in milliseconds.
const NewsLater = 10_000

// Stage is how far a table is.
type Stage int

const (
	Running Stage = iota // all seats are taken; also a table from before stages until it was next looked at
	Open                 // somebody may still take a seat
	Over                 // the game has ended
)

// Redaction rewrites names at a table.
type Redaction struct {
	Meta    []byte            // instead of the table's
	Entries []Entry           // instead of those with their numbers, which have the same kinds and seats
	Seat    int               // whose messages are rewritten
	Names   map[string]string // names in those messages, and what they become
	Note    Entry             // is appended: anyone who has read the log before reads it again
}

// Tables keeps tables with their logs, and when each is due.
type Tables interface {
	// CreateTable stores a new table with its board, the first entries of its log
	// (possibly none), and who holds a place there from the beginning, atomically.
	// Errors: ErrExists if the ID is taken, ErrBad for a value out of its limits or
	// if t.Board is not the SHA-256 of board.
	CreateTable(ctx context.Context, t Table, board []byte, first []Entry, holders ...Holder) error
	// Table returns a table, including its secret deal. Errors: ErrNoTable.
	Table(ctx context.Context, id string) (Table, error)
	// Board returns the bytes of a board. Errors: ErrNoBoard.
	Board(ctx context.Context, sha string) ([]byte, error)
	// IDs returns table IDs in ascending order, starting after one ID ("" for
	// the beginning), at most limit (1 to MaxList). Errors: ErrBad.
	IDs(ctx context.Context, after string, limit int) ([]string, error)

	// Append atomically adds one or more entries to a log whose last number is
	// after, and returns the new last number. A non-empty key is remembered for
	// this table. Errors, in this order: ErrBad, ErrNoTable, ErrRepeated with
	// the last number of the key's first use, ErrStale with the current last
	// number. After an error nothing has changed.
	Append(ctx context.Context, id string, after int64, key string, entries []Entry) (int64, error)
	// Log returns the entries with N ≥ from in ascending order; from ≤ 1 is the
	// whole log. Errors: ErrNoTable, ErrDamaged if a number is missing.
	Log(ctx context.Context, id string, from int64) ([]Entry, error)
	// Redact rewrites names in what is stored of a table whose log is at after.
	// Nothing else changes what is stored of a table. Errors: ErrBad, ErrNoTable,
	// ErrStale.
	Redact(ctx context.Context, id string, after int64, r Redaction) error
	// Lasts returns the newest entry's number of each existing table.
	Lasts(ctx context.Context, ids []string) (map[string]int64, error)

	// Claim returns the tables due by now, in the order they became due, at most
	// limit (1 to MaxList), and postpones them to again (both unix
	// milliseconds). Until then a table is given to one caller only, unless an
	// append sets another time. Errors: ErrBad.
	Claim(ctx context.Context, now, again int64, limit int) ([]string, error)
	// SetStage sets the stage of a table whose log is at number n, and that it is
	// not due. It does nothing if the log is at another number.
	SetStage(ctx context.Context, id string, n int64, stage Stage) error
	// Reserve gives one named worker exclusive use of a table until a time (unix
	// milliseconds) and reports whether it succeeded. The holder may extend it,
	// or end it with until = now; others may reserve once it has expired. A
	// missing table cannot be reserved. Errors: ErrNoTable for a malformed ID,
	// ErrBad.
	Reserve(ctx context.Context, id, worker string, now, until int64) (bool, error)

	// Ready checks that the store can be read and written. It writes only at the
	// first call and as long as the last write failed. Errors: ErrFull, ErrGone,
	// ErrUnreachable, or the system's.
	Ready(ctx context.Context) error
}

// EachID calls a function with the ID of every table, until it fails. Errors: also those of the function.
func EachID(ctx context.Context, st Tables, do func(id string) error) error {
	for after := ""; ; {
		ids, err := st.IDs(ctx, after, MaxList)
		if err != nil {
			return err
		}
		for _, after = range ids {
			if err := do(after); err != nil {
				return err
			}
		}
		if len(ids) < MaxList {
			return nil
		}
	}
}
