package table

import (
	"slices"
	"sync"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// Computer players alone play every kind of table to its end, and what was played
// referees as a record.
func TestBotsPlayAWholeGame(t *testing.T) {
	d := newDen(t, 1)
	b := board.Default()
	for n := 2; n <= 4; n++ {
		c, err := d.Create(t.Context(), game.NewTable{Seats: bots(n), CalmWater: n == 3, EveryShip: n > 2})
		require.NoError(t, err)
		s := d.settled(c.ID)
		if !s.Over || s.ToAct != -1 || s.Frozen != nil {
			t.Fatalf("%d seats: not over: %s", n, text(t, s))
		}
		for i, step := range s.Steps {
			if (step.Bot == "") != step.Auto || i > 0 && step.N <= s.Steps[i-1].N {
				t.Fatalf("step %d: %s", i, text(t, step))
			}
		}
		r, err := d.Record(t.Context(), c.ID, game.Actor{})
		require.NoError(t, err)
		p, err := record.Referee(r, b)
		require.Must(t, err == nil && *p.After(p.Len()) == s.State && r.Result != nil, "%d seats: %v", n, err)
		require.Slices(t, kinds(d.log(c.ID)), []string{"create", "act"}, "the log")
	}
}

// The same seed gives the same tables and the same games, in whatever order
// the computer players of different tables think; another seed gives others.
func TestSeededGamesComeAgain(t *testing.T) {
	games := func(seed uint64) (out []rules.State) {
		d := newDen(t, 1)
		Seed(&d.opts, seed)
		d.Service = d.fresh()
		t.Cleanup(func() { d.close(d.Service) })
		var ids []string
		for n := 2; n <= 4; n++ {
			c, err := d.Create(t.Context(), game.NewTable{Seats: bots(n)})
			require.NoError(t, err)
			ids = append(ids, c.ID)
		}
		for _, id := range ids {
			out = append(out, d.settled(id).State)
		}
		return out
	}
	first := games(7)
	require.True(t, slices.Equal(games(7), first), "seed 7 gives other games the second time")
	require.True(t, !slices.Equal(games(8), first), "seed 8 gives the games of seed 7")
}

// One person against two computer players is asked for the last word only
// before something is revealed, at most once before each reveal, and the
// decision that waits for it is carried out then.
func TestPersonAgainstBots(t *testing.T) {
	d := newDen(t, 2)
	s := d.create(append(persons[:1:1], bots(2)...)...)
	asked := 0
	s = d.play(s, func(s *game.Snapshot) bool {
		if s.Turn.Waiting {
			asked++
			if !s.Turn.Reveals || len(s.You.UndoTo) == 0 {
				t.Fatalf("asked to confirm at %s", text(t, s.Turn))
			}
		}
		return false
	})
	reveals := 0
	for _, step := range s.Steps {
		if step.Reveals() {
			reveals++
		}
	}
	require.True(t, asked != 0 && asked <= reveals, "asked %d times, %d decisions revealed something", asked, reveals)
	byHand := 0
	for _, step := range s.Steps {
		if chosen(&step) {
			byHand++
			require.Must(t, step.Seat == 0, "a person decided for seat %d", step.Seat)
		}
	}
	require.Must(t, s.Over && byHand >= 12, "over %v after %d choices by hand", s.Over, byHand)
	d.want(game.ErrOver)(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(0)))
	d.want(game.ErrNothingToUndo)(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Undo(len(s.Steps)-1)))
}

