package table

import (
	"errors"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// newest is the newest decision that a computer player had a choice at, -1 for none.
func newest(s *game.Snapshot) int {
	for n := len(s.Steps) - 1; n >= 0; n-- {
		if s.Steps[n].Bot != "" && !s.Steps[n].Auto {
			return n
		}
	}
	return -1
}

// A computer player tells what it considered where nobody has anything of it that
// others have not: alone at a table with hints, and at the end.
func TestWhoIsToldThoughts(t *testing.T) {
	thinker := game.NewSeat{Kind: game.Bot, Level: "thinking"}
	for _, c := range []struct {
		name    string
		hints   bool
		seats   []game.NewSeat
		running bool
	}{
		{"alone", true, []game.NewSeat{persons[0], thinker}, true},
		{"alone without hints", false, []game.NewSeat{persons[0], thinker}, false},
		{"two people", true, []game.NewSeat{persons[0], thinker, persons[1]}, false},
		{"a seat nobody has taken yet", true, []game.NewSeat{persons[0], thinker, {Kind: game.Open}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDen(t, 80)
			made, err := d.Create(t.Context(), game.NewTable{Seats: c.seats, Hints: c.hints})
			require.NoError(t, err)
			s := d.play(d.at(made.ID), func(s *game.Snapshot) bool { return newest(s) >= 0 })
			n := newest(s)
			if why, err := d.Considered(t.Context(), s.ID, n, game.Actor{}); err != nil || (len(why.Candidates) > 0) != c.running {
				t.Errorf("in the running game: %v, %v", why, err)
			}
			if c.seats[len(c.seats)-1].Kind == game.Open {
				return
			}
			s = d.play(s, never)
			why, err := d.Considered(t.Context(), s.ID, n, game.Actor{})
			if err != nil || len(why.Candidates) < 2 || len(why.Candidates) > mostThoughts || why.Candidates[0].Action != s.Steps[n].Action || why.Candidates[0].Playouts != 100 {
				t.Errorf("at the end: %v, %v", why, err)
			}
			for k, step := range s.Steps {
				why, _ := d.Considered(t.Context(), s.ID, k, game.Actor{})
				if (len(why.Candidates) > 0) != (step.Bot != "" && !step.Auto) {
					t.Errorf("decision %d of %q, forced %v: considered %d", k, step.Bot, step.Auto, len(why.Candidates))
				}
				p, _ := d.past(d.Service, s.ID, k)
				if choices := s.Game.Legal(&p).Len(); len(why.Candidates) > 0 && why.Playouts != choices*100-choices*(choices-1)/2 {
					t.Errorf("decision %d: %d playouts over %d choices", k, why.Playouts, choices)
				}
			}
			for _, k := range []int{-1, len(s.Steps)} {
				if why, err := d.Considered(t.Context(), s.ID, k, game.Actor{}); len(why.Candidates) > 0 || err != nil {
					t.Errorf("decision %d that was not taken: %v, %v", k, why, err)
				}
			}
		})
	}
}

// What was considered of a decision that was taken back is told neither while
// it is open nor of the one taken instead, be it the same; and nobody knows it
// after the program was restarted.
func TestThoughtsAreOfWhatWasDone(t *testing.T) {
	d := newDen(t, 81)
	ctx := t.Context()
	s := d.create(persons[:2]...)
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.GiveToBot(1, "thinking")))
	s = d.play(s, func(s *game.Snapshot) bool {
		u := s.You.UndoTo
		return len(u) > 0 && u[0] <= newest(s)
	})
	n, before := newest(s), s.Steps
	known := func(v *Service) bool {
		_, f := d.past(v, s.ID, 0)
		return len(v.considered(f, n).Candidates) > 0
	}
	other := d.fresh()
	defer d.close(other)
	if !known(d.Service) || known(other) {
		t.Fatalf("known %v, after a restart %v", known(d.Service), known(other))
	}
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Undo(s.You.UndoTo[0])))
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.TakeBack(1)))
	if len(s.Steps) <= n && known(d.Service) {
		t.Error("considered of a decision that was taken back")
	}
	for len(s.Steps) <= n {
		if s.You.Confirm {
			s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Confirm()))
			continue
		}
		s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Act(before[len(s.Steps)].Action)))
	}
	if step := s.Steps[n]; step.Action != before[n].Action || step.Bot != "" {
		t.Fatalf("decision %d by %q is %v", n, step.Bot, step.Action)
	}
	require.True(t, !known(d.Service), "a person is said to have considered what a computer player did")
	require.Fails(t, ErrNoTable, "no table")(d.Considered(ctx, "nothing", 0, game.Actor{}))
}

// What was considered of a decision that was held is known once it is carried
// out, and alone with computer players that search such decisions come up.
func TestThoughtsOfHeldDecisions(t *testing.T) {
	d := newDen(t, 81)
	made, err := d.Create(t.Context(), game.NewTable{Seats: []game.NewSeat{persons[0], {Kind: game.Bot, Level: "thinking"}}, Hints: true})
	require.NoError(t, err)
	held := func(s *game.Snapshot) bool { return s.Turn.Held != rules.None && !s.Seats[s.State.ToDecide()].ByHand() }
	known := 0
	for s := d.play(d.at(made.ID), held); known < 3 && !s.Over; s = d.play(s, held) {
		n := len(s.Steps)
		next, err := d.Do(t.Context(), s.ID, everybody, s.N, "", game.Confirm())
		if errors.Is(err, game.ErrStale) { // something else was stored meanwhile
			continue
		}
		s = d.ok(next, err)
		if why, err := d.Considered(t.Context(), s.ID, n, game.Actor{}); err != nil || len(why.Candidates) == 0 || why.Candidates[0].Action != s.Steps[n].Action {
			t.Errorf("decision %d was held, and of it is known: %v, %v", n, why, err)
		}
		known++
	}
	require.True(t, known != 0, "no computer player's decision was held")
}
