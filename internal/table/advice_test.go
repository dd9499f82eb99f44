package table

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// advised starts a table with hints.
func (d *den) advised(seats ...game.NewSeat) *game.Snapshot {
	d.Helper()
	c, err := d.Create(d.Context(), game.NewTable{Seats: seats, Hints: true})
	require.NoError(d, err)
	return d.at(c.ID)
}

// counted advises the first legal action and counts how often it was asked.
func (d *den) counted() *int {
	n := 0
	d.opts.Advise = func(_ context.Context, g *rules.Game, s *rules.State, _ []rules.Action) analysis.Analysis {
		n++
		return analysis.Of([]analysis.Candidate{{Action: g.Legal(s).First(), Playouts: n}}, false)
	}
	d.Service = d.fresh()
	return &n
}

// Advice is for the seat that asked, and only on the decision it asked at; that
// it asked is in the log for everybody, once.
func TestHintIsForWhoAsks(t *testing.T) {
	d := newDen(t, 60)
	thought := d.counted()
	ctx := t.Context()
	s := d.advised(persons[:2]...)
	me := s.State.ToDecide()
	mine, other := seat(me), seat(1-me)
	if !s.For(mine).You.MayAsk || s.For(other).You.MayAsk || len(s.You.Advice.Candidates) > 0 {
		t.Fatalf("before asking: %s", text(t, s.You))
	}
	stale := s.N - 1
	d.want(game.ErrStale)(d.Hint(ctx, s.ID, mine, stale, ""))
	advised := d.ok(d.Hint(ctx, s.ID, mine, s.N, "a"))
	if len(advised.You.Advice.Candidates) != 1 || advised.N != s.N+1 || advised.State != s.State || advised.Asked[me] != 1 || advised.Asked[1-me] != 0 {
		t.Fatalf("advised %s at %d after %d, asked %v", text(t, advised.You), advised.N, s.N, advised.Asked)
	}
	if e := advised.Events[len(advised.Events)-1]; e.Kind != game.EventHint || e.Seat != me {
		t.Errorf("the log says %s", text(t, e))
	}
	for _, who := range []game.Actor{other, {}} {
		if y := d.ok(d.Position(ctx, s.ID, who)).You; len(y.Advice.Candidates) > 0 || y.MayAsk {
			t.Errorf("%v sees %s", who, text(t, y))
		}
	}
	again := d.ok(d.Hint(ctx, s.ID, mine, s.N, "b")) // from a tab that has not heard yet
	if again.N != advised.N || *thought != 1 || len(again.You.Advice.Candidates) != 1 {
		t.Errorf("asked twice: at %d, thought %d times", again.N, *thought)
	}
	next := d.ok(d.Do(ctx, s.ID, mine, again.N, "", game.Act(legal(s)[0])))
	require.True(t, len(next.For(everybody).You.Advice.Candidates) <= 0, "the advice is still there at the next decision")
	back := d.ok(d.Do(ctx, s.ID, mine, next.N, "", game.Undo(0)))
	require.True(t, len(back.You.Advice.Candidates) <= 0, "the advice came back without being asked for")
}

// Where there is no hint to be had, asking changes nothing and says why.
func TestHintRefused(t *testing.T) {
	d := newDen(t, 61)
	thought := d.counted()
	ctx := t.Context()
	plain := d.create(persons[:2]...)
	d.want(game.ErrNoHints)(d.Hint(ctx, plain.ID, everybody, plain.N, ""))
	require.True(t, !plain.You.MayAsk, "a table without hints offers them")
	s := d.advised(persons[:2]...)
	me := s.State.ToDecide()
	d.want(game.ErrNotYourTurn)(d.Hint(ctx, s.ID, seat(1-me), s.N, ""))
	d.want(game.ErrNotYourTurn)(d.Hint(ctx, s.ID, game.Actor{}, s.N, ""))
	require.Fails(t, ErrNoTable, "no table")(d.Hint(ctx, "x", everybody, 1, ""))
	for !s.You.Confirm || s.You.Act {
		s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	}
	d.want(game.ErrWaiting)(d.Hint(ctx, s.ID, everybody, s.N, ""))
	s = d.play(s, never)
	d.want(game.ErrOver)(d.Hint(ctx, s.ID, everybody, s.N, ""))
	bots := d.advised(append(bots(1), persons[0])...)
	bots = d.settled(bots.ID)
	given := d.ok(d.Do(ctx, bots.ID, seat(1), bots.N, "", game.GiveToBot(1, "random")))
	if _, err := d.Hint(ctx, given.ID, seat(1), given.N, ""); err == nil {
		t.Error("a seat that a computer player plays was advised")
	}
	if *thought > 0 {
		t.Errorf("thought %d times", *thought)
	}
}

