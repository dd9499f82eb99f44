package store

import "context"

// Records keeps records of games for a while.
type Records interface {
	// SaveRecord stores a game record under a name in the form of an ID, as the
	// newest. Above KeptRecords or KeptBytes in total, the oldest records are
	// deleted. Errors: ErrBad.
	SaveRecord(ctx context.Context, name string, body []byte) error
	// Record returns a record. Errors: ErrNoRecord.
	Record(ctx context.Context, name string) ([]byte, error)
}
