package table

import (
	"slices"
	"testing"

	"ruhr/rules"
)

// A turn of one person among several: its choices can be taken back one by one
// or to its beginning, nobody else acts before it is handed over, and after
// that nothing of it can be taken back.
func TestATurnIsTentativeUntilConfirmed(t *testing.T) {
	d := newDen(t, 6)
	ctx := t.Context()
	s := d.create(persons[:3]...)
	me := s.State.ToDecide()
	mine, others := seat(me), seat((me+1)%3, (me+2)%3)
	if s.Turn.Seat != -1 || len(s.You.UndoTo) != 0 {
		t.Fatalf("something to undo at the beginning: %s", text(t, s.Turn))
	}
	start := s
	option := s.Game.Action(rules.Move{Do: rules.DoOption, Option: rules.Pilot})
	if !s.Game.Legal(&s.State).Has(option) {
		option = s.Game.Action(rules.Move{Do: rules.DoOption})
	}
	d.want(ErrNotYourTurn)(d.Act(ctx, s.ID, others, s.N, "", option))
	s = d.ok(d.Act(ctx, s.ID, mine, s.N, "", option))
	if s.Turn != (Turn{Seat: me, From: 0, Last: rules.None}) || !slices.Equal(s.You.UndoTo, []int{0}) {
		t.Fatalf("after the option: %s %v", text(t, s.Turn), s.You.UndoTo)
	}
	d.want(ErrNothingToConfirm)(d.Confirm(ctx, s.ID, mine, s.N, ""))
	s = d.ok(d.Act(ctx, s.ID, mine, s.N, "", legal(s)[0]))
	if !s.Turn.Waiting || s.ToAct != me || !s.You.Confirm || s.You.Act || !slices.Equal(s.You.UndoTo, []int{0, 1}) || s.You.TurnFrom != 0 {
		t.Fatalf("after the start: %s", text(t, s.You))
	}
	if y := s.For(others).You; y.Asked() || y.Seat != -1 || len(y.UndoTo) > 0 {
		t.Errorf("the others may %s", text(t, y))
	}
	d.want(ErrWaiting)(d.Act(ctx, s.ID, others, s.N, "", legal(s)[0]))
	d.want(ErrNotYours)(d.Confirm(ctx, s.ID, others, s.N, ""))
	d.want(ErrNotYours)(d.Undo(ctx, s.ID, others, s.N, "", 0))
	d.want(ErrNotYours)(d.Undo(ctx, s.ID, Actor{}, s.N, "", 0))
	step := d.ok(d.Undo(ctx, s.ID, mine, s.N, "", 1))
	if len(step.Steps) != 1 || step.N != s.N+1 || !step.You.Act {
		t.Fatalf("one step back: %s", text(t, step))
	}
	s = d.ok(d.Undo(ctx, s.ID, mine, step.N, "", 0))
	if s.State != start.State || len(s.Steps) != 0 {
		t.Fatal("the beginning of the turn is another one now")
	}
	s = d.ok(d.Act(ctx, s.ID, mine, s.N, "", option))
	s = d.ok(d.Act(ctx, s.ID, mine, s.N, "", legal(s)[0]))
	s = d.ok(d.Confirm(ctx, s.ID, mine, s.N, ""))
	if s.Turn.Seat != -1 || s.ToAct == me || s.You.Confirm {
		t.Fatalf("after handing over: %s", text(t, s.Turn))
	}
	d.want(ErrNothingToUndo)(d.Undo(ctx, s.ID, everybody, s.N, "", 1))
	d.want(ErrNothingToConfirm)(d.Confirm(ctx, s.ID, everybody, s.N, ""))
}

// Through whole games of three persons, and of one with computer players, what may be
// taken back is never past something revealed, nor past somebody else's
// decision (alone: another person's); going back leads to the very position
// that was there; nothing else can be gone back to.
func TestUndoNeverCrosses(t *testing.T) {
	alone := append(persons[1:2:2], bots(2)...)
	for name, seats := range map[string][]NewSeat{"three persons": persons[:3], "one person": alone} {
		t.Run(name, func(t *testing.T) {
			d := newDen(t, 7)
			s, undone, lasts, past := d.create(seats...), 0, 0, 0
			for !s.Over {
				s = d.settled(s.ID)
				d.checkUndo(s, len(seats) == 3 && seats[1].Kind == Person)
				if s.Turn.Last != rules.None {
					lasts++
				}
				if n := len(s.You.UndoTo); n > 0 && d.rng.IntN(4) == 0 {
					to := s.You.UndoTo[d.rng.IntN(n)]
					before, _ := d.past(d.Service, s.ID, to)
					for _, step := range s.Steps[to:] {
						if step.Bot != "" {
							past++
						}
					}
					back := d.ok(d.Undo(t.Context(), s.ID, everybody, s.N, "", to))
					if back.State != before || len(back.Steps) != to || !back.You.Act {
						t.Fatalf("back at %d is another position", to)
					}
					s = back
					undone++
				}
				if s.You.Confirm && !s.You.Act {
					s = d.ok(d.Confirm(t.Context(), s.ID, everybody, s.N, ""))
				} else if s.You.Act {
					l := legal(s)
					s = d.ok(d.Act(t.Context(), s.ID, everybody, s.N, "", l[d.rng.IntN(len(l))]))
				}
			}
			if undone < 20 || lasts == 0 || (past == 0) != (name == "three persons") {
				t.Errorf("only %d undone, %d times `done` alone was left, %d computer players' decisions gone past", undone, lasts, past)
			}
		})
	}
}

