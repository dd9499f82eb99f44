package table

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/record"
)

// A table can be played on from any position of a finished game: it stands
// there as that game did, chance stays as it was dealt (SET-3, SET-4), computer
// players have the other seats, and it says where it comes from.
func TestPlayOn(t *testing.T) {
	d := newDen(t, 70)
	ctx := t.Context()
	s := d.create(persons[:2]...)
	browser := NewSecret()
	require.Fails(t, game.ErrNotOver, "a running game is played on from")(d.PlayOnFor(ctx, browser, s.ID, 0, 0, "random", "Zoe"))
	s = d.play(s, never)
	for _, n := range []int{0, 1, len(s.Steps) / 2, len(s.Steps) - 1} {
		id, err := d.PlayOnFor(ctx, browser, s.ID, n, 1, "random", "Zoe")
		require.NoError(t, err)
		at, _ := d.past(d.Service, id, n)
		if want, _ := d.past(d.Service, s.ID, n); at != want || d.storedDeal(id) != d.storedDeal(s.ID) {
			t.Errorf("after %d decisions it stands elsewhere", n)
		}
		next := d.settled(id)
		if *next.From != (game.Origin{Table: s.ID, Decisions: n}) || next.Seats[0].Level != "random" || next.Seats[1].Level != "" {
			t.Errorf("it says it comes from %v, with %s", next.From, text(t, next.Seats))
		}
		if to := next.You.UndoTo; len(to) > 0 && to[0] < n && n < len(s.Steps) && s.Steps[to[0]].Seat != 1 {
			t.Errorf("may go back to %v", to)
		}
		if who, err := d.ActorOf(ctx, browser, id); err != nil || !who.Holds(1) || who.Holds(0) {
			t.Errorf("the browser holds %v, %v", who, err)
		}
		if next = d.play(next, never); !next.Over {
			t.Error("it does not end")
		}
		checkBefore(t, next, n)
	}
	mixed := d.play(d.create(persons[0], bots(1)[0]), never)
	// Anyone who plays on at their own seat has its name there, and nobody else's is
	// taken along.
	require.NoError(t, d.grant(ctx, "who played", mixed.ID, []int{0}))
	for _, c := range []struct {
		browser string
		seat    int
		names   []string
	}{
		{"who played", 0, []string{mixed.Seats[0].Name, mixed.Seats[1].Name}}, {browser, 0, []string{"Zoe", mixed.Seats[1].Name}},
		{"who played", 1, []string{"", "Zoe"}},
	} {
		id, err := d.PlayOnFor(ctx, c.browser, mixed.ID, 0, c.seat, "random", "Zoe")
		require.NoError(t, err)
		for k, want := range c.names {
			require.Equal(t, d.settled(id).Seats[k].Name, want, "%s plays on at seat %d: the name of seat %d", c.browser, c.seat, k)
		}
	}
	// Two who played at one screen repeat the deal together; from a decision on, one goes on.
	both := d.play(d.create(persons[0], persons[1], bots(1)[0]), never)
	require.NoError(t, d.grant(ctx, "one screen", both.ID, []int{0, 1}))
	for decisions, want := range []bool{true, false} {
		id, err := d.PlayOnFor(ctx, "one screen", both.ID, decisions, 0, "random", "")
		require.NoError(t, err)
		who, err := d.ActorOf(ctx, "one screen", id)
		require.NoError(t, err)
		next := d.settled(id)
		require.Equal(t, who.Holds(1) && next.Seats[1].Kind == game.Person && next.Seats[1].Name == both.Seats[1].Name, want, "after %d decisions both are seated", decisions)
		require.True(t, who.Holds(0) && !who.Holds(2), "after %d decisions the screen holds %v", decisions, who)
	}
	for _, seat := range []int{-1, 2} {
		require.Fails(t, game.ErrNotYours, "seat %d", seat)(d.PlayOnFor(ctx, browser, s.ID, 0, seat, "random", "Zoe"))
	}
	require.ErrorIs(t, second(d.PlayOnFor(ctx, browser, s.ID, 0, 0, "random", long)), game.ErrBadName, "a long name")
	require.Fails(t, game.ErrNoLevel, "a level that is not there")(d.PlayOnFor(ctx, browser, s.ID, 0, 0, "none", "Zoe"))
}

