package table

import (
	"slices"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// The table that has waited longest comes first, and the one somebody comes
// from last. A rematch is as public as its table.
func TestNextAndLobby(t *testing.T) {
	d := newDen(t, 23)
	ctx := t.Context()
	var ids []string
	for _, public := range []bool{true, false} {
		c, err := d.CreateFor(ctx, "anna", game.NewTable{Public: public, Seats: []game.NewSeat{{Kind: game.Person, Name: "A"}, {Kind: game.Person, Name: "B"}}})
		require.NoError(t, err)
		ids = append(ids, c.ID)
	}
	newest, err := d.Tables(ctx, "anna", "", 1)
	require.NoError(t, err)
	other := ids[0]
	if newest[0].ID == other {
		other = ids[1]
	}
	for over, want := range map[string]string{"": newest[0].ID, newest[0].ID: other, other: newest[0].ID, store.NewID(): newest[0].ID} {
		require.Returns(t, want, "what comes after %q", over)(d.Next(ctx, "anna", over))
	}
	require.Returns(t, "", "what comes for a stranger")(d.Next(ctx, "stranger", ""))
	s := d.play(d.at(ids[0]), never)
	next, err := d.RematchFor(ctx, "anna", s.ID, game.Part{})
	require.NoError(t, err)
	list, err := d.Lobby(ctx, "anna")
	require.Must(t, err == nil && len(list) == 2, "the lobby has %d tables, %v", len(list), err)
	for _, l := range list {
		if l.ID != ids[0] && l.ID != next || len(l.Mine) != 2 {
			t.Errorf("the lobby has %s with the seats %v", l.ID, l.Mine)
		}
	}
	require.Returns(t, next, "after the end comes the rematch")(d.Next(ctx, "anna", ids[1]))
}

// What waits for somebody is found however many newer tables there are: with
// others to move, finished or not, private or in the lobby.
func TestNewerTablesHideNothing(t *testing.T) {
	d, l := timedDen(t, 24)
	ctx := t.Context()
	pace := game.Pace{Days: true, Bank: 3 * day, Cap: 3 * day}
	make := func(public bool, seats ...game.NewSeat) string {
		c, err := d.CreateFor(ctx, "anna", game.NewTable{Public: public, Pace: pace, Seats: seats})
		require.NoError(t, err)
		return c.ID
	}
	anna, ben, open := game.NewSeat{Kind: game.Person, Name: "A"}, game.NewSeat{Kind: game.Person, Name: "B"}, game.NewSeat{Kind: game.Open}
	old := make(false, anna, ben)
	l.pass(time.Minute)
	joinable := make(true, anna, open)
	l.pass(time.Minute)
	for i := range MaxTables + 5 {
		make(i < MaxLobby+5, anna, ben)
	}
	if list, err := d.Unfinished(ctx, "anna"); err != nil || !slices.ContainsFunc(list, func(l game.Listed) bool { return l.ID == old }) {
		t.Errorf("the table is not among %d, %v", len(list), err)
	}
	require.Returns(t, old, "the next table, the oldest")(d.Next(ctx, "anna", ""))
	require.NoError(t, d.SetHours(ctx, "anna", "", game.Hours{From: 22 * 60, To: 7 * 60, Zone: "UTC"}))
	require.True(t, slices.Contains(kinds(d.log(old)), "hours"), "the quiet hours do not apply at the oldest table")
	if list, err := d.Lobby(ctx, "ben"); err != nil || !slices.ContainsFunc(list, func(l game.Listed) bool { return l.ID == joinable }) {
		t.Errorf("the lobby has %d tables, not the one to join, %v", len(list), err)
	}
}

// Finished games are listed page by page.
func TestFinished(t *testing.T) {
	d := newDen(t, 25)
	var all []string
	for range 3 {
		c, err := d.CreateFor(t.Context(), "anna", game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "A"}, {Kind: game.Person, Name: "B"}}})
		require.NoError(t, err)
		all = append(all, c.ID)
		d.play(d.at(c.ID), never)
	}
	after, got := "", []string{}
	for range 2 * len(all) {
		list, err := d.Finished(t.Context(), "anna", after, 1)
		require.NoError(t, err)
		for _, l := range list {
			got, after = append(got, l.ID), l.ID
		}
	}
	slices.Sort(got)
	slices.Sort(all)
	require.Slices(t, got, all, "the pages")
	if list, err := d.Unfinished(t.Context(), "anna"); err != nil || len(list) > 0 {
		t.Errorf("unfinished are %d tables, %v", len(list), err)
	}
}

// Who sits down again, because the answer was lost, has the seat; anyone else comes second.
func TestSitTwice(t *testing.T) {
	d := newDen(t, 38)
	c, err := d.CreateFor(t.Context(), "maker", game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, d.Sit(t.Context(), "bert", c.ID, 1, "Bert"))
	}
	require.ErrorIs(t, d.Sit(t.Context(), "cleo", c.ID, 1, "Cleo"), game.ErrNotOpen, "sitting down at a taken seat")
}
