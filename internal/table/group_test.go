package table

import (
	"errors"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// One link seats a group, each at the next free seat; who sits there keeps the seat.
// Freeing a seat cancels the link, and the next one seats again.
func TestGroupLink(t *testing.T) {
	d := newDen(t, 41)
	ctx := t.Context()
	anna := game.NewSeat{Kind: game.Person, Name: "Anna"}
	c, err := d.CreateFor(ctx, "anna", game.NewTable{Seats: []game.NewSeat{{Kind: game.Open}, anna, {Kind: game.Open}}})
	require.NoError(t, err)
	link, err := d.GroupLink(ctx, "anna", c.ID)
	if again, _ := d.GroupLink(ctx, "anna", c.ID); err != nil || again != link {
		t.Fatalf("the link is %q, then %q, %v", link, again, err)
	}
	require.Fails(t, game.ErrNotYours, "a stranger invites")(d.GroupLink(ctx, "stranger", c.ID))
	bert, cleo := "Bert", "Cleo"
	enter := func(browser, link string, name *string, seat int, want error) {
		t.Helper()
		to, err := d.Enter(ctx, browser, link, name)
		if !errors.Is(err, want) || err == nil && (to.Seat != seat || to.Table != c.ID) {
			t.Errorf("%s is led to %+v, %v; want seat %d, %v", browser, to, err, seat, want)
		}
	}
	enter("bert", link, nil, 0, game.ErrBadName)
	enter("anna", link, nil, 1, nil)
	enter("bert", link, &bert, 0, nil)
	enter("bert", link, &bert, 0, nil)
	enter("cleo", link, &cleo, 2, nil)
	enter("dora", link, &cleo, -1, game.ErrNotOpen)
	require.Fails(t, game.ErrNotOpen, "a link to a full table")(d.GroupLink(ctx, "anna", c.ID))
	require.Succeeds(t)(d.Remove(ctx, "anna", c.ID, d.at(c.ID).N, "", 0))
	enter("bert", link, &bert, 0, ErrNoLink)
	next, err := d.GroupLink(ctx, "anna", c.ID)
	require.Must(t, err == nil && next != link, "after a seat was freed the link is %q, %v", next, err)
	enter("dora", next, &cleo, 0, nil)
}
