package table

import (
	"errors"
	"slices"
	"testing"
)

// A table can be played on from any position of a finished game: it stands
// there as that game did, chance stays as it was dealt (SET-3, SET-4), computer
// players have the other seats, and it says where it comes from.
func TestPlayOn(t *testing.T) {
	d := newDen(t, 70)
	ctx := t.Context()
	s := d.create(persons[:2]...)
	browser := NewSecret()
	if _, err := d.PlayOnFor(ctx, browser, s.ID, 0, 0, "random", "Zoe"); !errors.Is(err, ErrNotOver) {
		t.Fatalf("a running game is played on from: %v", err)
	}
	s = d.play(s, never)
	for _, n := range []int{0, 1, len(s.Steps) / 2, len(s.Steps) - 1} {
		id, err := d.PlayOnFor(ctx, browser, s.ID, n, 1, "random", "Zoe")
		if err != nil {
			t.Fatal(err)
		}
		at, f := d.past(d.Service, id, n)
		if want, old := d.past(d.Service, s.ID, n); at != want || !slices.Equal(f.deal.Urn, old.deal.Urn) || f.deal.Obstacles != old.deal.Obstacles || f.deal.Countries != old.deal.Countries {
			t.Errorf("after %d decisions it stands elsewhere", n)
		}
		next := d.settled(id)
		if *next.From != (Origin{s.ID, n}) || next.Seats[0].Level != "random" || next.Seats[1].Level != "" {
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
	}
	mixed := d.play(d.create(persons[0], bots(1)[0]), never)
	for seat, want := range map[int]string{0: mixed.Seats[0].Name, 1: "Zoe"} {
		id, err := d.PlayOnFor(ctx, browser, mixed.ID, 0, seat, "random", "Zoe")
		if err != nil {
			t.Fatal(err)
		}
		if got := d.settled(id).Seats[seat].Name; got != want {
			t.Errorf("who plays on at seat %d is called %q, expected %q", seat, got, want)
		}
	}
	for _, seat := range []int{-1, 2} {
		if _, err := d.PlayOnFor(ctx, browser, s.ID, 0, seat, "random", "Zoe"); !errors.Is(err, ErrNotYours) {
			t.Errorf("seat %d: %v", seat, err)
		}
	}
	if _, err := d.PlayOnFor(ctx, browser, s.ID, 0, 0, "none", "Zoe"); !errors.Is(err, ErrNoLevel) {
		t.Errorf("a level that there is not: %v", err)
	}
}