// checkBefore checks that a table tells the decisions it goes on from, which are not its
// people's, from those made at it.
func checkBefore(t *testing.T, s *game.Snapshot, n int) {
	t.Helper()
	for i, step := range s.Steps {
		require.Must(t, step.Before == (i < n), "%s: decision %d, after %d of another game: made before: %v", s.Deal, i+1, n, step.Before)
	}
}

// long is a name that no seat may have.
var long = strings.Repeat("Zoe", game.MaxName)

// Who plays on from a game that was in the lobby does so alone, and not there.
func TestPlayOnFromPublic(t *testing.T) {
	d := newDen(t, 73)
	c, err := d.Create(t.Context(), game.NewTable{Public: true, Seats: persons[:2]})
	require.NoError(t, err)
	d.play(d.at(c.ID), never)
	id, err := d.PlayOnFor(t.Context(), NewSecret(), c.ID, 0, 0, "random", "Zoe")
	require.NoError(t, err)
	require.True(t, d.at(c.ID).Public && !d.at(id).Public, "the table to practise at is public")
}

// The same from the record of a game that was played elsewhere; its names and levels
// are no more trusted than what anyone may write.
func TestPlayOnGame(t *testing.T) {
	d := newDen(t, 71)
	ctx := t.Context()
	b := board.Default()
	data, err := os.ReadFile(filepath.Join("..", "..", "record", "testdata", "3-seats-calm-every-ship-idler.json"))
	require.NoError(t, err)
	rec, err := record.Read(data)
	require.NoError(t, err)
	rec.Players[0] = record.Player{Name: "Ann\u202ea", Bot: "no such level"}
	rec.Players[1] = record.Player{Name: "  Ben  Berg "}
	rec.Players[2] = record.Player{Name: "Cleo", Bot: "random"}
	browser := NewSecret()
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	for _, n := range []int{0, 1, len(rec.Actions) / 2, len(rec.Actions) - 1} {
		id, err := d.PlayOnGame(ctx, browser, played, n, 1, "other", "Zoe")
		require.NoError(t, err)
		at, f := d.past(d.Service, id, n)
		require.True(t, at == *played.After(n), "after %d decisions it stands elsewhere", n)
		for _, step := range f.Steps[:n] {
			if want := map[int]string{0: "other", 2: "random"}[step.Seat]; step.Bot != want && !step.Auto {
				t.Fatalf("%q decided for seat %d, expected %q", step.Bot, step.Seat, want)
			}
		}
		next := d.settled(id)
		if next.Deal != game.Given || next.From != nil || next.Rated || next.Seats[0].Name != "" || next.Seats[0].Level != "other" || next.Seats[1].Name != "Ben Berg" || next.Seats[1].Level != "" || next.Seats[2].Name != "Cleo" {
			t.Errorf("the seats are %s, from %v", text(t, next.Seats), next.From)
		}
		if who, err := d.ActorOf(ctx, browser, id); err != nil || !who.Holds(1) || who.Holds(0) {
			t.Errorf("the browser holds %v, %v", who, err)
		}
		if next = d.play(next, never); !next.Over {
			t.Error("it does not end")
		}
		if n > 0 {
			checkBefore(t, next, n)
		}
	}
	id, err := d.PlayOnGame(ctx, browser, played, len(rec.Actions)+5, 2, "random", "Zoe")
	if err != nil || d.settled(id).Seats[2].Name != "Zoe" {
		t.Errorf("a computer player's seat, after more decisions than there were: %v", err)
	}
	for _, seat := range []int{-1, 3} {
		require.Fails(t, game.ErrNotYours, "seat %d", seat)(d.PlayOnGame(ctx, browser, played, 0, seat, "random", "Zoe"))
	}
	require.ErrorIs(t, second(d.PlayOnGame(ctx, browser, played, 0, 0, "random", long)), game.ErrBadName, "a long name")
	require.Fails(t, game.ErrNoLevel, "a level that is not there")(d.PlayOnGame(ctx, browser, played, 0, 0, "none", "Zoe"))
	played.Obstacles = nil
	var fault *record.Fault
	if _, err := d.PlayOnGame(ctx, browser, played, 0, 0, "random", "Zoe"); !errors.As(err, &fault) {
		t.Errorf("a game that does not say what lay on the river: %v", err)
	}
}

// storedDeal is the deal of a table as it is stored.
func (d *den) storedDeal(id string) string {
	d.Helper()
	t, err := d.opts.Store.Table(d.Context(), id)
	require.NoError(d, err)
	return string(t.Deal)
}
