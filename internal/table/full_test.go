package table

import (
	"fmt"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// Quiet hours reach all tables but those that take nothing any more.
func TestHoursBesideAFullLog(t *testing.T) {
	d := newDen(t, 64)
	letters := game.NewTable{Pace: game.Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}, Seats: persons[:2]}
	var ids []string
	for range 3 {
		c, err := d.CreateFor(t.Context(), "anna", letters)
		require.NoError(t, err)
		ids = append(ids, c.ID)
	}
	full := ids[1]
	filling := make([]store.Entry, 200)
	n := d.at(full).N
	for i := range filling {
		filling[i] = store.Entry{N: n + int64(i) + 1, Kind: game.EventRename, Body: fmt.Appendf(nil, `{"name":"A","level":"%s"}`, strings.Repeat("x", 200*100))}
	}
	_, err := d.opts.Store.Append(t.Context(), full, n, "", filling)
	require.NoError(t, err)
	night := game.Hours{From: 20 * 60, To: 8 * 60, Zone: "UTC"}
	require.ErrorIs(t, d.SetHours(t.Context(), "anna", full, night), game.ErrFullLog, "at one table")
	require.NoError(t, d.SetHours(t.Context(), "anna", "", night))
	for _, id := range ids {
		require.Equal(t, strings.Contains(bodies(d.log(id)), `"hours"`), (id != full), "a full log: %v; has the hours", id == full)
	}
	d.close(d.Service)
	require.ErrorIs(t, d.SetHours(t.Context(), "anna", "", game.Hours{}), game.ErrClosed, "after the end")
}

// A full log takes nothing but what brings the game to its end, however it was filled,
// and that it does take; a whole game is far from filling it.
func TestFullLog(t *testing.T) {
	d := newDen(t, 63)
	ctx := t.Context()
	s := d.create(persons[0], persons[1], game.NewSeat{Kind: game.Bot, Level: "random"})
	s = d.play(d.settled(s.ID), func(s *game.Snapshot) bool { return s.Turn.Waiting }) // a choice can be taken back
	id := s.ID
	if whole := d.play(d.create(persons[:4:4]...), never).N; whole*20 > game.MaxLog {
		t.Errorf("a whole game has %d entries, a log holds %d", whole, game.MaxLog)
	}
	filling := []store.Entry{}
	for i := range 200 { // few long ones count as many short ones
		filling = append(filling, store.Entry{N: s.N + int64(i) + 1, Kind: game.EventRename, Body: fmt.Appendf(nil, `{"name":"A","level":"%s"}`, strings.Repeat("x", 200*100))})
	}
	require.Succeeds(t)(d.opts.Store.Append(ctx, id, s.N, "", filling[:190]))
	s = d.ok(d.Do(ctx, id, seat(0), d.at(id).N, "", game.Rename(0, "Anna")))
	require.Succeeds(t)(d.opts.Store.Append(ctx, id, s.N, "", filling[:10]))
	s = d.at(id)
	full := game.ErrFullLog.Saying(fmt.Sprint(game.MaxLog))
	for name, c := range map[string]game.Command{
		"rename": game.Rename(0, "Bea"), "undo": game.Undo(len(s.Steps) - 1), "level": game.SetLevel(2, "random"), "orders": game.SetOrders(0, nil, true),
	} {
		if _, err := d.Do(ctx, id, everybody, s.N, "", c); err == nil || err.Error() != full.Error() {
			t.Errorf("%s at a full log: %v", name, err)
		}
	}
	if !s.Full || len(s.For(everybody).You.UndoTo)+len(s.For(everybody).You.Takeback) > 0 {
		t.Error("a full log still offers to take back")
	}
	s = d.ok(d.Do(ctx, id, seat(1), s.N, "", game.GiveToBot(1, "random")))
	d.want(game.ErrFullLog)(d.Do(ctx, id, seat(1), s.N, "", game.TakeBack(1)))
	if s = d.play(d.at(id), never); !s.Over {
		t.Error("the game cannot be played to its end")
	}
}
