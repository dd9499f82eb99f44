package table

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// Computer players take the seats that are still open after the time that was
// agreed, without clocks too, and leave them to those who join.
func TestFill(t *testing.T) {
	d, l := timedDen(t, 45)
	c, err := d.Create(t.Context(), game.NewTable{Fill: 300, Seats: []game.NewSeat{persons[0], {Kind: game.Open}, {Kind: game.Open}}})
	require.NoError(t, err)
	s := d.at(c.ID)
	if want := s.Created.Add(5 * time.Minute); !s.Fills.Equal(want) {
		t.Errorf("filled at %v, want %v", s.Fills, want)
	}
	d.ok(d.Do(t.Context(), c.ID, seat(2), s.N, "", game.Join(2, "Cleo")))
	l.pass(4 * time.Minute)
	d.tick()
	if s = d.at(c.ID); s.Seats[1].Level != "" {
		t.Fatal("filled before the time")
	}
	l.pass(time.Minute)
	d.tick()
	s = d.settled(c.ID)
	if s.Seats[1].Level != "random" || s.Seats[1].Kind != game.Open || s.Seats[2].Level != "" || !s.Fills.IsZero() {
		t.Fatalf("after the time: %s", text(t, s.Seats))
	}
	s = d.ok(d.Do(t.Context(), c.ID, seat(1), s.N, "", game.Join(1, "Ben")))
	if s.Seats[1].Level != "" || s.Seats[1].Kind != game.Person {
		t.Errorf("after joining: %s", text(t, s.Seats[1]))
	}
}

// Open seats wait for ever where no time is set.
func TestNoFill(t *testing.T) {
	d, l := timedDen(t, 45)
	s := d.create(persons[0], game.NewSeat{Kind: game.Open})
	l.pass(1000 * time.Hour)
	d.tick()
	if s = d.at(s.ID); !s.Fills.IsZero() || s.Seats[1].Level != "" {
		t.Errorf("filled at %v by %q, expected never", s.Fills, s.Seats[1].Level)
	}
}
