package table

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// reads is a store that counts the entries read of logs.
type reads struct {
	Store
	entries int
}

func (s *reads) Log(ctx context.Context, id string, from int64) ([]store.Entry, error) {
	log, err := s.Store.Log(ctx, id, from)
	s.entries += len(log)
	return log, err
}

// away is a table whose game a holder has taken along in round 2.
func (d *den) away(holder string) *game.Snapshot {
	d.Helper()
	c, err := d.CreateFor(d.Context(), holder, game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna Secret"}, bots(1)[0]}})
	require.NoError(d, err)
	s := d.play(d.at(c.ID), func(s *game.Snapshot) bool { return s.State.Round() == 2 && s.State.Decision() == rules.ChooseOption })
	return d.ok(d.Do(d.Context(), s.ID, seat(0), s.N, "", game.TakeAlong()))
}

// A game that was taken along is folded once however often it is looked at, and a program
// that keeps it hears that another one has opened it again.
func TestAGameTakenAlongIsKept(t *testing.T) {
	d := newDen(t, 75)
	ctx := t.Context()
	s := d.away(NewSecret())
	counted := &reads{Store: d.opts.Store}
	d.opts.Store = counted
	other := d.fresh()
	defer d.close(other)
	for range 3 {
		got, err := other.Snapshot(ctx, s.ID, seat(0))
		require.NoError(t, err)
		require.Must(t, got.Frozen != nil && got.Frozen.Key == game.FrozenAlong && got.N == s.N, "taken along: %+v at %d", got.Frozen, got.N)
	}
	if int64(counted.entries) != s.N+2 { // the last one each time
		t.Errorf("%d entries were read, the log has %d", counted.entries, s.N)
	}
	back := d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Return()))
	got, err := other.Snapshot(ctx, s.ID, seat(0))
	require.NoError(t, err)
	require.True(t, got.Frozen == nil && got.State == back.State && got.N >= back.N, "opened again: %+v at %d", got.Frozen, got.N)
}

// file is a game that its holder has taken along, as it is read from its file each time.
func (d *den) file(holder string) func() *record.Game {
	d.Helper()
	rec, err := d.Record(d.Context(), d.away(holder).ID, seat(0))
	require.NoError(d, err)
	b := board.Default()
	return func() *record.Game {
		played, err := record.Referee(rec, b)
		require.NoError(d, err)
		return played
	}
}

// The file of a running game leads its browser to one table until that is over, and each
// other browser to another.
func TestTheSameFileLeadsToTheSameTable(t *testing.T) {
	d := newDen(t, 76)
	ctx := t.Context()
	me := NewSecret()
	file := d.file(me)
	open := func(browser string, level string) string {
		played := file()
		id, err := d.PlayOnGame(ctx, browser, played, played.Len(), 0, level, "Zoe")
		require.NoError(t, err)
		return id
	}
	first := open(me, "random")
	moved := d.settled(first)
	moved = d.ok(d.Do(ctx, first, seat(0), moved.N, "", game.Act(legal(moved)[0])))
	require.True(t, open(me, "other") == first && d.settled(first).N >= moved.N, "opened again it leads to another table")
	require.True(t, open(NewSecret(), "random") != first, "somebody else is led to the same table")
	d.play(d.settled(first), never)
	require.True(t, open(me, "random") != first, "it leads to a table that is over")
}

// lossy is a store that makes tables, but while err is set its answer is lost.
type lossy struct {
	Store
	err error
}

func (s *lossy) CreateTable(ctx context.Context, t store.Table, board []byte, first []store.Entry, holders ...store.Holder) error {
	return errors.Join(s.Store.CreateTable(ctx, t, board, first, holders...), s.err)
}

// A table whose making was interrupted is in the lobby, and everybody has their places.
func TestInterruptedTableIsWhole(t *testing.T) {
	d := newDen(t, 79)
	ctx := t.Context()
	failing := &lossy{d.opts.Store, errors.New("the network is down")}
	d.opts.Store = failing
	v := d.fresh()
	defer d.close(v)
	table := game.NewTable{ID: store.NewID(), Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open, Name: "Ben", For: "ben"}}}
	for _, want := range []error{failing.err, ErrExists} {
		_, err := v.CreateFor(ctx, "anna", table)
		require.ErrorIs(t, err, want, "CreateFor")
		failing.err = nil
	}
	anna, err := v.ActorOf(ctx, "anna", table.ID)
	require.True(t, err == nil && anna.Owner && anna.Holds(0), "Anna is %+v, %v", anna, err)
	ben, err := v.ActorOf(ctx, "ben", table.ID)
	require.True(t, err == nil && slices.Equal(ben.Kept, []int{1}), "Ben is %+v, %v", ben, err)
	if list, err := v.Lobby(ctx, ""); err != nil || len(list) != 1 {
		t.Errorf("in the lobby: %d, %v", len(list), err)
	}
}

// A file whose table was made when the program could not go on leads to that table, with
// its seat.
func TestAFileIsOpenedAgainAfterAFailure(t *testing.T) {
	d := newDen(t, 78)
	ctx := t.Context()
	me := NewSecret()
	file := d.file(me)
	failing := &lossy{d.opts.Store, errors.New("the network is down")}
	d.opts.Store = failing
	other := d.fresh()
	defer d.close(other)
	open := func() (string, error) {
		played := file()
		return other.PlayOnGame(ctx, me, played, played.Len(), 0, "random", "Zoe")
	}
	_, err := open()
	require.ErrorIs(t, err, failing.err, "an answer that is lost")
	failing.err = nil
	id, err := open()
	require.NoError(t, err)
	holders, err := failing.Holders(ctx, id)
	require.NoError(t, err)
	require.True(t, slices.Contains(holders, store.Holder{Browser: store.HashOf(me), Seat: 0}), "nobody sits at the table: %v", holders)
}

// An account that is deleted leaves no table closed for good: a computer player plays on.
func TestForgetAGameTakenAlong(t *testing.T) {
	d := newDen(t, 77)
	s := d.away(NewSecret())
	require.NoError(t, d.Forget(t.Context(), s.ID, 0, "random", nameless))
	if s = d.settled(s.ID); s.Frozen != nil || !s.Over || s.Seats[0].Name != game.Nameless || s.Seats[0].Level != "random" {
		t.Errorf("frozen %+v, over %v, seat %+v", s.Frozen, s.Over, s.Seats[0])
	}
}

// A game that is played both at the table that its player returned to and from its file
// counts once.
func TestAGameTakenAlongCountsOnce(t *testing.T) {
	d := newDen(t, 78)
	ctx := t.Context()
	me := d.member("Anna")
	s := d.away(me)
	rec, err := d.Record(ctx, s.ID, seat(0))
	require.NoError(t, err)
	b := board.Default()
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	elsewhere, err := d.PlayOnGame(ctx, me, played, played.Len(), 0, "random", "Anna")
	require.NoError(t, err)
	d.play(d.settled(elsewhere), never)
	d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Return()))
	d.play(d.settled(s.ID), never)
	for _, id := range []string{elsewhere, s.ID} {
		f, err := d.load(ctx, id)
		require.NoError(t, err)
		require.NoError(t, d.count(ctx, f))
	}
	if c := d.career(me); len(c.Games) != 1 || c.Games[0].Table != s.ID {
		t.Errorf("the career has %+v", c.Games)
	}
}
