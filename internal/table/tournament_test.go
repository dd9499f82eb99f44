package table

import (
	"errors"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// A round's deal is disclosed, too, where a table has ended for lack of action or cannot be
// read any more; that one stays hidden.
func TestDiscloseWhatNobodyPlays(t *testing.T) {
	d, l := timedDen(t, 36)
	ctx := t.Context()
	start := func() string {
		id := store.NewID()
		require.NoError(t, StartSeated(ctx, d.Service, game.NewTable{ID: id, Seats: persons[:2], Pace: blitz}, []store.Hash{{1}, {2}}, "secret"))
		return id
	}
	id := start()
	l.pass(liveEnds + time.Hour)
	d.tick()
	for range 2 {
		require.NoError(t, Disclose(ctx, d.Service, id))
	}
	if s, err := d.Position(ctx, id, game.Actor{}); err != nil || s.Frozen == nil || s.Frozen.Key != game.FrozenEnded {
		t.Errorf("a stranger looks at the table that has ended: %v", err)
	}
	id = start()
	d.opts.Store = &spoilt{Store: d.opts.Store, log: func([]store.Entry) ([]store.Entry, error) { return nil, store.ErrDamaged }}
	v := d.fresh()
	defer d.close(v)
	require.NoError(t, Disclose(ctx, v, id))
	require.Fails(t, game.ErrHiddenDeal, "a stranger looks at the table that cannot be read")(v.Position(ctx, id, game.Actor{}))
}

// seated starts a table of a tournament for seats whose persons are one, two and so on.
func (d *den) seated(p game.Pace, seats ...game.NewSeat) *game.Snapshot {
	d.Helper()
	id := store.NewID()
	holders := []store.Hash{{1}, {2}, {3}, {4}}
	require.NoError(d, StartSeated(d.Context(), d.Service, game.NewTable{ID: id, Tournament: store.NewID(), Seats: seats, Pace: p, StandIn: "random"}, holders, ""))
	return d.settled(id)
}

// Where a result counts for others, nobody chooses the computer players: neither those that
// they play against nor the one that stands in for them.
func TestComputerPlayersAreTheSameForAll(t *testing.T) {
	d, _ := timedDen(t, 37)
	ctx, seats := t.Context(), append(persons[:1:1], game.NewSeat{Kind: game.Bot, Level: "random"})
	rated, err := d.CreateFor(ctx, d.member("Anna"), game.NewTable{Rated: true, Pace: blitz, StandIn: "random", Seats: seats})
	require.NoError(t, err)
	for what, of := range map[string]struct {
		id   string
		want error
	}{"rated": {rated.ID, game.ErrRated}, "tournament": {d.seated(blitz, seats...).ID, game.ErrSameForAll}} {
		s := d.settled(of.id)
		d.want(of.want)(d.Do(ctx, s.ID, seat(0), s.N, "", game.SetLevel(1, "other")))
		if s.MayExchange(seat(0), 1) {
			t.Errorf("%s: exchanging the opponent is offered", what)
		}
		s = d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.GiveToBot(0, "other")))
		require.Equal(t, s.Seats[0].Level, "random", "%s: who stands in", what)
		d.want(of.want)(d.Do(ctx, s.ID, seat(0), s.N, "", game.SetLevel(0, "other")))
		if s.MayExchange(seat(0), 0) {
			t.Errorf("%s: exchanging the stand-in is offered", what)
		}
	}
}

