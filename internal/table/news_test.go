package table

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// Four fifths of the time for a turn have gone when they have gone on the seat's
// clock: a holiday puts that off, and who is waited for has all of it again. The
// decisions of a turn change nothing.
func TestShortOfTime(t *testing.T) {
	d, l := timedDen(t, 47)
	ctx := t.Context()
	s := d.timed(game.Pace{Bank: 10 * hour, Increment: 2 * hour, Cap: 12 * hour, Days: true}, persons[:2]...)
	k := s.ToAct
	want := func(what string, at time.Duration, turn bool) {
		t.Helper()
		s = d.at(s.ID)
		if got := s.ShortAt(); got.IsZero() != (at == 0) || at != 0 && got.Sub(s.Created).Round(time.Second) != at {
			t.Errorf("%s: short of time %v after the beginning, want %v", what, got.Sub(s.Created), at)
		}
		if (s.Short(k) > 0) != turn || s.Short(1-k) != 0 {
			t.Errorf("%s: short since %d and %d, want it short: %v", what, s.Short(k), s.Short(1-k), turn)
		}
	}
	want("at first", 8*time.Hour, false)
	l.pass(3 * time.Hour)
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	require.Must(t, s.ToAct == k, "the turn is over after one decision")
	want("after a decision of the turn", 8*time.Hour, false)
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.AwayFor(k, 1)))
	want("on holiday", 32*time.Hour, false)
	l.pass(time.Hour)
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.AwayFor(k, 0)))
	want("back again", 9*time.Hour, false)
	l.pass(5*time.Hour - time.Second)
	want("just before", 9*time.Hour, false)
	l.pass(time.Second)
	want("four fifths have gone", 0, true)
	first := s.Short(k)
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Wait(k)))
	want("the other one waits", 17*time.Hour, false)
	l.pass(8 * time.Hour)
	want("again", 0, true)
	if s.Short(k) <= first {
		t.Errorf("the warning is about %d after one about %d", s.Short(k), first)
	}
	s = d.turns(s)
	require.Must(t, s.ToAct != k, "the same seat is to act")
	k = s.ToAct
	want("the next turn", 25*time.Hour, false)
}
