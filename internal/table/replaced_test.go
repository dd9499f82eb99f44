package table

import (
	"context"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// meanwhile is a store at which something happens once, just after it was asked
// who holds a seat (or where a link leads) and before what follows from it.
type meanwhile struct {
	Store
	asked func() // nil for nothing
}

func (m *meanwhile) happen() {
	if do := m.asked; do != nil {
		m.asked = nil
		do()
	}
}

func (m *meanwhile) SeatsOf(ctx context.Context, browser store.Hash, id string) ([]int, error) {
	defer m.happen()
	return m.Store.SeatsOf(ctx, browser, id)
}

func (m *meanwhile) TokenByHash(ctx context.Context, token store.Hash) (Place, error) {
	defer m.happen()
	return m.Store.TokenByHash(ctx, token)
}

// A link that is replaced between the moment it is followed and the grant
// grants nothing; who is put out between the moment they are asked for and the
// link makes none.
func TestRightsLostMeanwhile(t *testing.T) {
	d := newDen(t, 33)
	ctx := t.Context()
	race := &meanwhile{Store: d.opts.Store}
	d.opts.Store = race
	d.Service = d.fresh()
	for name, late := range map[string]func(id, link string) error{
		"join":  func(_, link string) error { return second(d.Enter(ctx, "thief", link, nil)) },
		"link":  func(id, _ string) error { return second(d.Link(ctx, "thief", id, 0)) },
		"renew": func(id, _ string) error { return second(d.RenewLink(ctx, "thief", id, 0)) },
		// A link to an open seat, by anyone with a seat.
		"link to an open seat": func(id, _ string) error { return second(d.Link(ctx, "thief", id, 1)) },
	} {
		c, err := d.Create(ctx, game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
		require.NoError(t, err)
		for _, b := range []string{"anna", "thief"} {
			if name == "join" && b == "thief" {
				continue // comes with the old link only
			}
			require.Succeeds(t)(d.Enter(ctx, b, c.Seats[0], nil))
		}
		fresh := ""
		race.asked = func() {
			if fresh, err = d.RenewLink(ctx, "anna", c.ID, 0); err != nil {
				t.Fatal(err)
			}
		}
		want := error(game.ErrNotYours)
		if name == "join" {
			want = ErrNoLink
		}
		require.ErrorIs(t, late(c.ID, c.Seats[0]), want, "%s", name)
		if who, err := d.ActorOf(ctx, "thief", c.ID); err != nil || who.Holds(0) {
			t.Errorf("%s: the thief holds the seat, %v", name, err)
		}
		if who, err := d.ActorOf(ctx, "anna", c.ID); err != nil || !who.Holds(0) {
			t.Errorf("%s: Anna lost her seat, %v", name, err)
		}
		require.Fails(t, nil, "%s: Anna's new link", name)(d.LinkTo(ctx, fresh))
	}
}
