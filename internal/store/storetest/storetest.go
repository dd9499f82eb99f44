// Package storetest tests every [store.Store] against the contract.
//
// An implementation's test calls [Run] with a function that opens an empty store.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ruhr/internal/store"
)

// check is one check of a subject of the contract.
type check struct {
	name string
	run  func(*suite)
}

// Run checks a kind of store, subject by subject, each check on a store of its
// own. open must return an empty one at each call; Run closes it.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, subject := range []struct {
		name   string
		checks []check
	}{
		{"Tables", tableChecks},
		{"Log", logChecks},
		{"Due", dueChecks},
		{"Shared", sharedChecks},
		{"Places", placeChecks},
		{"Owners", ownerChecks},
		{"Records", recordChecks},
		{"Accounts", accountChecks},
		{"Access", accessChecks},
		{"Passkeys", passkeyChecks},
		{"Chat", chatChecks},
		{"Notices", noticeChecks},
		{"Admin", adminChecks},
		{"Results", resultChecks},
		{"Invites", inviteChecks},
		{"Commitments", commitmentChecks},
	} {
		t.Run(subject.name, func(t *testing.T) {
			for _, c := range subject.checks {
				t.Run(c.name, func(t *testing.T) {
					s := &suite{T: t, Store: open(t), ctx: t.Context()}
					c.run(s)
					if err := s.Close(); err != nil {
						t.Errorf("Close: %v", err)
					}
				})
			}
		})
	}
}

// suite is one open store under test with helpers that fail the test.
type suite struct {
	*testing.T
	store.Store
	ctx context.Context
}

var board = []byte(`{"board":"test"}`)

func newTable() store.Table {
	return store.Table{
		ID: store.NewID(), Created: 1_700_000_000_000,
		Meta: []byte(`{"seats":2}`), Deal: []byte(`{"faces":[1,2]}`), Board: store.BoardSHA(board),
	}
}

// create makes a table with n entries in its log.
func (s *suite) create(n int) store.Table {
	s.Helper()
	t := newTable()
	if err := s.CreateTable(s.ctx, t, board, entries(n, "first")); err != nil {
		s.Fatalf("CreateTable: %v", err)
	}
	return t
}

// entries returns n good entries that can be told apart by their kind.
func entries(n int, kind string) []store.Entry {
	var out []store.Entry
	for i := range n {
		out = append(out, store.Entry{
			Time: 1_700_000_000_000 + int64(i), Kind: kind, Seat: i%4 - 1, Body: fmt.Appendf(nil, `{"i":%d}`, i),
		})
	}
	return out
}

// numbered returns entries as a log gives them back, behind number after.
func numbered(after int64, key string, list []store.Entry) []store.Entry {
	out := slices.Clone(list)
	for i := range out {
		out[i].N = after + int64(i) + 1
	}
	if len(out) > 0 {
		out[len(out)-1].Key = key
	}
	return out
}

func sameEntry(a, b store.Entry) bool {
	return a.N == b.N && a.Time == b.Time && a.Kind == b.Kind && a.Seat == b.Seat && a.Key == b.Key &&
		string(a.Body) == string(b.Body)
}

func (s *suite) wantLog(id string, want []store.Entry) {
	s.Helper()
	s.wantLogFrom(id, 1, want)
}

func (s *suite) wantLogFrom(id string, from int64, want []store.Entry) {
	s.Helper()
	got, err := s.Log(s.ctx, id, from)
	if err != nil {
		s.Fatalf("Log from %d: %v", from, err)
	}
	if !slices.EqualFunc(got, want, sameEntry) {
		s.Fatalf("Log from %d:\n got %+v\nwant %+v", from, got, want)
	}
}

// mustAppend appends and checks the number that comes back.
func (s *suite) mustAppend(id string, after int64, key string, list []store.Entry) {
	s.Helper()
	last, err := s.Append(s.ctx, id, after, key, list)
	if want := after + int64(len(list)); err != nil || last != want {
		s.Fatalf("Append after %d = %d, %v; want %d", after, last, err, want)
	}
}

// want checks the error of a call.
func (s *suite) want(what string, err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Errorf("%s: error %v, want %v", what, err, want)
	}
}
