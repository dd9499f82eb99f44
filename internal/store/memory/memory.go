// Package memory keeps tables and results in memory, for programs that end with
// their tables and for tests. It is the plainest reading of the contracts of package
// store that it offers: [store.Tables], [store.Seats], [store.Records],
// [store.Commitments], [store.Results] and [store.Reviews].
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
}

// table is a table with all that belongs to it.
type table struct {
	store.Table
	log    []store.Entry
	due    int64
	stage  store.Stage
	grants map[store.Holder]bool
	worker string
	until  int64 // unix milliseconds; the worker's reservation
	review review
}

// New returns an empty store.
func New() *Store {
	return &Store{tables: map[string]*table{}, boards: map[string][]byte{}, tokens: map[store.Hash]store.Place{}, commitments: map[string]commitment{}}
}

// do runs a transaction. do returns its error before it has changed anything.
func (s *Store) do(ctx context.Context, what string, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := ctx.Err()
	if err == nil {
		err = do()
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
		return do(t)
	})
}
