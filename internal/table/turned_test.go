package table

import (
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// At a rematch the seats are in reversed order, so that who came after whom comes
// before them (ORDER-2); everybody gets their own seat there, and with the next
// rematch the first order is back.
func TestRematchTurnsTheOrder(t *testing.T) {
	d := newDen(t, 8)
	ctx := t.Context()
	c, err := d.CreateFor(ctx, "anna", game.NewTable{Seats: []game.NewSeat{persons[0], {Kind: game.Open}, {Kind: game.Bot, Name: "Wilhelm", Level: "random"}}})
	require.NoError(t, err)
	ben := "Ben"
	require.Succeeds(t)(d.Enter(ctx, "ben", c.Seats[1], &ben))
	id := c.ID
	for _, want := range [][]string{{"Wilhelm", "Ben", "Anna"}, {"Anna", "Ben", "Wilhelm"}} {
		before := d.play(d.at(id), never)
		if id, err = d.RematchFor(ctx, "ben", before.ID, game.Part{}); err != nil {
			t.Fatal(err)
		}
		if next, err := d.RematchFor(ctx, "anna", before.ID, game.Part{}); err != nil || next != id {
			t.Fatalf("the rematch is %s for one and %s for the other, %v", id, next, err)
		}
		s := d.at(id)
		for k, name := range want {
			require.Equal(t, s.Seats[k].Name, name, "seat %d", k)
		}
		for browser, name := range map[string]string{"anna": "Anna", "ben": "Ben"} {
			who, err := d.ActorOf(ctx, browser, id)
			if at := slices.Index(want, name); err != nil || !slices.Equal(who.Seats, []int{at}) {
				t.Errorf("%s has the seats %v, expected %d", browser, who.Seats, at)
			}
		}
		old := before.Seats[slices.Index(names(before), "Anna")].Colour
		require.Equal(t, s.Seats[slices.Index(want, "Anna")].Colour, old, "Anna's colour")
	}
}

func names(s *game.Snapshot) (out []string) {
	for _, seat := range s.Seats {
		out = append(out, seat.Name)
	}
	return out
}
