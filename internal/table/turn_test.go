package table

import (
	"errors"
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
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
	d.want(game.ErrNotYourTurn)(d.Do(ctx, s.ID, others, s.N, "", game.Act(option)))
	s = d.ok(d.Do(ctx, s.ID, mine, s.N, "", game.Act(option)))
	if s.Turn != (game.Turn{Seat: me, From: 0, Held: rules.None}) || !slices.Equal(s.You.UndoTo, []int{0}) {
		t.Fatalf("after the option: %s %v", text(t, s.Turn), s.You.UndoTo)
	}
	d.want(game.ErrNothingToConfirm)(d.Do(ctx, s.ID, mine, s.N, "", game.Confirm()))
	s = d.ok(d.Do(ctx, s.ID, mine, s.N, "", game.Act(legal(s)[0])))
	if !s.Turn.Waiting || s.ToAct != me || !s.You.Confirm || s.You.Act || !slices.Equal(s.You.UndoTo, []int{0, 1}) || s.You.TurnFrom != 0 {
		t.Fatalf("after the start: %s", text(t, s.You))
	}
	if y := s.For(others).You; y.Asked() || y.Seat != -1 || len(y.UndoTo) > 0 {
		t.Errorf("the others may %s", text(t, y))
	}
	d.want(game.ErrWaiting)(d.Do(ctx, s.ID, others, s.N, "", game.Act(legal(s)[0])))
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, others, s.N, "", game.Confirm()))
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, others, s.N, "", game.Undo(0)))
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, game.Actor{}, s.N, "", game.Undo(0)))
	step := d.ok(d.Do(ctx, s.ID, mine, s.N, "", game.Undo(1)))
	if len(step.Steps) != 1 || step.N != s.N+1 || !step.You.Act {
		t.Fatalf("one step back: %s", text(t, step))
	}
	s = d.ok(d.Do(ctx, s.ID, mine, step.N, "", game.Undo(0)))
	require.Must(t, s.State == start.State && len(s.Steps) == 0, "the beginning of the turn is another one now")
	s = d.ok(d.Do(ctx, s.ID, mine, s.N, "", game.Act(option)))
	s = d.ok(d.Do(ctx, s.ID, mine, s.N, "", game.Act(legal(s)[0])))
	s = d.ok(d.Do(ctx, s.ID, mine, s.N, "", game.Confirm()))
	if s.Turn.Seat != -1 || s.ToAct == me || s.You.Confirm {
		t.Fatalf("after handing over: %s", text(t, s.Turn))
	}
	d.want(game.ErrNothingToUndo)(d.Do(ctx, s.ID, everybody, s.N, "", game.Undo(1)))
	d.want(game.ErrNothingToConfirm)(d.Do(ctx, s.ID, everybody, s.N, "", game.Confirm()))
}

// Through whole games of three persons, and of one with computer players, what may be
// taken back is never past something revealed, nor past somebody else's
// decision (alone: another person's); going back leads to the very position
// that was there; nothing else can be gone back to.
func TestUndoNeverCrosses(t *testing.T) {
	alone := append(persons[1:2:2], bots(2)...)
	for name, seats := range map[string][]game.NewSeat{"three persons": persons[:3], "one person": alone} {
		t.Run(name, func(t *testing.T) {
			d := newDen(t, 7)
			s, undone, held, past := d.create(seats...), 0, 0, 0
			for !s.Over {
				s = d.settled(s.ID)
				d.checkUndo(s, len(seats) == 3 && seats[1].Kind == game.Person)
				if s.Turn.Held != rules.None {
					held++
				}
				if n := len(s.You.UndoTo); n > 0 && d.rng.IntN(4) == 0 {
					to := s.You.UndoTo[d.rng.IntN(n)]
					before, _ := d.past(d.Service, s.ID, to)
					for _, step := range s.Steps[to:] {
						if step.Bot != "" {
							past++
						}
					}
					back := d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Undo(to)))
					require.Must(t, back.State == before && len(back.Steps) == to && back.You.Act, "back at %d is another position", to)
					s = back
					undone++
				}
				if s.You.Confirm {
					s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Confirm()))
				} else if s.You.Act {
					l := legal(s)
					s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(l[d.rng.IntN(len(l))])))
				}
			}
			if undone < 20 || held == 0 || (past == 0) != (name == "three persons") {
				t.Errorf("only %d undone, %d decisions held, %d computer players' decisions gone past", undone, held, past)
			}
		})
	}
}

