package store

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
)

// ValidID reports whether id has the form [NewID] gives: 22 characters of
// base64url that stand for 128 bits.
func ValidID(id string) bool {
	if len(id) != 22 {
		return false
	}
	_, err := base64.RawURLEncoding.Strict().DecodeString(id)
	return err == nil
}

// CheckTable returns ErrBad with the reason if t cannot be stored with this
// board. Implementations call it before they write.
func CheckTable(t Table, board []byte) error {
	if !ValidID(t.ID) {
		return fmt.Errorf("%w: table ID %q is not 22 characters of base64url", ErrBad, t.ID)
	}
	if t.Created < 0 {
		return fmt.Errorf("%w: created at %d, want unix milliseconds", ErrBad, t.Created)
	}
	if len(board) == 0 || len(board) > MaxBoard {
		return fmt.Errorf("%w: board of %d bytes, want 1 to %d", ErrBad, len(board), MaxBoard)
	}
	if sha := BoardSHA(board); t.Board != sha {
		return fmt.Errorf("%w: table names board %q, but the board handed in is %q", ErrBad, t.Board, sha)
	}
	if err := checkJSON("deal", t.Deal, MaxDeal); err != nil {
		return err
	}
	return CheckMeta(t.Meta)
}

// CheckAppend returns ErrBad with the reason if entries cannot be appended with a key.
func CheckAppend(key string, entries []Entry) error {
	if len(entries) == 0 {
		return fmt.Errorf("%w: no entries, want at least one", ErrBad)
	}
	return errors.Join(CheckKey(key), CheckEntries(entries))
}

// CheckRedaction returns ErrBad with the reason if the store does not take a redaction.
func CheckRedaction(r Redaction) error {
	return errors.Join(CheckMeta(r.Meta), CheckLog(append(r.Entries[:len(r.Entries):len(r.Entries)], r.Note)))
}

// CheckClaim returns ErrBad with the reason if nothing can be claimed so.
func CheckClaim(now, again int64, limit int) error {
	if limit < 1 || again <= now {
		return fmt.Errorf("%w: at most %d, again %d ms after now; want 1 at least, of both", ErrBad, limit, again-now)
	}
	return nil
}

// CheckReserve returns the reason if a worker cannot reserve a table. Errors: ErrBad,
// ErrNoTable for a malformed ID.
func CheckReserve(id, worker string) error {
	if err := CheckText(worker); err != nil || worker == "" {
		return fmt.Errorf("%w: the worker has no name, or a long one", ErrBad)
	}
	if !ValidID(id) {
		return NoTable(id)
	}
	return nil
}

// CheckRecord returns ErrBad with the reason if the store does not take a game record.
func CheckRecord(name string, body []byte) error {
	if !ValidID(name) {
		return fmt.Errorf("%w: the record's name %.40q is not one of 22 characters", ErrBad, name)
	}
	if len(body) == 0 || len(body) > MaxRecord {
		return fmt.Errorf("%w: the record has %d bytes, want 1 to %d", ErrBad, len(body), MaxRecord)
	}
	return nil
}

// NoTable returns ErrNoTable for an ID.
func NoTable(id string) error { return fmt.Errorf("%w: %q", ErrNoTable, ShortID(id)) }

// CheckMeta returns ErrBad with the reason if meta is not JSON within MaxMeta.
func CheckMeta(meta []byte) error { return checkJSON("meta", meta, MaxMeta) }

// CheckEntries returns ErrBad with the reason if the entries cannot be written
// to a log in one go.
func CheckEntries(entries []Entry) error {
	if len(entries) > MaxBatch {
		return fmt.Errorf("%w: %d entries at once, want at most %d", ErrBad, len(entries), MaxBatch)
	}
	return CheckLog(entries)
}

// CheckLog is CheckEntries for entries of any number that a log has already.
func CheckLog(entries []Entry) error {
	for i, e := range entries {
		if err := checkEntry(e); err != nil {
			return fmt.Errorf("entry %d of %d: %w", i+1, len(entries), err)
		}
	}
	return nil
}

func checkEntry(e Entry) error {
	if len(e.Kind) == 0 || len(e.Kind) > MaxKind {
		return fmt.Errorf("%w: kind %q has %d characters, want 1 to %d", ErrBad, e.Kind, len(e.Kind), MaxKind)
	}
	for _, c := range []byte(e.Kind) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return fmt.Errorf("%w: kind %q, want only a-z, 0-9, '-', '_' and '.'", ErrBad, e.Kind)
		}
	}
	if e.Time < 0 {
		return fmt.Errorf("%w: time %d, want unix milliseconds", ErrBad, e.Time)
	}
	if e.Due < 0 {
		return fmt.Errorf("%w: due at %d, want unix milliseconds or 0", ErrBad, e.Due)
	}
	if e.Stage < Running || e.Stage > Over {
		return fmt.Errorf("%w: stage %d, want %d to %d", ErrBad, e.Stage, Running, Over)
	}
	if err := CheckSeat(e.Seat); err != nil {
		return err
	}
	return checkJSON("body", e.Body, MaxBody)
}

// CheckKey returns ErrBad if an idempotency key is too long or has characters
// other than visible ASCII. The empty key is valid: it means no key.
func CheckKey(key string) error {
	if len(key) > MaxKey {
		return fmt.Errorf("%w: key of %d bytes, want at most %d", ErrBad, len(key), MaxKey)
	}
	for _, c := range []byte(key) {
		if c <= ' ' || c > '~' {
			return fmt.Errorf("%w: key %q, want visible ASCII characters", ErrBad, key)
		}
	}
	return nil
}

// CheckSeat returns ErrBad if seat is neither 0 to MaxSeat nor Nobody.
func CheckSeat(seat int) error {
	if seat < Nobody || seat > MaxSeat {
		return fmt.Errorf("%w: seat %d, want 0 to %d, or %d for nobody", ErrBad, seat, MaxSeat, Nobody)
	}
	return nil
}

// CheckGrant returns ErrBad if seat is none that CheckSeat takes, nor Owner, nor one
// that is kept.
func CheckGrant(seat int) error {
	if seat <= Owner && seat >= Kept(MaxSeat) {
		return nil
	}
	return CheckSeat(seat)
}

func checkJSON(what string, b []byte, limit int) error {
	if len(b) > limit {
		return fmt.Errorf("%w: %s of %d bytes, want at most %d", ErrBad, what, len(b), limit)
	}
	if !json.Valid(b) {
		return fmt.Errorf("%w: %s is not JSON", ErrBad, what)
	}
	return nil
}
