package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"ruhr/internal/store"
)

// applicationID marks a file as ours ("Ruhr" in ASCII), at applicationAt in the
// header that SQLite documents.
const (
	applicationID = 0x52756872
	applicationAt = 68
	labelAt       = 60
	headerSize    = 100
	magic         = "SQLite format 3\x00"
)

// prepare checks a file before SQLite touches it, so that another program's
// database is left alone, and marks a new one. before is the label that the last
// run has noted.
func prepare(ctx context.Context, path, before string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	empty, labelled, err := checkHeader(f)
	if err != nil {
		return err
	}
	if err := disown(path, before, labelled); err != nil || !empty {
		return err
	}
	return mark(ctx, path, "application_id", applicationID)
}

// checkHeader reads the beginning of a file and refuses one that is not ours.
func checkHeader(f *os.File) (empty bool, labelled uint32, err error) {
	if info, err := f.Stat(); err != nil {
		return false, 0, err
	} else if !info.Mode().IsRegular() {
		return false, 0, fmt.Errorf("%w: it is not a regular file", store.ErrForeign)
	}
	var header [headerSize]byte
	switch n, err := io.ReadFull(f, header[:]); {
	case errors.Is(err, io.EOF):
		return true, 0, nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return false, 0, err
	case string(header[:len(magic)]) != magic:
		return false, 0, fmt.Errorf("%w: it does not begin like a database", store.ErrDamaged)
	case n < headerSize:
		return false, 0, fmt.Errorf("%w: it ends after %d bytes", store.ErrDamaged, n)
	}
	return false, binary.BigEndian.Uint32(header[labelAt:]), ours(binary.BigEndian.Uint32(header[applicationAt:]))
}

// ours refuses a database with another application ID.
func ours(id uint32) error {
	if id != applicationID {
		return fmt.Errorf("%w: it is a database with the application ID %#x, want %#x", store.ErrForeign, id, applicationID)
	}
	return nil
}

// mark writes a number into the header of a file, before the write-ahead log is
// switched on, so that it is in the file itself.
func mark(ctx context.Context, path, pragma string, n int) error {
	db, err := sql.Open("sqlite", uri(path, busyTimeout()))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf(`PRAGMA %s = %d`, pragma, n))
	return errors.Join(err, db.Close())
}
