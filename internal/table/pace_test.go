package table

import (
	"errors"
	"testing"
	"time"

	"ruhr/bot"
)

// Paces stand from the fastest: each brings more time than the one before, and
// no turn brings more than the bank holds.
func TestPaces(t *testing.T) {
	for i, p := range Paces[1:] {
		if p.Increment <= 0 || p.Increment >= p.Bank || p.Bank > p.Cap {
			t.Errorf("%s: bank %d, increment %d, cap %d", p.Name, p.Bank, p.Increment, p.Cap)
		}
		if before := Paces[i]; p.Increment <= before.Increment || p.Bank < before.Bank || p.Cap <= before.Cap {
			t.Errorf("%s is no slower than %s", p.Name, before.Name)
		}
		if got, ok := PaceNamed(p.Name); !ok || got != p.Pace {
			t.Errorf("%s is the pace %+v", p.Name, got)
		}
	}
	if p, ok := PaceNamed("hurry"); ok || p.Timed() {
		t.Errorf("a pace that there is not: %+v", p)
	}
}

// Computer players that think shortly have a quarter of the time and the
// playouts, but one playout at least; at length, four times as much.
func TestLengthsOfThinking(t *testing.T) {
	for _, c := range []struct {
		length    Thinking
		from, now bot.Budget
	}{
		{Usual, bot.Budget{Playouts: 200, Time: time.Second}, bot.Budget{Playouts: 200, Time: time.Second}},
		{Short, bot.Budget{Playouts: 200, Time: time.Second}, bot.Budget{Playouts: 50, Time: time.Second / 4}},
		{Short, bot.Budget{Playouts: 1}, bot.Budget{Playouts: 1}},
		{Long, bot.Budget{Playouts: 200, Time: time.Second}, bot.Budget{Playouts: 800, Time: 4 * time.Second}},
	} {
		if got := scaled(c.from, c.length); got != c.now {
			t.Errorf("%q: %+v makes %+v, expected %+v", c.length, c.from, got, c.now)
		}
	}
}

// A vacation is 21 days at most and all of a seat's together 42; what is given
// back by coming home early is left for later.
func TestVacationsAddUp(t *testing.T) {
	d, l := timedDen(t, 90)
	ctx := t.Context()
	s := d.timed(Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}, persons[:2]...)
	a := s.ToAct
	away := func(days int) error {
		var err error
		s, err = d.Do(ctx, s.ID, seat(a), s.N, "", AwayFor(a, days))
		return err
	}
	refused := func(days int, left string) {
		t.Helper()
		refusal := new(Refusal)
		if err := away(days); !errors.As(err, &refusal) || refusal.Key != ErrLongVacation.Key || refusal.Value != left {
			t.Errorf("%d days more: %v, expected at most %s", days, err, left)
		}
	}
	refused(22, "21")
	for range 2 {
		if err := away(21); err != nil {
			t.Fatal(err)
		}
		l.pass(11 * 24 * time.Hour)
	}
	if err := away(0); err != nil { // home ten days early, after 11 and 11
		t.Fatal(err)
	}
	l.pass(24 * time.Hour)
	refused(21, "20")
	if err := away(20); err != nil {
		t.Errorf("the last twenty days: %v", err)
	}
}

// A vacation that ran to its end counts in full.
func TestWholeVacationsAddUp(t *testing.T) {
	d, l := timedDen(t, 92)
	s := d.timed(Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}, persons[:2]...)
	a := s.ToAct
	for _, want := range []error{nil, nil, ErrLongVacation} {
		now, err := d.Do(t.Context(), s.ID, seat(a), s.N, "", AwayFor(a, 21))
		if !errors.Is(err, want) {
			t.Fatalf("three weeks away: %v, expected %v", err, want)
		}
		s = now
		l.pass(30 * 24 * time.Hour)
	}
}

// A seat beyond the last is nobody's, not even the owner's.
func TestNoSuchSeat(t *testing.T) {
	d := newDen(t, 91)
	ctx := t.Context()
	s := d.timed(blitz, persons[:2]...)
	who := Actor{Seats: []int{0, 1}, Owner: true}
	for _, seat := range []int{-1, 2} {
		d.want(ErrNotYours)(d.Do(ctx, s.ID, who, s.N, "", Wait(seat)))
		d.want(ErrNotYours)(d.Do(ctx, s.ID, who, s.N, "", SetLevel(seat, "random")))
		d.want(ErrNotYours)(d.Do(ctx, s.ID, who, s.N, "", GiveToBot(seat, "random")))
	}
}