// However often and by how many "again" is clicked, it is one new table with
// the same seats, in reversed order.
func TestRematch(t *testing.T) {
	d := newDen(t, 3)
	s := d.create(game.NewSeat{Kind: game.Person, Name: "Anna", Colour: "green"}, game.NewSeat{Kind: game.Bot, Level: "random"})
	if _, err := d.Rematch(t.Context(), s.ID, seat(0), game.Part{}); err != game.ErrNotOver {
		t.Fatalf("in the middle of the game: %v", err)
	}
	s = d.ok(d.Do(t.Context(), s.ID, seat(0), d.settled(s.ID).N, "", game.Rename(0, "Anne")))
	s = d.play(s, never)
	var wg sync.WaitGroup
	var next [6]string
	for i := range next {
		wg.Go(func() {
			v := d.fresh()
			defer d.close(v)
			var err error
			if next[i], err = v.Rematch(t.Context(), s.ID, seat(0), game.Part{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if _, err := d.Rematch(t.Context(), s.ID, game.Actor{}, game.Part{}); err != game.ErrNotYours {
		t.Errorf("somebody who watches: %v", err)
	}
	for _, id := range next {
		require.Must(t, id == next[0] && id != s.ID, "tables %v", next)
	}
	require.Equal(t, d.at(s.ID).Rematch, next[0], "the table that follows")
	require.Equal(t, d.settled(next[0]).Seats[1], game.Seat{Kind: game.Person, Name: "Anne", Colour: "green"}, "seat 1 of the next table")
}

// Anyone who asks for a rematch plays it, even if a computer player finished the game
// for them; another who had left is waited for, like those who stayed.
func TestRematchAfterLeaving(t *testing.T) {
	d := newDen(t, 5)
	s := d.create(persons[:3]...)
	for k := range 2 {
		s = d.ok(d.Do(t.Context(), s.ID, seat(k), d.settled(s.ID).N, "", game.GiveToBot(k, "random")))
	}
	s = d.play(s, never)
	for k, browser := range []string{"anna", "bert", "cleo"} {
		require.NoError(t, d.grant(t.Context(), browser, s.ID, []int{k}))
	}
	id, err := d.Rematch(t.Context(), s.ID, seat(0), game.Part{})
	require.NoError(t, err)
	next := d.settled(id).Seats // in turned order
	if next[2].Level != "" || next[1].Level != "" || !next[1].Kept || next[0].Level != "" || !next[0].Kept {
		t.Errorf("the seats are %s", text(t, next))
	}
}

// Killed after any command of a whole game, a table is there again at the same
// decision.
func TestKilledAnywhere(t *testing.T) {
	d := newDen(t, 4)
	s := d.create(persons[:3]...)
	for step := 0; !s.Over; step++ {
		switch {
		case step%7 == 3 && len(s.You.UndoTo) > 0:
			s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Undo(s.You.UndoTo[0])))
		case s.You.Confirm:
			s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Confirm()))
		default:
			l := legal(s)
			s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(l[d.rng.IntN(len(l))])))
		}
		v := d.fresh()
		again, err := v.Position(t.Context(), s.ID, everybody)
		require.NoError(t, err)
		d.same("opened again", s, again)
		d.Service = v // and play on with the one that has just opened it
	}
	// Every position of the game is there to step through.
	for n, step := range s.Steps {
		p, f := d.past(d.Service, s.ID, n)
		require.Must(t, p.ToDecide() == step.Seat && f.Rules.Legal(&p).Has(step.Action), "position %d does not lead to the next decision", n)
	}
	if p, _ := d.past(d.Service, s.ID, len(s.Steps)); p != s.State {
		t.Error("the last position is not the present one")
	}
}

// A forced decision is taken automatically, in the same append, and marked.
func TestForcedDecisionsAreTaken(t *testing.T) {
	d := newDen(t, 5)
	s := d.play(d.create(persons[:2]...), func(s *game.Snapshot) bool {
		if _, forced := s.Game.Forced(&s.State); forced && !s.Turn.Waiting {
			t.Fatalf("asked where there is no choice: %s", text(t, s.Turn))
		}
		return false
	})
	auto := 0
	for i := range s.Steps {
		p, f := d.past(d.Service, s.ID, i)
		if _, forced := f.Rules.Forced(&p); forced != s.Steps[i].Auto {
			t.Fatalf("decision %d: auto %v, forced %v", i, s.Steps[i].Auto, forced)
		}
		if s.Steps[i].Auto {
			auto++
		}
	}
	require.True(t, auto != 0, "no decision of the game was forced")
}
