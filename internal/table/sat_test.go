package table

import (
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// A table knows who had a seat before: by the last name, until the entry by which they
// left, with the computer player that had it in between. Who comes where nobody has
// played has the seat from the beginning, and a person whom a computer player stands in
// for has not left. A name that is replaced is replaced here, too.
func TestWhoHadASeatBefore(t *testing.T) {
	d := newDen(t, 34)
	ctx := t.Context()
	c, err := d.CreateFor(ctx, "maker", game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	var want []game.Sitting
	left := func(what, name string) {
		t.Helper()
		want = append(want, game.Sitting{Seat: 1, Until: d.at(c.ID).N, Name: name})
		if got := d.at(c.ID).Sat; !slices.Equal(got, want) {
			t.Fatalf("after %s: %+v, want %+v", what, got, want)
		}
	}
	stays := func(what string) {
		t.Helper()
		if got := d.at(c.ID).Sat; !slices.Equal(got, want) {
			t.Fatalf("after %s: %+v, want %+v", what, got, want)
		}
	}
	do := func(who string, command game.Command) {
		t.Helper()
		actor, err := d.ActorOf(ctx, who, c.ID)
		require.NoError(t, err)
		d.ok(d.Do(ctx, c.ID, actor, d.settled(c.ID).N, "", command))
	}
	sit := func(who, name string) {
		t.Helper()
		require.NoError(t, d.Sit(ctx, who, c.ID, 1, name))
	}
	remove := func() { d.ok(d.Remove(ctx, "maker", c.ID, d.settled(c.ID).N, "", 1)) }

	sit("bert", "Bert")
	stays("the first to join")
	do("bert", game.Rename(1, "Berta"))
	stays("a new name")
	do("bert", game.GiveToBot(1, "random"))
	stays("a computer player stands in")
	remove()
	left("the removal", "Berta")
	sit("cleo", "Cleo")
	left("the computer player's turn", "")
	remove()
	left("the second removal", "Cleo")
	sit("dora", "Dora")
	stays("joining at an open seat")

	if err := d.Redact(ctx, c.ID, 1, func(name string) string {
		if name == "Berta" {
			return "Player 7"
		}
		return name
	}); err != nil {
		t.Fatal(err)
	}
	want[0].Name = "Player 7"
	stays("the replacement of a name")
}