// Where the machine had no time for a single playout, it thinks once more.
func TestHintThinksAgain(t *testing.T) {
	d := newDen(t, 61)
	tries := 0
	d.opts.Advise = func(_ context.Context, g *rules.Game, s *rules.State, _ []rules.Action) analysis.Analysis {
		if tries++; tries == 1 {
			return analysis.Analysis{}
		}
		return analysis.Of([]analysis.Candidate{{Action: g.Legal(s).First(), Playouts: 1}}, false)
	}
	d.Service = d.fresh()
	s := d.advised(persons[:2]...)
	if s = d.ok(d.Hint(t.Context(), s.ID, everybody, s.N, "")); len(s.You.Advice.Candidates) != 1 || tries != 2 {
		t.Errorf("%d pieces of advice after %d tries, expected one after two", len(s.You.Advice.Candidates), tries)
	}
}

// A program that was killed has forgotten the advice: it is worked out again,
// without asking being noted twice.
func TestHintAfterAStart(t *testing.T) {
	d := newDen(t, 62)
	thought := d.counted()
	s := d.advised(persons[:2]...)
	advised := d.ok(d.Hint(t.Context(), s.ID, everybody, s.N, ""))
	d.close(d.Service)
	d.Service = d.fresh()
	if s = d.at(s.ID); len(s.You.Advice.Candidates) > 0 || s.Asked[s.ToAct] != 1 {
		t.Fatalf("after a start: %s", text(t, s.You))
	}
	again := d.ok(d.Hint(t.Context(), s.ID, everybody, s.N, ""))
	if again.N != advised.N || len(again.You.Advice.Candidates) != 1 || *thought != 2 {
		t.Errorf("asked again: %s at %d, thought %d times", text(t, again.You), again.N, *thought)
	}
}

// Two tables that differ only in hidden faces get the same advice (SET-9).
func TestHintSeesNothingHidden(t *testing.T) {
	d := newDen(t, 63)
	d.opts.Advise = func(ctx context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis {
		return bot.Hint(ctx, g, s, bot.Budget{Playouts: 60}, planned)
	}
	d.Service = d.fresh()
	s := d.advised(persons[:2]...)
	o := d.opts
	o.Store = &spoilt{Store: d.opts.Store, table: otherFaces(true)}
	other, err := New(o)
	require.NoError(t, err)
	defer d.close(other)
	compared := 0
	for {
		twin, err := other.Position(t.Context(), s.ID, everybody)
		require.NoError(t, err)
		if twin.State != s.State || s.Over {
			break // something has been revealed, so they part
		}
		if s.You.Confirm {
			s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Confirm()))
			continue
		}
		if s.You.MayAsk {
			s = d.ok(d.Hint(t.Context(), s.ID, everybody, s.N, ""))
			twin = d.ok(other.Hint(t.Context(), s.ID, everybody, s.N, ""))
			if len(s.You.Advice.Candidates) == 0 || !reflect.DeepEqual(s.You.Advice, twin.You.Advice) {
				t.Fatalf("advised %s and %s", text(t, s.You.Advice), text(t, twin.You.Advice))
			}
			compared++
		}
		l := legal(s)
		s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(l[d.rng.IntN(len(l))])))
	}
	require.True(t, compared >= 5, "compared the advice at %d decisions", compared)
}

