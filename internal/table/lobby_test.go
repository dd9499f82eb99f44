package table

import (
	"testing"

	"ruhr/internal/store"
)

// The table that has waited longest comes first, and the one somebody comes
// from last. A rematch is as public as its table.
func TestNextAndLobby(t *testing.T) {
	d := newDen(t, 23)
	ctx := t.Context()
	var ids []string
	for _, public := range []bool{true, false} {
		c, err := d.CreateFor(ctx, "anna", NewTable{Public: public, Seats: []NewSeat{{Kind: Person, Name: "A"}, {Kind: Person, Name: "B"}}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
	}
	newest, err := d.Tables(ctx, "anna", 1)
	if err != nil {
		t.Fatal(err)
	}
	other := ids[0]
	if newest[0].ID == other {
		other = ids[1]
	}
	for over, want := range map[string]string{"": newest[0].ID, newest[0].ID: other, other: newest[0].ID, store.NewID(): newest[0].ID} {
		if got, err := d.Next(ctx, "anna", over); err != nil || got != want {
			t.Errorf("after %q comes %q, %v; want %q", over, got, err, want)
		}
	}
	if got, err := d.Next(ctx, "stranger", ""); err != nil || got != "" {
		t.Errorf("for a stranger comes %q, %v", got, err)
	}
	s := d.play(d.at(ids[0]), never)
	next, err := d.RematchFor(ctx, "anna", s.ID, Part{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Lobby(ctx, "anna")
	if err != nil || len(list) != 2 {
		t.Fatalf("the lobby has %d tables, %v", len(list), err)
	}
	for _, l := range list {
		if l.ID != ids[0] && l.ID != next || len(l.Mine) != 2 {
			t.Errorf("the lobby has %s with the seats %v", l.ID, l.Mine)
		}
	}
	if got, err := d.Next(ctx, "anna", ids[1]); err != nil || got != next {
		t.Errorf("after the end comes %q, %v; want the rematch", got, err)
	}
}