// checkUndo holds what may be undone against the rule, read naively.
func (d *den) checkUndo(s *game.Snapshot, several bool) {
	d.Helper()
	var want []int
	byHand := s.Turn.Held != rules.None && s.Seats[s.State.ToDecide()].ByHand()
	for to := range s.Steps {
		who, choice, fits := s.Steps[to].Seat, chosen(&s.Steps[to]), true
		for _, step := range s.Steps[to:] {
			mine := step.Seat == who && step.Bot == ""
			sameTurn := mine && step.Round == s.Steps[to].Round && step.Phase == s.Steps[to].Phase
			if step.Reveals() || several && !sameTurn || !several && !mine && chosen(&step) {
				fits = false
			}
		}
		if several && byHand && (s.State.ToDecide() != who || s.State.Phase() != s.Steps[to].Phase || s.State.Round() != s.Steps[to].Round) {
			fits = false
		}
		if several && fits && handedSince(s, to) {
			fits = false
		}
		if choice && fits {
			want = append(want, to)
		}
	}
	if byHand {
		want = append(want, len(s.Steps))
	}
	if !slices.Equal(s.You.UndoTo, want) {
		d.Fatalf("%d decisions: may go back to %v, want %v", len(s.Steps), s.You.UndoTo, want)
	}
	for _, to := range []int{-1, len(s.Steps) + 1, d.rng.IntN(len(s.Steps) + 1)} {
		if !slices.Contains(want, to) {
			d.want(game.ErrNothingToUndo)(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Undo(to)))
		}
	}
}

// handedSince reports whether a hand-over came after a decision: among persons
// the next seat's turn or phase could only begin with one.
func handedSince(s *game.Snapshot, to int) bool {
	step := s.Steps[len(s.Steps)-1]
	if s.Turn.Held != rules.None {
		return false
	}
	goesOn := !s.Over && s.State.ToDecide() == step.Seat && s.State.Round() == step.Round && s.State.Phase() == step.Phase
	return !goesOn && !s.Turn.Waiting
}

// Who is left alone because the other person gave their seat away goes back
// past the computer player's decisions, but not past what that person had decided.
func TestAloneStopsAtAPersonsDecision(t *testing.T) {
	d := newDen(t, 31)
	last := func(s *game.Snapshot) rules.Action { return legal(s)[len(legal(s))-1] } // a pilot, so that sales are choices
	s := d.create(persons[:2]...)
	first := s.ToAct
	for s.ToAct == first {
		if s.Turn.Waiting {
			s = d.ok(d.Do(t.Context(), s.ID, seat(first), s.N, "", game.Confirm()))
		} else {
			s = d.ok(d.Do(t.Context(), s.ID, seat(first), s.N, "", game.Act(last(s))))
		}
	}
	second, before := s.ToAct, len(s.Steps)
	for !s.Turn.Waiting {
		s = d.ok(d.Do(t.Context(), s.ID, seat(second), s.N, "", game.Act(last(s))))
	}
	bar := len(s.Steps)
	s = d.settled(d.ok(d.Do(t.Context(), s.ID, seat(second), s.N, "", game.GiveToBot(second, "random"))).ID)
	require.Must(t, !slices.ContainsFunc(s.Steps, func(step game.Step) bool { return step.Reveals() }), "a reveal bars the way, too")
	for _, to := range s.You.UndoTo {
		require.True(t, to >= bar, "may go back to %d, before the other person's decisions %d to %d", to, before, bar-1)
	}
	d.want(game.ErrNothingToUndo)(d.Do(t.Context(), s.ID, seat(first), s.N, "", game.Undo(0)))
}