// checkUndo holds what may be undone against the rule, read naively.
func (d *den) checkUndo(s *Snapshot, several bool) {
	d.Helper()
	var want []int
	for to := range s.Steps {
		who, choice, fits := s.Steps[to].Seat, s.Steps[to].choice(), true
		for _, step := range s.Steps[to:] {
			mine := step.Seat == who && step.Bot == ""
			sameTurn := mine && step.Round == s.Steps[to].Round && step.Phase == s.Steps[to].Phase
			if step.Reveals || several && !sameTurn || !several && !mine && step.choice() {
				fits = false
			}
		}
		if several && fits && s.handedSince(to) {
			fits = false
		}
		if choice && fits {
			want = append(want, to)
		}
	}
	if !slices.Equal(s.You.UndoTo, want) {
		d.Fatalf("%d decisions: may go back to %v, want %v", len(s.Steps), s.You.UndoTo, want)
	}
	for _, to := range []int{-1, len(s.Steps), d.rng.IntN(len(s.Steps) + 1)} {
		if !slices.Contains(want, to) {
			d.want(ErrNothingToUndo)(d.Undo(d.Context(), s.ID, everybody, s.N, "", to))
		}
	}
}

// handedSince says whether a hand-over came after a decision: among persons
// the next seat's turn or phase could only begin with one.
func (s *Snapshot) handedSince(to int) bool {
	step := s.Steps[len(s.Steps)-1]
	goesOn := !s.Over && s.State.ToDecide() == step.Seat && s.State.Round() == step.Round && s.State.Phase() == step.Phase
	return !goesOn && !s.Turn.Waiting
}

// Who is left alone because the other person gave their seat away goes back
// past the computer player's decisions, but not past what that person had decided.
func TestAloneStopsAtAPersonsDecision(t *testing.T) {
	d := newDen(t, 31)
	last := func(s *Snapshot) rules.Action { return legal(s)[len(legal(s))-1] } // a pilot, so that sales are choices
	s := d.create(persons[:2]...)
	first := s.ToAct
	for s.ToAct == first {
		if s.Turn.Waiting {
			s = d.ok(d.Confirm(t.Context(), s.ID, seat(first), s.N, ""))
		} else {
			s = d.ok(d.Act(t.Context(), s.ID, seat(first), s.N, "", last(s)))
		}
	}
	second, before := s.ToAct, len(s.Steps)
	for !s.Turn.Waiting {
		s = d.ok(d.Act(t.Context(), s.ID, seat(second), s.N, "", last(s)))
	}
	bar := len(s.Steps)
	s = d.settled(d.ok(d.GiveToBot(t.Context(), s.ID, seat(second), s.N, "", second, "random")).ID)
	if slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Reveals }) {
		t.Fatal("a reveal bars the way, too")
	}
	for _, to := range s.You.UndoTo {
		if to < bar {
			t.Errorf("may go back to %d, before the other person's decisions %d to %d", to, before, bar-1)
		}
	}
	d.want(ErrNothingToUndo)(d.Undo(t.Context(), s.ID, seat(first), s.N, "", 0))
}

// Choosing `done` hands over without confirming; a `done` that alone is left
// after a choice is not taken by itself but by confirming, marked as forced.
func TestDoneIsTheHandOver(t *testing.T) {
	d := newDen(t, 8)
	s := d.create(persons[:2]...)
	chosen, confirmed := 0, 0
	for !s.Over {
		l := legal(s)
		done := s.Game.Action(rules.Move{Do: rules.DoDone})
		switch who := s.ToAct; {
		case s.Turn.Last != rules.None:
			if s.Turn.Last != done || s.Turn.Waiting || !s.You.Confirm || !s.You.Act {
				t.Fatalf("left: %s, may %s", text(t, s.Turn), text(t, s.You))
			}
			n := len(s.Steps)
			if confirmed%2 == 0 {
				s = d.ok(d.Confirm(t.Context(), s.ID, seat(who), s.N, ""))
			} else {
				s = d.ok(d.Act(t.Context(), s.ID, seat(who), s.N, "", done))
			}
			if got := s.Steps[n]; got.Action != done || !got.Auto || got.Seat != who {
				t.Fatalf("confirming took %s", text(t, got))
			}
			confirmed++
		case s.You.Confirm:
			s = d.ok(d.Confirm(t.Context(), s.ID, everybody, s.N, ""))
		case slices.Contains(l, done) && d.rng.IntN(3) == 0:
			n := len(s.Steps)
			s = d.ok(d.Act(t.Context(), s.ID, seat(who), s.N, "", done))
			if s.Steps[n].Auto || s.Turn.Seat >= 0 {
				t.Fatalf("after a chosen done: %s", text(t, s.Turn))
			}
			chosen++
		default:
			s = d.ok(d.Act(t.Context(), s.ID, seat(who), s.N, "", l[d.rng.IntN(len(l))]))
		}
	}
	if chosen == 0 || confirmed < 2 {
		t.Errorf("done was chosen %d times and confirmed %d times", chosen, confirmed)
	}
}

// A decision that reveals something (the last one to take a Thaler or a VP in
// round 6) has nothing to undo, so it hands over by itself.
func TestNoConfirmingAfterAReveal(t *testing.T) {
	d := newDen(t, 9)
	s := d.create(persons[:2]...)
	n := 0
	d.play(s, func(s *Snapshot) bool {
		if k := len(s.Steps); k > 0 && s.Steps[k-1].Reveals {
			if s.Turn.Seat != -1 || len(s.You.UndoTo) > 0 {
				t.Fatalf("after a reveal: %s", text(t, s.Turn))
			}
			if s.Steps[k-1].choice() && s.Steps[k-1].Phase == rules.Event {
				n++
			}
		}
		return false
	})
	if n == 0 {
		t.Error("no choice of the game revealed something")
	}
}