// What changes the position, a visitor who leaves, the end of the program and a
// deadline end the thinking; nothing of it is noted. A rename does not end it.
func TestHintEnds(t *testing.T) {
	leave, late := errors.New("left"), time.Minute
	for name, c := range map[string]struct {
		end  func(d *den, s *game.Snapshot, cancel context.CancelCauseFunc)
		want error
	}{
		"decided elsewhere": {func(d *den, s *game.Snapshot, _ context.CancelCauseFunc) {
			d.ok(d.Do(context.Background(), s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
		}, game.ErrStale},
		"visitor leaves": {func(_ *den, _ *game.Snapshot, cancel context.CancelCauseFunc) { cancel(leave) }, leave},
		"program ends":   {func(d *den, _ *game.Snapshot, _ context.CancelCauseFunc) { d.close(d.Service) }, game.ErrClosed},
		"too late":       {func(*den, *game.Snapshot, context.CancelCauseFunc) { time.Sleep(2 * late) }, game.ErrBusy},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDen(t, 64)
				thinks := make(chan bool)
				d.opts.Advise = func(ctx context.Context, g *rules.Game, s *rules.State, _ []rules.Action) analysis.Analysis {
					thinks <- true
					<-ctx.Done()
					return analysis.Of([]analysis.Candidate{{Action: g.Legal(s).First()}}, false)
				}
				d.Service = d.fresh()
				s := d.advised(persons[:2]...)
				ctx, stop := context.WithTimeout(t.Context(), late)
				defer stop()
				ctx, cancel := context.WithCancelCause(ctx)
				defer cancel(nil)
				ended := make(chan error)
				var answer *game.Snapshot
				go func() {
					var err error
					answer, err = d.Hint(ctx, s.ID, everybody, s.N, "")
					ended <- err
				}()
				<-thinks
				s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Rename(0, "Anne")))
				synctest.Wait()
				select {
				case err := <-ended:
					t.Fatalf("another name ended the thinking: %v", err)
				default:
				}
				c.end(d, s, cancel)
				require.ErrorIs(t, <-ended, c.want, "ended with")
				if n := int64(len(d.log(s.ID))); answer.N != n {
					t.Errorf("answered with the position at %d, and the log is at %d", answer.N, n)
				}
				require.True(t, !slices.Contains(kinds(d.log(s.ID)), game.EventHint), "the log says that advice was asked for")
			})
		})
	}
}

// Advice is told what is left of the plan that it gave this turn, as long as the seat
// has followed it; nothing in another turn.
func TestHintsKnowTheirPlan(t *testing.T) {
	d := newDen(t, 64)
	var told []rules.Action
	d.opts.Advise = func(_ context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis {
		told = planned
		a := analysis.Of([]analysis.Candidate{{Action: g.Legal(s).First(), Playouts: 1}}, false)
		next, who := *s, s.ToDecide()
		for g.Play(&next, a.Candidates[0].Action); next.ToDecide() == who && next.Phase() == s.Phase() && len(a.Plan) < 5; g.Play(&next, g.Legal(&next).First()) {
			a.Plan = append(a.Plan, g.Legal(&next).First())
		}
		return a
	}
	d.Service = d.fresh()
	s := d.advised(persons[:2]...)
	var plan []rules.Action // what is left of it
	followed, left, turn := 0, 0, [3]int{}
	for n := 0; n < 120 && !s.Over; n++ {
		if s.You.Confirm {
			s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Confirm()))
			continue
		}
		if now := [3]int{s.State.Round(), int(s.State.Phase()), s.ToAct}; now != turn {
			plan, turn = nil, now
		}
		s = d.ok(d.Hint(t.Context(), s.ID, everybody, s.N, ""))
		require.Must(t, slices.Equal(told, plan), "decision %d: advice was told of the plan %v, want %v", n, told, plan)
		followed += min(1, len(plan))
		plan = s.You.Advice.Plan
		legal := legal(s)
		a := legal[0]
		if len(legal) > 1 && n%5 == 4 { // does something else
			a, plan = legal[len(legal)-1], nil
			left++
		}
		was := len(s.Steps)
		s = d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(a)))
		plan = plan[min(len(plan), max(0, len(s.Steps)-was-1)):]
	}
	require.True(t, followed >= 10 && left >= 5, "a plan was followed %d times and left %d times; the game must be another one", followed, left)
}