// wait plays until a decision of a phase waits for a person's last word: one
// that is held, which in phase 6 is `done`, or another one.
func (d *den) wait(s *game.Snapshot, phase rules.Phase, held bool) *game.Snapshot {
	d.Helper()
	for s = d.settled(s.ID); !s.Over; s = d.settled(s.ID) {
		p := s.State.Phase()
		if s.Turn.Waiting && p == phase && (s.Turn.Held != rules.None) == held && s.Seats[s.State.ToDecide()].ByHand() {
			return s
		}
		if s.You.Confirm {
			s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Confirm()))
			continue
		}
		l := legal(s)
		a := l[d.rng.IntN(len(l))]
		if done := s.Game.Action(rules.Move{Do: rules.DoDone}); held && slices.Contains(l, done) {
			a = done
		}
		s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Act(a)))
	}
	d.Fatalf("nothing waited in phase %d", phase)
	return s
}

// The last word is the same in all phases: before the decision that closes a
// turn is carried out its seat may confirm, or go back to any of its choices.
// Closing is what reveals something, and among persons whatever another seat does.
func TestTheLastWord(t *testing.T) {
	alone := append(persons[:1:1], bots(2)...)
	for name, c := range map[string]struct {
		seats []game.NewSeat
		phase rules.Phase
		held  bool // by a choice that itself reveals something
	}{
		"alone, an event's choice reveals (EVENT-6)":    {alone, rules.Event, true},
		"alone, done buying reveals (BUY-1)":            {alone, rules.Purchase, true},
		"alone, nothing but done is left (BUY-1)":       {alone, rules.Purchase, false},
		"persons, an event's choice reveals (EVENT-6)":  {persons[:2], rules.Event, true},
		"persons, after the start (START-1)":            {persons[:2], rules.Start, false},
		"persons, after the sale (SAIL-1)":              {persons[:2], rules.Sale, false},
		"persons, after done buying (BUY-1)":            {persons[:2], rules.Purchase, false},
		"persons, done buying reveals (BUY-1, WATER-1)": {persons[:2], rules.Purchase, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			d := newDen(t, 8)
			s := d.wait(d.create(c.seats...), c.phase, c.held)
			who := s.Turn.Seat
			if !s.You.Confirm || s.You.Act || s.ToAct != who || len(s.You.UndoTo) == 0 || c.held && !s.Turn.Reveals {
				t.Fatalf("waits like this: %s, may %s", text(t, s.Turn), text(t, s.You))
			}
			d.want(game.ErrWaiting)(d.Do(ctx, s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
			again := d.ok(d.fresh().Position(ctx, s.ID, everybody))
			require.Equal(t, text(t, again.Turn), text(t, s.Turn), "what it waits for, folded again")
			back := s.You.UndoTo[len(s.You.UndoTo)-1]
			undone := d.ok(d.Do(ctx, s.ID, seat(who), s.N, "", game.Undo(back)))
			if len(undone.Steps) != back || !undone.For(seat(who)).You.Act || undone.Turn.Held != rules.None {
				t.Fatalf("taken back to %d of %d decisions: %s", back, len(s.Steps), text(t, undone.Turn))
			}
			redo := s.Turn.Held
			if redo == rules.None {
				redo = s.Steps[back].Action
			}
			again = d.ok(d.Do(ctx, s.ID, seat(who), undone.N, "", game.Act(redo)))
			if !again.Turn.Waiting || again.Turn.Held != s.Turn.Held {
				t.Fatalf("the same choice again waits like this: %s", text(t, again.Turn))
			}
			gone := d.ok(d.Do(ctx, s.ID, seat(who), again.N, "", game.Confirm()))
			if c.held && (gone.Steps[len(s.Steps)].Action != s.Turn.Held || gone.Steps[len(s.Steps)].Auto || !gone.Steps[len(s.Steps)].Reveals()) {
				t.Errorf("confirming carried out %s", text(t, gone.Steps[len(s.Steps):]))
			}
			if slices.Contains(gone.For(seat(who)).You.UndoTo, back) && c.seats[1].Kind == game.Person {
				t.Error("what was confirmed can be taken back")
			}
			_, err := d.Do(ctx, s.ID, seat(who), gone.N, "", game.Confirm())
			moved := c.seats[1].Kind == game.Bot && errors.Is(err, game.ErrStale) // a computer player was faster
			if !errors.Is(err, game.ErrNothingToConfirm) && !moved {
				t.Errorf("confirming twice: error %v", err)
			}
		})
	}
}

// Round 1 alone with computer players: the sale can be taken back after they
// have sold, because the table waits before it draws the marker of round 2
// (SAIL-1, WATER-1).
func TestTheFirstSaleCanBeTakenBack(t *testing.T) {
	d := newDen(t, 6)
	s := d.play(d.create(append(persons[:1:1], bots(2)...)...), func(s *game.Snapshot) bool { return s.Turn.Waiting })
	if s.State.Round() != 1 || !s.Turn.Reveals {
		t.Fatalf("the table waits in round %d: %s", s.State.Round(), text(t, s.Turn))
	}
	to := s.You.UndoTo[len(s.You.UndoTo)-1]
	if s.Steps[to].Round != 1 || s.Steps[len(s.Steps)-1].Bot == "" && len(s.Steps) == to+1 {
		t.Errorf("back to %s", text(t, s.Steps[to]))
	}
	s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Undo(to)))
	require.True(t, s.You.Act, "there is nothing to choose after taking it back")
}

