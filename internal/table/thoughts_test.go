package table

import (
	"errors"
	"testing"
)

// newest is the newest decision that an opponent had a choice at, -1 for none.
func newest(s *Snapshot) int {
	for n := len(s.Steps) - 1; n >= 0; n-- {
		if s.Steps[n].Bot != "" && !s.Steps[n].Auto {
			return n
		}
	}
	return -1
}

// An opponent tells what it considered where nobody has anything of it that
// others have not: alone at a table with hints, and at the end.
func TestWhoIsToldThoughts(t *testing.T) {
	thinker := NewSeat{Kind: Bot, Level: "thinking"}
	for _, c := range []struct {
		name    string
		hints   bool
		seats   []NewSeat
		running bool
	}{
		{"alone", true, []NewSeat{persons[0], thinker}, true},
		{"alone without hints", false, []NewSeat{persons[0], thinker}, false},
		{"two people", true, []NewSeat{persons[0], thinker, persons[1]}, false},
		{"a seat nobody has taken yet", true, []NewSeat{persons[0], thinker, {Kind: Open}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDen(t, 80)
			made, err := d.Create(t.Context(), NewTable{Seats: c.seats, Hints: c.hints})
			if err != nil {
				t.Fatal(err)
			}
			s := d.play(d.at(made.ID), func(s *Snapshot) bool { return newest(s) >= 0 })
			n := newest(s)
			if list, err := d.Considered(t.Context(), s.ID, n); err != nil || (len(list) > 0) != c.running {
				t.Errorf("in the running game: %v, %v", list, err)
			}
			if c.seats[len(c.seats)-1].Kind == Open {
				return
			}
			s = d.play(s, never)
			list, err := d.Considered(t.Context(), s.ID, n)
			if err != nil || len(list) < 2 || len(list) > mostThoughts || list[0].Action != s.Steps[n].Action || list[0].Playouts != 100 {
				t.Errorf("at the end: %v, %v", list, err)
			}
			for k, step := range s.Steps {
				if list, _ := d.Considered(t.Context(), s.ID, k); (len(list) > 0) != (step.Bot != "" && !step.Auto) {
					t.Errorf("decision %d of %q, forced %v: considered %d", k, step.Bot, step.Auto, len(list))
				}
			}
			for _, k := range []int{-1, len(s.Steps)} {
				if list, err := d.Considered(t.Context(), s.ID, k); list != nil || err != nil {
					t.Errorf("decision %d that was not taken: %v, %v", k, list, err)
				}
			}
		})
	}
}

// What was considered of a decision that was taken back is not told of the one
// taken instead, and nobody knows it after the program was started anew.
func TestThoughtsAreOfWhatWasDone(t *testing.T) {
	d := newDen(t, 81)
	made, err := d.Create(t.Context(), NewTable{Seats: []NewSeat{persons[0], {Kind: Bot, Level: "thinking"}}, Hints: true})
	if err != nil {
		t.Fatal(err)
	}
	s := d.play(d.at(made.ID), func(s *Snapshot) bool {
		u := s.You.UndoTo
		return len(u) > 0 && u[0] <= newest(s)
	})
	n := newest(s)
	if list, _ := d.Considered(t.Context(), s.ID, n); len(list) == 0 {
		t.Fatal("nothing was considered")
	}
	back := d.ok(d.Undo(t.Context(), s.ID, everybody, s.N, "", s.You.UndoTo[0]))
	if list, _ := d.Considered(t.Context(), s.ID, n); list != nil {
		t.Errorf("considered of a decision that was taken back: %v", list)
	}
	d.play(back, func(s *Snapshot) bool { return len(s.Steps) > n })
	other := d.fresh()
	defer d.close(other)
	if list, err := other.Considered(t.Context(), s.ID, n); list != nil || err != nil {
		t.Errorf("a program started anew tells %v, %v", list, err)
	}
	if _, err := d.Considered(t.Context(), "nothing", 0); !errors.Is(err, ErrNoTable) {
		t.Errorf("no table: %v", err)
	}
}
