// Package storetest tests every store against the contracts of package store.
//
// An implementation's test calls [All], or [Run] with the contracts that it offers.
package storetest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// Contract is the checks of a contract, each on a store of its own.
type Contract []func(*suite)

// The contracts.
var (
	// Tables are tables with their logs: made whole or not at all, listed, claimed by one caller when due, redacted.
	Tables = Contract{createTable, createTableRefuses, createAllOrNothing, twoTablesOneBoard, unknownTable, ids, ready, redact,
		appendEntries, appendRefuses, appendStale, appendRepeated, appendLikeModel, appendTwoAtOneNumber, appendRepeatedAtOnce,
		appendManyWriters, tablesDoNotMix, appendCancelled, logFrom, bytesKept, claim, claimRefuses, claimAtOnce, reserve, reserveAtOnce, lasts}
	// Seats say who may act for which seat; with private links.
	Seats = Contract{tokens, grants, renew, grantByToken, linksByHolder, tablesOfBrowser, stageOf, placesAtUnknownTable, linksAreBounded,
		holdersAreBounded, appendJoin, appendRemove, appendReplace, kept, handOver, leave, seated, heirs}
	// Records are the records of games.
	Records = Contract{records, recordsGo, recordAtOnce}
	// Commitments are what deals were committed to by.
	Commitments = Contract{commitments, commitmentsAtOnce, commitmentsAreBounded}
	// Results are results of games and ratings.
	Results = Contract{results, resultsRefuse, describeResult, resultsInAnyOrder, resultsAtOnce, rerateOnce, resultsOutlive, seatRatings, newestRatings}
	// Reviews are reviews of games.
	Reviews = Contract{reviews}
	// Days are the deals of days.
	Days = Contract{dayKnownOnce, daysClaimed, daysClaimedAtOnce, firstDayGame, firstDayGameAtOnce, dayGamesRanked, dayGamesBounded}
	// others are what only a store of everything offers, and what several contracts have to
	// do with each other.
	others = Contract{tournamentKept, tournamentStale, tournamentRefused, tournamentsListed, tournamentsClaimed, tournamentsClaimedAtOnce, tournamentsMadeAtOnce,
		circleKept, circleStale, circleRefused, circlesBounded, circlesLeft, circleTalk, numbers, circleResults, circleGone,
		chat, read, messagesAreNews, notes, notesAtOnce, renamed, reports, evidenceStays,
		accounts, accountsRefuse, accountsAtOnce, settingsAtOnce, accountGoes, sessions, sessionsGo, recovers, accessTokens, accessIsBounded, programs,
		passkeys, passkeysAlone, passkeysAreBounded, lastWayAtOnce, passkeyCounter, spend, invites, invitesAtOnce, admin, renamedAtOnce,
		channels, channelsAtOnce, channelsAreBounded, channelsGoWithTheirSession, newsOfTables, newsForAChannel,
		notices, noticesRefuse, noticesFailOn, noticesOfNewerPrograms, noticesBehindOthers, noticesGo, noticesAtOnce, listeners, secret,
		places, placesShared, placesDropped, sat, signUpWhole, seatsGo, chatGoes, mutesMove, resultsMove, dayGamesMove,
		tournamentsMove, tournamentsLeft, tournamentsRename, tournamentsExpire, boardsGoWithTheirTables, expire, expireAtOnce, closed}
)

// All checks a store that offers all contracts.
func All(t *testing.T, open func(*testing.T) store.Store) {
	Run(t, open, Tables, Seats, Records, Commitments, Results, Reviews, Days, others)
}

// Run checks a store for some contracts. open must return an empty store at each call, and close
// it when its test ends.
func Run[S any](t *testing.T, open func(*testing.T) S, contracts ...Contract) {
	require.Each(t, func(t *testing.T) *suite { return suiteOf(t, open(t)) }, slices.Concat(contracts...)...)
}

// suite is one open store under test with helpers that fail the test. It has the
// contracts that the store offers: a check that calls another one panics.
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

func suiteOf(t *testing.T, st any) *suite {
	s := &suite{T: t, ctx: t.Context()}
	offered := reflect.ValueOf(st)
	for _, contract := range reflect.ValueOf(s).Elem().Fields() {
		if contract.Kind() == reflect.Interface && offered.Type().Implements(contract.Type()) {
			contract.Set(offered)
		}
	}
	return s
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
	require.NoError(s.T, s.CreateTable(s.ctx, t, board, entries(n, "first")))
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

// fails is want for a call that returns something else, too.
func (s *suite) fails(what string, want error) func(any, error) {
	return func(_ any, err error) {
		s.Helper()
		s.want(what, err, want)
	}
}

// many checks how many a call returns.
func (s *suite) many(what string, n int) func(any, error) {
	return func(list any, err error) {
		s.Helper()
		if err != nil || reflect.ValueOf(list).Len() != n {
			s.Errorf("%s: %+v, error %v; want %d", what, list, err, n)
		}
	}
}
