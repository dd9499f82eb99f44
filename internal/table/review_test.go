package table

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// evenly is an analyst that expects that all seats win alike. Its first question
// waits for open, or fails.
type evenly struct {
	g     *rules.Game
	asked *atomic.Int32
	open  chan struct{}
}

func (e *evenly) Position(ctx context.Context, s *rules.State, _ bool) (out analysis.Analysis, err error) {
	c, err := e.Value(ctx, s, e.g.Legal(s).First())
	out.Candidates = []analysis.Candidate{c}
	return out, err
}

func (e *evenly) Value(ctx context.Context, _ *rules.State, a rules.Action) (c analysis.Candidate, err error) {
	e.asked.Add(1)
	select {
	case <-e.open:
	case <-ctx.Done():
		return c, context.Cause(ctx)
	}
	c.Action = a
	for k := range e.g.Seats() {
		c.Win[k] = 1
	}
	return c, nil
}

func (e *evenly) Further(ctx context.Context, s *rules.State, a, _ rules.Action) (more, deviation float64, err error) {
	_, err = e.Value(ctx, s, a)
	return 0.1, 0.01, err
}

func (e *evenly) Ledger(ctx context.Context, s *rules.State, a, b rules.Action) (l analysis.Ledger, err error) {
	return l, nil
}

// reviewer makes every service of a den review so from now on, and gives what opens
// it and how often it was asked.
func (d *den) reviewer() (open chan struct{}, asked *atomic.Int32) {
	open, asked = make(chan struct{}), new(atomic.Int32)
	d.opts.Reviewer = func(g *rules.Game) coach.Analyst { return &evenly{g, asked, open} }
	return open, asked
}

// reviewed waits for the review of a game.
func (d *den) reviewed(v *Service, s *game.Snapshot) *coach.Review {
	d.Helper()
	for d.Context().Err() == nil {
		r, under, err := v.Reviewed(d.Context(), s.ID, s.ID, &s.History.Game)
		if err != nil || r == nil && !under {
			d.Fatalf("no review: %v, under way %v", err, under)
		}
		if !under {
			return r
		}
	}
	return nil
}

// A review is stored with its table: another service has it without any question. One
// that a restart broke off is begun again when somebody looks, and so is one of another
// version.
func TestReviewIsStored(t *testing.T) {
	d := newDen(t, 7)
	ctx := t.Context()
	s := d.finished(nil)
	open, asked := d.reviewer()
	first := d.fresh()
	if r, under, err := first.Reviewed(ctx, s.ID, s.ID, &s.History.Game); r != nil || under || err != nil {
		t.Fatalf("nobody has asked: %v, %v, %v", r, under, err)
	}
	require.NoError(t, first.Review(ctx, s.ID, s.ID, &s.History.Game))
	if _, under, _ := first.Reviewed(ctx, s.ID, s.ID, &s.History.Game); !under {
		t.Fatal("the review is not under way")
	}
	d.close(first) // before there was an answer
	second := d.fresh()
	close(open)
	made := d.reviewed(second, s)
	if len(made.Steps) < 50 || made.Seats[0].Fair == 0 {
		t.Errorf("%d steps, %+v", len(made.Steps), made.Seats)
	}
	d.close(second)
	closed, unasked := d.reviewer()
	third := d.fresh()
	again := d.reviewed(third, s)
	if unasked.Load() > 0 {
		t.Error("a stored review is made again")
	}
	if again.Start != made.Start || len(again.Steps) != len(made.Steps) || again.Seats[1] != made.Seats[1] {
		t.Errorf("stored: %+v, %d steps", again.Seats, len(again.Steps))
	}
	for i := range again.Steps {
		if again.Steps[i] != made.Steps[i] {
			t.Fatalf("step %d: %+v, stored %+v", i, made.Steps[i], again.Steps[i])
		}
	}
	if err := third.Review(ctx, s.ID, s.ID, &s.History.Game); err != nil || unasked.Load() > 0 {
		t.Errorf("asked for again: %v, %d questions", err, unasked.Load())
	}
	d.close(third)
	require.NoError(t, d.opts.Store.SaveReview(ctx, s.ID, "another version", []byte("{}")))
	fourth := d.fresh()
	close(closed)
	before := asked.Load() + unasked.Load()
	if d.reviewed(fourth, s); asked.Load()+unasked.Load() == before {
		t.Error("the review of another version is taken for this one's")
	}
	d.close(fourth)
}

// hiccup is a store that cannot say for a while which review it has.
type hiccup struct {
	Store
	fails int
}

var errHiccup = errors.New("hiccup")

func (h *hiccup) Review(ctx context.Context, id string) (of string, body []byte, err error) {
	if h.fails--; h.fails >= 0 {
		return "", nil, errHiccup
	}
	return h.Store.Review(ctx, id)
}

// A review that is stored outlives that the store cannot be asked for a while.
func TestReviewOutlivesHiccup(t *testing.T) {
	d := newDen(t, 9)
	s := d.finished(nil)
	open, _ := d.reviewer()
	close(open)
	v := d.fresh()
	require.NoError(t, v.Review(t.Context(), s.ID, s.ID, &s.History.Game))
	d.reviewed(v, s)
	d.close(v)
	of, made, err := d.opts.Store.Review(t.Context(), s.ID)
	require.NoError(t, err)
	for fails := range 3 {
		d.opts.Store = &hiccup{d.opts.Store, fails}
		v := d.fresh()
		if err := v.Review(t.Context(), s.ID, s.ID, &s.History.Game); fails > 1 != errors.Is(err, errHiccup) {
			t.Errorf("asked for in %d hiccups: %v", fails, err)
		}
		if gotOf, got, err := d.opts.Store.Review(t.Context(), s.ID); gotOf != of || string(got) != string(made) || err != nil {
			t.Errorf("after %d hiccups %d of %d bytes are stored, %v", fails, len(got), len(made), err)
		}
		d.close(v)
	}
}

// A review of an opened game is not stored, and of a game that goes on there is none.
func TestReviewsOfOthers(t *testing.T) {
	d := newDen(t, 8)
	ctx := t.Context()
	open, _ := d.reviewer()
	close(open)
	v := d.fresh()
	running := d.create(persons[:2]...)
	require.ErrorIs(t, v.Review(ctx, "a", running.ID, &running.History.Game), game.ErrNotOver, "a game that goes on")
	s := d.finished(nil)
	require.NoError(t, v.Review(ctx, "opened", "", &s.History.Game))
	for {
		if r, under, err := v.Reviewed(ctx, "opened", "", &s.History.Game); !under {
			if r == nil || r.Reached > 0 {
				t.Fatal(r, err)
			}
			break
		}
	}
	for _, id := range []string{s.ID, running.ID} {
		if of, _, err := d.opts.Store.Review(ctx, id); of != "" || err != nil {
			t.Errorf("stored: %q, %v", of, err)
		}
	}
	if err := v.Review(ctx, "gone", "0123456789012345678901", &s.History.Game); err == nil {
		t.Error("a review is stored with a table that is gone")
	}
	d.close(v)
}
