package table

import (
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// handedOver plays one turn of a new table and hands it over, so that its seat can
// only ask to take it back.
func (d *den) handedOver(seats ...game.NewSeat) (s *game.Snapshot, me int) {
	d.Helper()
	s = d.create(seats...)
	me = s.State.ToDecide()
	for s.ToAct == me {
		if s.You.Confirm {
			s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Confirm()))
			continue
		}
		s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	}
	return s, me
}

// What a seat cannot undo by itself is taken back once all others have agreed,
// and then its whole turn is open again.
func TestTakebackByConsent(t *testing.T) {
	d := newDen(t, 6)
	ctx := t.Context()
	s, me := d.handedOver(persons[:3]...)
	choices := len(s.Steps)
	b, c := (me+1)%3, (me+2)%3
	d.want(game.ErrNothingToUndo)(d.Do(ctx, s.ID, seat(me), s.N, "", game.Undo(0)))
	if got := s.For(seat(me)).You.Takeback; !slices.Equal(got, []int{me}) {
		t.Fatalf("seats %v may ask", got)
	}
	d.want(game.ErrNothingToUndo)(d.Do(ctx, s.ID, seat(b), s.N, "", game.AskTakeback(b))) // it has chosen nothing
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(b), s.N, "", game.AskTakeback(me)))
	d.want(game.ErrNotAsked)(d.Do(ctx, s.ID, seat(b), s.N, "", game.AnswerTakeback(b, true)))
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "k", game.AskTakeback(me)))
	if s.Takeback == nil || s.Takeback.Seat != me || !slices.Equal(s.Takeback.Waits, slices.Sorted(slices.Values([]int{b, c}))) {
		t.Fatalf("request %s", text(t, s.Takeback))
	}
	require.True(t, d.ok(d.Do(ctx, s.ID, seat(me), s.N-1, "k", game.AskTakeback(me))).N == s.N, "repeated with its key, it is asked twice")
	d.want(game.ErrAsked)(d.Do(ctx, s.ID, seat(me), s.N, "", game.AskTakeback(me)))
	d.want(game.ErrNotAsked)(d.Do(ctx, s.ID, seat(me), s.N, "", game.AnswerTakeback(me, true)))
	s = d.ok(d.Do(ctx, s.ID, seat(b), s.N, "", game.AnswerTakeback(b, true)))
	if len(s.Steps) != choices || !slices.Equal(s.For(seat(c)).You.Answer, []int{c}) || len(s.For(seat(b)).You.Answer) != 0 {
		t.Fatalf("after the first answer: %s", text(t, s.Takeback))
	}
	d.want(game.ErrNotAsked)(d.Do(ctx, s.ID, seat(b), s.N, "", game.AnswerTakeback(b, false)))
	s = d.ok(d.Do(ctx, s.ID, seat(c), s.N, "", game.AnswerTakeback(c, true)))
	if s.Takeback != nil || len(s.Steps) != choices-1 || s.ToAct != me {
		t.Fatalf("%d decisions after all have agreed, %s", len(s.Steps), text(t, s.Takeback))
	}
	if to := s.For(seat(me)).You.UndoTo; choices > 1 && (len(to) == 0 || to[0] != 0) {
		t.Errorf("the rest of the turn can be taken back to %v", to)
	}
	v := d.fresh()
	defer d.close(v)
	again, err := v.Position(ctx, s.ID, everybody)
	require.NoError(t, err)
	d.same("read again", d.at(s.ID), again)
}

// One who refuses ends the request; so does who asked.
func TestTakebackRefused(t *testing.T) {
	d := newDen(t, 6)
	ctx := t.Context()
	s, me := d.handedOver(persons[:2]...)
	n := len(s.Steps)
	for _, k := range []int{1 - me, me} {
		s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.AskTakeback(me)))
		asked := s.N
		s = d.ok(d.Do(ctx, s.ID, seat(k), s.N, "", game.AnswerTakeback(k, false)))
		if s.Takeback != nil || len(s.Steps) != n || s.Events[len(s.Events)-1].Kind != game.EventRefuse {
			t.Errorf("refused by seat %d: %s", k, text(t, s.Takeback))
		}
		s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.AskTakeback(me)))
		d.want(game.ErrStale)(d.Do(ctx, s.ID, seat(1-me), asked, "", game.AnswerTakeback(1-me, true))) // that was for the request before
		s = d.ok(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.AnswerTakeback(1-me, false)))
	}
}

// The request ends when a person chooses something.
func TestTakebackEndsWhenTheGameGoesOn(t *testing.T) {
	d := newDen(t, 6)
	ctx := t.Context()
	s, me := d.handedOver(persons[:2]...)
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.AskTakeback(me)))
	s = d.ok(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.Act(legal(s)[0])))
	require.True(t, s.Takeback == nil, "it still waits")
	d.want(game.ErrNotAsked)(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.AnswerTakeback(1-me, true)))
}

// Nothing is taken back from before something was revealed (WATER-1).
func TestNoTakebackPastAReveal(t *testing.T) {
	d := newDen(t, 6)
	s := d.create(persons[:2]...)
	s = d.play(s, secondRound)
	for k := range 2 {
		require.True(t, len(s.For(seat(k)).You.Takeback) <= 0, "seat %d may ask", k)
		d.want(game.ErrNothingToUndo)(d.Do(t.Context(), s.ID, seat(k), s.N, "", game.AskTakeback(k)))
	}
	if s = d.play(s, never); len(s.You.Takeback) > 0 {
		t.Error("after the end somebody may ask")
	}
}

// Computer players agree, and what they decided meanwhile is taken back, too; a
// person who leaves the seat to one has no say any more.
func TestComputerPlayersConsent(t *testing.T) {
	d := newDen(t, 6)
	ctx := t.Context()
	s, me := d.handedOver(persons[:3]...)
	b, c := (me+1)%3, (me+2)%3
	n := len(s.Steps)
	s = d.ok(d.Do(ctx, s.ID, seat(b), s.N, "", game.GiveToBot(b, "random")))
	s = d.settled(s.ID)
	require.Must(t, len(s.Steps) > n && s.ToAct == c, "%d decisions, seat %d is to act", len(s.Steps), s.ToAct)
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.AskTakeback(me)))
	require.Must(t, slices.Equal(s.Takeback.Waits, []int{c}), "waits for %v", s.Takeback.Waits)
	s = d.ok(d.Do(ctx, s.ID, seat(c), s.N, "", game.AnswerTakeback(c, true)))
	require.True(t, len(s.Steps) == n-1 && s.ToAct == me, "%d decisions, expected %d", len(s.Steps), n-1)
}

// The last one asked leaves the seat to a computer player, which agrees.
func TestTakebackOfWhoIsLeftAlone(t *testing.T) {
	d := newDen(t, 6)
	ctx := t.Context()
	s, me := d.handedOver(persons[:2]...)
	n := len(s.Steps)
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.AskTakeback(me)))
	s = d.ok(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.GiveToBot(1-me, "random")))
	if s.Takeback != nil || len(s.Steps) != n-1 {
		t.Errorf("%d decisions, expected %d; %s", len(s.Steps), n-1, text(t, s.Takeback))
	}
}

// Several persons at one screen answer with the request.
func TestTakebackAtOneScreen(t *testing.T) {
	d := newDen(t, 6)
	s, me := d.handedOver(persons[:3]...)
	n := len(s.Steps)
	s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.AskTakeback(me)))
	require.True(t, s.Takeback == nil && len(s.Steps) == n-1, "%d decisions, expected %d", len(s.Steps), n-1)
	require.True(t, s.State.Decision() != rules.Over, "over")
}
