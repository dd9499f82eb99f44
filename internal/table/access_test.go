package table

import (
	"errors"
	"testing"

	"ruhr/internal/store"
)

// Who may do what at a table. The seats: 0 is anna's and 1 is bert's, 2 is
// open, 3 a computer player's. Where a command is refused for another reason
// than whose seat it is, the asker was let through.
func TestWhoMayDoWhat(t *testing.T) {
	seats := []NewSeat{{Kind: Person, Name: "Anna"}, {Kind: Person, Name: "Bert"}, {Kind: Open}, {Kind: Bot, Level: "random"}}
	type asker struct {
		browser string
		seats   []int // granted; -1 to watch
	}
	askers := map[string]asker{
		"nobody":   {"", nil},
		"stranger": {"stranger", nil},
		"watcher":  {"watcher", []int{store.Nobody}},
		"anna":     {"anna", []int{0}},
		"both":     {"both", []int{0, 1}}, // two seats on one screen
	}
	// For each command, seat by seat, who may.
	onlyAnna, both, seated, none := []string{"anna", "both"}, []string{"both"}, []string{"anna", "both"}, []string{}
	type command func(d *den, id string, b asker, who Actor, n int64, seat int) error
	for _, c := range []struct {
		name string
		do   command
		may  [4][]string
	}{
		{"link", func(d *den, id string, b asker, _ Actor, _ int64, seat int) error {
			return second(d.Link(d.Context(), b.browser, id, seat))
		}, [4][]string{onlyAnna, both, seated, none}},
		{"renew the link", func(d *den, id string, b asker, _ Actor, _ int64, seat int) error {
			return second(d.RenewLink(d.Context(), b.browser, id, seat))
		}, [4][]string{onlyAnna, both, seated, none}},
		{"give", func(d *den, id string, _ asker, who Actor, n int64, seat int) error {
			return second(d.GiveToBot(d.Context(), id, who, n, "", seat, "random"))
		}, [4][]string{onlyAnna, both, seated, none}},
		{"exchange", func(d *den, id string, _ asker, who Actor, n int64, seat int) error {
			return second(d.SetLevel(d.Context(), id, who, n, "", seat, "random"))
		}, [4][]string{onlyAnna, both, seated, seated}},
		{"take back", func(d *den, id string, _ asker, who Actor, n int64, seat int) error {
			return second(d.TakeBack(d.Context(), id, who, n, "", seat))
		}, [4][]string{onlyAnna, both, none, none}},
		{"rename", func(d *den, id string, _ asker, who Actor, n int64, seat int) error {
			return second(d.Rename(d.Context(), id, who, n, "", seat, "Zoe"))
		}, [4][]string{onlyAnna, both, none, none}},
		{"join", func(d *den, id string, _ asker, who Actor, n int64, seat int) error {
			return second(d.Join(d.Context(), id, who, n, "", seat, "Zoe"))
		}, [4][]string{onlyAnna, both, none, none}},
	} {
		d := newDen(t, 31)
		newGate(d) // nobody plays while somebody asks
		for name, b := range askers {
			for seat := range seats {
				s := d.create(seats...)
				for _, k := range b.seats {
					if err := d.opts.Store.Grant(t.Context(), store.HashOf(b.browser), store.Place{Table: s.ID, Seat: k}); err != nil {
						t.Fatal(err)
					}
				}
				who, err := d.ActorOf(t.Context(), b.browser, s.ID)
				if err != nil {
					t.Fatal(err)
				}
				may := false
				for _, other := range c.may[seat] {
					may = may || other == name
				}
				s = d.at(s.ID)
				err = c.do(d, s.ID, b, who, s.N, seat)
				if errors.Is(err, ErrNotYours) == may {
					t.Errorf("%s: %s at seat %d: %v, expected that they may: %v", c.name, name, seat, err, may)
				}
			}
		}
	}
}

// A renewed link puts the other browsers out of one's own seat and nobody out
// of an open one; earlier links lead nowhere.
func TestRenewedLinkIsTheOnlyOne(t *testing.T) {
	d := newDen(t, 32)
	ctx := t.Context()
	c, err := d.Create(ctx, NewTable{Seats: []NewSeat{{Kind: Person, Name: "Anna"}, {Kind: Open}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []string{"anna", "thief"} {
		if _, err := d.Enter(ctx, b, c.Seats[0], nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.opts.Store.Grant(ctx, store.HashOf("quick"), Place{Table: c.ID, Seat: 1}); err != nil {
		t.Fatal(err)
	}
	if c.Seats[1], err = d.RenewLink(ctx, "anna", c.ID, 1); err != nil {
		t.Fatal(err)
	}
	if who, err := d.ActorOf(ctx, "quick", c.ID); err != nil || !who.Holds(1) {
		t.Errorf("put out of an open seat: %v", err)
	}
	early := "Early"
	if _, err := d.Enter(ctx, "early", c.Seats[1], &early); err != nil {
		t.Fatal(err)
	}
	late := "Late"
	if _, err := d.Enter(ctx, "late", c.Seats[1], &late); !errors.Is(err, ErrNotOpen) {
		t.Errorf("the second to sit down: %v", err)
	}
	token, err := d.RenewLink(ctx, "anna", c.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.LinkTo(ctx, c.Seats[0]); !errors.Is(err, ErrNoLink) {
		t.Errorf("the earlier link: %v", err)
	}
	if to, err := d.LinkTo(ctx, token); err != nil || to != (Place{Table: c.ID, Seat: 0}) {
		t.Errorf("the new link leads to %v, %v", to, err)
	}
	for b, want := range map[string]bool{"anna": true, "thief": false} {
		if who, err := d.ActorOf(ctx, b, c.ID); err != nil || who.Holds(0) != want {
			t.Errorf("%s holds the seat: %v, %v", b, who.Holds(0), err)
		}
	}
}
