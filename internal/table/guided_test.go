package table

import (
	"reflect"
	"testing"

	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// guided starts a table of the game that teaches.
func (d *den) guided() *game.Snapshot {
	d.Helper()
	c, err := d.Create(d.Context(), game.NewTable{Deal: game.Lesson, Seats: append(persons[:1:1], bots(1)...)})
	require.NoError(d, err)
	return d.at(c.ID)
}

// A guided table is played on the guide's deal, by a computer player that answers the
// same decision in the same way, also after the learner has gone back and
// after the program was killed.
func TestGuidedTablesAreAlike(t *testing.T) {
	d := newDen(t, 5)
	a, b := d.learn(d.guided(), 4, false), d.learn(d.guided(), 4, true)
	require.True(t, a.Deal == game.Lesson && b.Deal == game.Lesson, "the tables do not say that they are guided")
	var played [2][]rules.Action
	for k, s := range []*game.Snapshot{a, b} {
		for _, step := range s.Steps {
			played[k] = append(played[k], step.Action)
		}
	}
	require.True(t, reflect.DeepEqual(played[0], played[1]), "the same decisions led to different games:\n%v\n%v", played[0], played[1])
	deal := guide.Deal(a.Game)
	want := deal.Start(a.Game)
	require.Equal(t, opened(a), want.Unseen(), "the marker that was drawn first")
}

// learn lets the learner take the first legal action until some rounds are over;
// a wavering one goes back once from wherever they can, and after each action
// the program is killed.
func (d *den) learn(s *game.Snapshot, rounds int, wavers bool) *game.Snapshot {
	d.Helper()
	farthest := 0
	for {
		s = d.settled(s.ID).For(seat(0))
		switch back := s.You.UndoTo; {
		case s.Over || s.State.Round() > rounds:
			return s
		case wavers && len(back) > 0 && len(s.Steps) > farthest:
			farthest = len(s.Steps)
			d.ok(d.Do(d.Context(), s.ID, seat(0), s.N, "", game.Undo(back[len(back)-1])))
		case s.You.Act:
			d.ok(d.Do(d.Context(), s.ID, seat(0), s.N, "", game.Act(legal(s)[0])))
		default:
			d.ok(d.Do(d.Context(), s.ID, seat(0), s.N, "", game.Confirm()))
		}
		if wavers {
			d.close(d.Service)
			d.Service = d.fresh()
		}
	}
}

// opened is the set of markers unseen at a table's first decision.
func opened(s *game.Snapshot) uint32 {
	unseen := s.Game.Start(0)
	set := unseen.Unseen()
	for _, f := range s.History.Steps[0].Facts {
		if f.Kind == rules.FMarker {
			set &^= 1 << f.A
		}
	}
	return set
}

// Another game with the same people is one like any other.
func TestAfterTheLessonTheDealIsFree(t *testing.T) {
	d := newDen(t, 6)
	s := d.play(d.guided(), never)
	id, err := d.Rematch(t.Context(), s.ID, seat(0), game.Part{})
	require.NoError(t, err)
	require.True(t, d.at(id).Deal != game.Lesson, "the table that follows is guided too")
}