// At a table of a tournament others wait for the end, so somebody alone there with computer
// players is told that it waits, cannot drop it, and is replaced once nobody holds the seat.
func TestAloneAtATournamentIsNotAlone(t *testing.T) {
	d, _ := timedDen(t, 38)
	ctx := t.Context()
	s := d.seated(blitz, append(persons[:1:1], game.NewSeat{Kind: game.Bot, Level: "random"})...)
	require.NoError(t, d.grant(ctx, "anna", s.ID, []int{0}))
	n, err := d.Waiting(ctx, "anna")
	require.NoError(t, err)
	require.Equal(t, n, 1, "tables that wait")
	if got := s.MayLeave(seat(0)); !errors.Is(got, game.ErrTournament) {
		t.Errorf("leaving is offered: %v", got)
	}
	require.ErrorIs(t, d.Leave(ctx, "anna", s.ID), game.ErrTournament, "leaving")
	require.NoError(t, d.Abandon(ctx, s.ID, []int{0}))
	require.Equal(t, d.at(s.ID).Seats[0].Level, "random", "who plays a seat that nobody holds")
	s = d.play(d.settled(s.ID), never)
	require.NoError(t, d.Leave(ctx, "anna", s.ID))
}

// Where a result counts for others, somebody alone with computer players takes nothing back
// that these have answered, or a stand-in has.
func TestAnswersStayWhereTheResultCounts(t *testing.T) {
	d, _ := timedDen(t, 39)
	ctx, seats := t.Context(), append(persons[:1:1], game.NewSeat{Kind: game.Bot, Level: "random"})
	rated, err := d.CreateFor(ctx, d.member("Anna"), game.NewTable{Rated: true, Pace: blitz, StandIn: "random", Seats: seats})
	require.NoError(t, err)
	left := d.seated(blitz, persons[:2]...)
	d.ok(d.Do(ctx, left.ID, seat(1), left.N, "", game.Resign(1)))
	for what, id := range map[string]string{"rated": rated.ID, "tournament": d.seated(blitz, seats...).ID, "others left": left.ID} {
		undone := 0
		for s := d.settled(id); !s.Over; s = d.settled(id) {
			for _, to := range s.You.UndoTo {
				undone++
				for _, step := range s.Steps[to:] {
					if step.Bot != "" {
						t.Fatalf("%s: back to %d of %d, past %s", what, to, len(s.Steps), step.Bot)
					}
				}
			}
			do := game.Confirm()
			if s.You.Act {
				do = game.Act(legal(s)[0])
			}
			d.ok(d.Do(ctx, id, seat(0), s.N, "", do))
		}
		if undone == 0 {
			t.Errorf("%s: nothing may be taken back at all", what)
		}
	}
}

// Nobody sits down on a seat at a tournament themselves: the quiet hours and the holiday that
// a person has at other tables apply there from the beginning.
func TestSeatedRestAsElsewhere(t *testing.T) {
	d, l := timedDen(t, 39)
	ctx, night := t.Context(), game.Hours{From: 22 * 60, To: 7 * 60, Zone: "UTC"}
	letters := game.Pace{Days: true, Bank: 3 * day, Cap: 3 * day}
	round := func() *game.Game {
		id := store.NewID()
		require.NoError(t, StartSeated(ctx, d.Service, game.NewTable{ID: id, Tournament: store.NewID(), Seats: persons[:2], Pace: letters},
			[]store.Hash{store.HashOf("ben"), store.HashOf("anna")}, ""))
		f, err := d.load(ctx, id)
		require.NoError(t, err)
		return f
	}
	c, err := d.CreateFor(ctx, "anna", game.NewTable{Pace: letters, Seats: persons[:2]})
	require.NoError(t, err)
	d.ok(d.Do(ctx, c.ID, seat(0), 1, "", game.AwayFor(0, 5)))
	require.NoError(t, d.SetHours(ctx, "anna", c.ID, night))
	f := round()
	hours, away := f.RestOf(1, l.time())
	require.True(t, hours == night && away.Equal(l.time().Add(5*24*time.Hour)), "Anna rests %v, until %v", hours, away)
	hours, away = f.RestOf(0, l.time())
	require.True(t, hours.None() && away.IsZero(), "Ben rests %v, until %v", hours, away)
	l.pass(6 * 24 * time.Hour)
	hours, away = round().RestOf(1, l.time())
	require.True(t, hours == night && away.IsZero(), "after the holiday Anna rests %v, until %v", hours, away)
}