// Whose choices are final is never asked, and so loses no time: among persons
// the turn is handed over with its last decision, alone a reveal comes at once.
func TestFinalChoicesDoNotWait(t *testing.T) {
	for name, seats := range map[string][]game.NewSeat{"persons": persons[:2], "alone": append(persons[:1:1], bots(1)...)} {
		t.Run(name, func(t *testing.T) {
			d := newDen(t, 9)
			all := everybody
			all.Final = true
			for s := d.settled(d.create(seats...).ID); !s.Over; s = d.settled(s.ID) {
				if s.Turn.Waiting {
					t.Fatalf("waits: %s", text(t, s.Turn))
				}
				l := legal(s)
				s = d.ok(d.Do(t.Context(), s.ID, all, s.N, "", game.Act(l[d.rng.IntN(len(l))])))
			}
		})
	}
}

// A held decision is dropped where the seat changes hands, so that no one is
// waited for who has left.
func TestAHeldDecisionLeavesWithItsSeat(t *testing.T) {
	d := newDen(t, 8)
	s := d.wait(d.create(persons[:2]...), rules.Purchase, true)
	held := s.Turn
	s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.GiveToBot(held.Seat, "random")))
	if s.Turn.Held != rules.None || s.Turn.Waiting && s.Turn.Seat == held.Seat {
		t.Errorf("given away it still waits: %s", text(t, s.Turn))
	}
}

// A held choice is taken back from a page that shows it, whatever else was changed since;
// not one that was made later.
func TestAHeldChoiceIsTakenBackLater(t *testing.T) {
	d := newDen(t, 8)
	ctx := t.Context()
	s := d.wait(d.create(persons[:2]...), rules.Purchase, true)
	me, to, action, seen := s.Turn.Seat, len(s.Steps), s.Turn.Held, s.N
	d.ok(d.Do(ctx, s.ID, seat(1-me), seen, "", game.Rename(1-me, "Bert")))
	s = d.ok(d.Do(ctx, s.ID, seat(me), seen, "", game.Undo(to)))
	if s.Turn.Held != rules.None {
		t.Fatalf("it is still held: %s", text(t, s.Turn))
	}
	d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.Act(action)))
	d.want(game.ErrStale)(d.Do(ctx, s.ID, seat(me), seen, "", game.Undo(to)))
}
