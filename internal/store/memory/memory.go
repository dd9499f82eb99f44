// Package memory keeps tables and results in memory, for programs that end with
// their tables, for tests, and for programs that have a [Disk] but no database. It is
// the plainest reading of the contracts of package store that it offers: [store.Tables],
// [store.Seats], [store.Records], [store.Commitments], [store.Results], [store.Reviews]
// and [store.Days].
//
// One mutex makes each call a transaction: a call checks everything before it
// changes anything. Bytes are copied on their way in; those on their way out are the
// store's and must not be changed.
package memory

import (
	"context"
	"fmt"
	"sync"

	"ruhr/internal/store"
)

// Store is a store in memory. It needs no closing.
type Store struct {
	mu          sync.Mutex
	tables      map[string]*table
	boards      map[string][]byte
	tokens      map[store.Hash]store.Place
	records     []record // the newest first
	commitments map[string]commitment
	ratings
	days days

	disk    Disk // nil for none
	kept    kept
	touched int  // what of the rest has changed since it was written
	unsure  bool // a write failed: what is here may not be what is on the disk
	forgets int  // it reads the disk before one call of so many, for tests; 0 for never
	calls   int
}

// table is a table with all that belongs to it.
type table struct {
	store.Table
	log    []store.Entry
	unread bool // the log is on the disk only, and has as many entries as written
	due    int64
	stage  store.Stage
	grants map[store.Holder]bool
	worker string
	until  int64 // unix milliseconds; the worker's reservation
	review review

	written   int64
	rewritten int // how often earlier entries or Meta were
	reviewed  int // how often its review was stored
}

// New returns an empty store.
func New() *Store {
	return &Store{tables: map[string]*table{}, boards: map[string][]byte{}, tokens: map[store.Hash]store.Place{}, commitments: map[string]commitment{}, days: newDays()}
}

// do runs a transaction, whose changes are on the disk when it returns. do returns its
// error before it has changed anything.
func (s *Store) do(ctx context.Context, what string, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := ctx.Err()
	if s.calls++; err == nil && (s.unsure || s.forgets > 0 && s.calls%s.forgets == 0) {
		err = s.load(ctx)
	}
	if err == nil {
		err = do()
	}
	if err == nil {
		err = s.keep(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// at runs a transaction on an existing table.
func (s *Store) at(ctx context.Context, what, id string, do func(*table) error) error {
	return s.do(ctx, what, func() error {
		t := s.tables[id]
		if t == nil {
			return store.NoTable(id)
		}
		if err := s.whole(ctx, t); err != nil {
			return err
		}
		return do(t)
	})
}
