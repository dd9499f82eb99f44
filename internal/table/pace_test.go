package table

import (
	"errors"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/require"
)

// Computer players that think shortly have a quarter of the time and the
// playouts, but one playout at least; at length, four times as much.
func TestLengthsOfThinking(t *testing.T) {
	for _, c := range []struct {
		length    game.Thinking
		from, now bot.Budget
	}{
		{game.Usual, bot.Budget{Playouts: 200, Time: time.Second}, bot.Budget{Playouts: 200, Time: time.Second}},
		{game.Short, bot.Budget{Playouts: 200, Time: time.Second}, bot.Budget{Playouts: 50, Time: time.Second / 4}},
		{game.Short, bot.Budget{Playouts: 1}, bot.Budget{Playouts: 1}},
		{game.Long, bot.Budget{Playouts: 200, Time: time.Second}, bot.Budget{Playouts: 800, Time: 4 * time.Second}},
	} {
		require.Equal(t, scaled(c.from, c.length), c.now, "%q of %+v", c.length, c.from)
	}
}

// A holiday is 21 days at most and all of a seat's together 42; what is given
// back by coming home early is left for later.
func TestHolidaysAddUp(t *testing.T) {
	d, l := timedDen(t, 90)
	ctx := t.Context()
	s := d.timed(game.Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}, persons[:2]...)
	a := s.ToAct
	away := func(days int) error {
		var err error
		s, err = d.Do(ctx, s.ID, seat(a), s.N, "", game.AwayFor(a, days))
		return err
	}
	refused := func(days int, left string) {
		t.Helper()
		refusal := new(game.Refusal)
		if err := away(days); !errors.As(err, &refusal) || refusal.Key != game.ErrLongHoliday.Key || refusal.Value != left {
			t.Errorf("%d days more: %v, expected at most %s", days, err, left)
		}
	}
	refused(22, "21")
	for range 2 {
		require.NoError(t, away(21))
		l.pass(11 * 24 * time.Hour)
	}
	if err := away(0); err != nil { // home ten days early, after 11 and 11
		t.Fatal(err)
	}
	l.pass(24 * time.Hour)
	refused(21, "20")
	require.ErrorIs(t, away(20), nil, "the last twenty days")
}

// A holiday that ran to its end counts in full.
func TestWholeHolidaysAddUp(t *testing.T) {
	d, l := timedDen(t, 92)
	s := d.timed(game.Pace{Bank: 12 * hour, Increment: hour, Cap: 24 * hour, Days: true}, persons[:2]...)
	a := s.ToAct
	for _, want := range []error{nil, nil, game.ErrLongHoliday} {
		now, err := d.Do(t.Context(), s.ID, seat(a), s.N, "", game.AwayFor(a, 21))
		require.ErrorIs(t, err, want, "three weeks away")
		s = now
		l.pass(30 * 24 * time.Hour)
	}
}

// A seat beyond the last is nobody's, not even the owner's.
func TestNoSuchSeat(t *testing.T) {
	d := newDen(t, 91)
	ctx := t.Context()
	s := d.timed(blitz, persons[:2]...)
	who := game.Actor{Seats: []int{0, 1}, Owner: true}
	for _, seat := range []int{-1, 2} {
		d.want(game.ErrNotYours)(d.Do(ctx, s.ID, who, s.N, "", game.Wait(seat)))
		d.want(game.ErrNotYours)(d.Do(ctx, s.ID, who, s.N, "", game.SetLevel(seat, "random")))
		d.want(game.ErrNotYours)(d.Do(ctx, s.ID, who, s.N, "", game.GiveToBot(seat, "random")))
	}
}
