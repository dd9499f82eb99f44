// Package storetest tests every store against the contracts of package store.
//
// An implementation's test calls [Run], or the function of each contract that it
// offers, with a function that opens an empty store.
package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// check is one check of a subject of the contract.
type check struct {
	name string
	run  func(*suite)
}

// subject is what some checks are about.
type subject struct {
	name   string
	checks []check
}

// Run checks a store that offers all contracts, each check on a store of its own:
// contract by contract, and then what several have to do with each other. open
// must return an empty store at each call, and close it when its test ends.
func Run(t *testing.T, open func(*testing.T) store.Store) {
	Tables(t, open)
	Seats(t, open)
	Records(t, open)
	Commitments(t, open)
	Results(t, open)
	Reviews(t, open)
	Days(t, open)
	Tournaments(t, open)
	Circles(t, open)
	Chat(t, open)
	Accounts(t, open)
	Notices(t, open)
	all := func(s *suite) {
		st := open(s.T)
		*s = suite{s.T, s.ctx, st, st, st, st, st, st, st, st, st, st, st, st, st, st, st, st, st, st, st, st}
	}
	run(t, all, subject{"Holdings", holdingChecks}, subject{"Upkeep", upkeepChecks})
}

// Tables checks tables with their logs.
func Tables[S store.Tables](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { s.Tables = open(s.T) },
		subject{"Tables", tableChecks}, subject{"Log", logChecks}, subject{"Due", dueChecks}, subject{"Shared", sharedChecks})
}

// Seats checks who may act for which seat, and private links.
func Seats[S interface {
	store.Tables
	store.Seats
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { st := open(s.T); s.Tables, s.Seats = st, st },
		subject{"Places", placeChecks}, subject{"Owners", ownerChecks})
}

// Records checks the records of games.
func Records[S store.Records](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { s.Records = open(s.T) }, subject{"Records", recordChecks})
}

// Commitments checks commitments.
func Commitments[S store.Commitments](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { s.Commitments = open(s.T) }, subject{"Commitments", commitmentChecks})
}

// Results checks results of games and ratings.
func Results[S interface {
	store.Tables
	store.Seats
	store.Results
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { st := open(s.T); s.Tables, s.Seats, s.Results = st, st, st }, subject{"Results", resultChecks})
}

// Reviews checks reviews of games.
func Reviews[S interface {
	store.Tables
	store.Seats
	store.Reviews
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { st := open(s.T); s.Tables, s.Seats, s.Reviews = st, st, st }, subject{"Reviews", reviewChecks})
}

// Days checks the deals of days.
func Days[S store.Days](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { s.Days = open(s.T) }, subject{"Days", dayChecks})
}

// Circles checks circles, who belongs to them, what they say and how their tables ended.
func Circles[S interface {
	store.Circles
	store.Accounts
	store.Chat
	store.Results
	store.Seats
	store.Tables
	store.Moderation
	store.Admin
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) {
		st := open(s.T)
		s.Circles, s.Accounts, s.Chat, s.Results, s.Seats, s.Tables, s.Moderation, s.Admin = st, st, st, st, st, st, st, st
	}, subject{"Circles", circleChecks})
}

// Tournaments checks tournaments and who plays in them.
func Tournaments[S store.Tournaments](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { s.Tournaments = open(s.T) }, subject{"Tournaments", tournamentChecks})
}

// Chat checks what is said at tables, and private notes.
func Chat[S interface {
	store.Tables
	store.Chat
	store.Moderation
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) { st := open(s.T); s.Tables, s.Chat, s.Moderation = st, st, st }, subject{"Chat", chatChecks})
}

// Accounts checks accounts, their sessions, and the ways to get and to open one.
func Accounts[S interface {
	store.Accounts
	store.Accesses
	store.Passkeys
	store.Invites
	store.Admin
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) {
		st := open(s.T)
		s.Accounts, s.Accesses, s.Passkeys, s.Invites, s.Admin = st, st, st, st, st
	}, subject{"Accounts", accountChecks}, subject{"Access", accessChecks}, subject{"Passkeys", passkeyChecks},
		subject{"Invites", inviteChecks}, subject{"Admin", adminChecks})
}

// Notices checks news of tables, and who is told of it where.
func Notices[S interface {
	store.Tables
	store.Seats
	store.Accounts
	store.Notices
	store.Secrets
}](t *testing.T, open func(*testing.T) S) {
	run(t, func(s *suite) {
		st := open(s.T)
		s.Tables, s.Seats, s.Accounts, s.Notices, s.Secrets = st, st, st, st, st
	}, subject{"Notices", noticeChecks})
}

// run runs the checks of some subjects, each on a store of its own.
func run(t *testing.T, open func(*suite), subjects ...subject) {
	for _, subject := range subjects {
		t.Run(subject.name, func(t *testing.T) {
			for _, c := range subject.checks {
				t.Run(c.name, func(t *testing.T) {
					s := &suite{T: t, ctx: t.Context()}
					open(s)
					c.run(s)
				})
			}
		})
	}
}

// suite is one open store under test with helpers that fail the test. It has the
// contracts that its checks are for: a check that calls another one panics.
type suite struct {
	*testing.T
	ctx context.Context

	store.Tables
	store.Seats
	store.Records
	store.Commitments
	store.Results
	store.Reviews
	store.Days
	store.Tournaments
	store.Circles
	store.Chat
	store.Moderation
	store.Accounts
	store.Accesses
	store.Passkeys
	store.Invites
	store.Admin
	store.Holdings
	store.Notices
	store.Secrets
	store.Upkeep
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
	require.ErrorIs(s.T, err, want, "%s", what)
}
