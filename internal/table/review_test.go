package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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
		p, err := v.Reviewed(d.Context(), "client", s.ID, s.ID, &s.History.Game)
		if err != nil || p.Review == nil && !p.Under {
			d.Fatalf("no review: %v, under way %v", err, p.Under)
		}
		if !p.Under {
			return p.Review
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
	if p, err := first.Reviewed(ctx, "client", s.ID, s.ID, &s.History.Game); p.Review != nil || p.Under || err != nil {
		t.Fatalf("nobody has asked: %+v, %v", p, err)
	}
	require.NoError(t, first.Review(ctx, "client", s.ID, s.ID, &s.History.Game))
	if p, _ := first.Reviewed(ctx, "client", s.ID, s.ID, &s.History.Game); !p.Under {
		t.Fatal("the review is not under way")
	}
	d.close(first) // before there was an answer
	second := d.fresh()
	close(open)
	made := d.reviewed(second, s)
	require.True(t, len(made.Steps) >= 50 && made.Seats[0].Fair != 0, "%d steps, %+v", len(made.Steps), made.Seats)
	d.close(second)
	closed, unasked := d.reviewer()
	third := d.fresh()
	again := d.reviewed(third, s)
	require.True(t, unasked.Load() <= 0, "a stored review is made again")
	if again.Start != made.Start || len(again.Steps) != len(made.Steps) || again.Seats[1] != made.Seats[1] {
		t.Errorf("stored: %+v, %d steps", again.Seats, len(again.Steps))
	}
	for i := range again.Steps {
		require.Must(t, again.Steps[i] == made.Steps[i], "step %d: %+v, stored %+v", i, made.Steps[i], again.Steps[i])
	}
	if err := third.Review(ctx, "client", s.ID, s.ID, &s.History.Game); err != nil || unasked.Load() > 0 {
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
	require.NoError(t, v.Review(t.Context(), "client", s.ID, s.ID, &s.History.Game))
	d.reviewed(v, s)
	d.close(v)
	whole := d.opts.Store
	of, made, err := whole.Review(t.Context(), s.ID)
	require.NoError(t, err)
	for fails := range 3 {
		d.opts.Store = &hiccup{whole, fails}
		v := d.fresh()
		if err := v.Review(t.Context(), "client", s.ID, s.ID, &s.History.Game); fails > 0 != errors.Is(err, errHiccup) {
			t.Errorf("asked for in %d hiccups: %v", fails, err)
		}
		if gotOf, got, err := whole.Review(t.Context(), s.ID); gotOf != of || string(got) != string(made) || err != nil {
			t.Errorf("after %d hiccups %d of %d bytes are stored, %v", fails, len(got), len(made), err)
		}
		d.close(v)
	}
}

// nodes are services on one store that are different processes.
func (d *den) nodes(names ...string) (out []*Service) {
	for _, name := range names {
		d.opts.Node = name
		out = append(out, d.fresh())
	}
	return out
}

// Of several processes one makes a review, which all have then; if it dies, another one
// makes it.
func TestOneNodeReviews(t *testing.T) {
	for _, dies := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := newDen(t, 11)
			d.opts.Clock = time.Now // for leases to end
			s := d.finished(nil)
			ctx, g := t.Context(), &s.History.Game
			st := &cutOff{Store: d.opts.Store}
			d.opts.Store = st
			open, asked := d.reviewer()
			first := d.nodes("first")[0]
			d.opts.Store = st.Store
			elsewhere, askedElsewhere := d.reviewer()
			close(elsewhere)
			others := d.nodes("second", "third")
			require.NoError(t, first.Review(ctx, "client", s.ID, s.ID, g))
			synctest.Wait()
			for _, v := range others {
				if p, err := v.Reviewed(ctx, "client", s.ID, s.ID, g); !p.Under || err != nil {
					t.Fatalf("in another process: %+v, %v", p, err)
				}
			}
			time.Sleep(10 * reserveFor)
			if asked.Load() == 0 || askedElsewhere.Load() > 0 {
				t.Errorf("%d questions where it is made, %d elsewhere", asked.Load(), askedElsewhere.Load())
			}
			if st.gone.Store(dies); !dies {
				close(open)
				synctest.Wait()
			}
			// Where it is waited for, the store is asked first.
			if p, err := others[0].Reviewed(ctx, "client", s.ID, s.ID, g); p.Under != dies || err != nil {
				t.Errorf("at once: %+v, %v", p, err)
			}
			time.Sleep(2 * reserveFor)
			for _, v := range others {
				if p, err := v.Reviewed(ctx, "client", s.ID, s.ID, g); p.Under || p.Review == nil || err != nil {
					t.Errorf("then: %+v, %v", p, err)
				}
			}
			if dies {
				close(open)
			}
			if made := askedElsewhere.Load() > 0; made != dies {
				t.Errorf("%d questions elsewhere", askedElsewhere.Load())
			}
			for _, v := range append(others, first) {
				d.close(v)
			}
			d.opts.Store = st.Store
		})
	}
}

// A review that an older program made is shown as such until it is asked for again; one that
// cannot be read any more, or of another game, is begun again.
func TestOlderReviews(t *testing.T) {
	d := newDen(t, 12)
	s := d.finished(nil)
	ctx, g := t.Context(), &s.History.Game
	open, asked := d.reviewer()
	close(open)
	v := d.fresh()
	require.NoError(t, v.Review(ctx, "client", s.ID, s.ID, g))
	now := d.reviewed(v, s)
	d.close(v)
	of, body, err := d.opts.Store.Review(ctx, s.ID)
	require.NoError(t, err)
	_, game, _ := strings.Cut(of, "/")
	for _, c := range []struct {
		of    string
		body  []byte
		older bool
	}{
		{fmt.Sprint(coach.Readable, "/", game), body, true},
		{fmt.Sprint(coach.Readable-1, "/", game), body, false},
		{fmt.Sprint(coach.Readable, "/", game, "0"), body, false},
		{fmt.Sprint(coach.Readable, "/", game), nil, false},
		{fmt.Sprint(coach.Readable, "/", game), []byte("{}"), false},
		{of, []byte("{}"), false},
	} {
		require.NoError(t, d.opts.Store.SaveReview(ctx, s.ID, c.of, c.body))
		v, before := d.fresh(), asked.Load()
		kept, err := v.KeptReview(ctx, s.ID, g)
		require.NoError(t, err)
		p, err := v.Reviewed(ctx, "client", s.ID, s.ID, g)
		require.NoError(t, err)
		if shown := p.Review != nil && p.Review.Version == coach.Readable && len(p.Review.Steps) == len(now.Steps); shown != c.older || p.Under == c.older || (kept != nil) != c.older {
			t.Errorf("%s with %d bytes: shown %v, under way %v, kept %v", c.of, len(c.body), shown, p.Under, kept != nil)
		}
		if c.older {
			require.Equal(t, asked.Load(), before, "questions before it is asked for again")
			require.NoError(t, v.Review(ctx, "client", s.ID, s.ID, g))
		}
		if made := d.reviewed(v, s); made.Version != 0 || asked.Load() == before {
			t.Errorf("%s: made again by version %d", c.of, made.Version)
		}
		d.close(v)
	}
}

// What is refused leaves no trace: a review that there is no room for is not begun later.
func TestBusyReviewIsNotNoted(t *testing.T) {
	d := newDen(t, 13)
	s := d.finished(nil)
	ctx, g := t.Context(), &s.History.Game
	open, _ := d.reviewer()
	v := d.fresh()
	for k := 0; ; k++ {
		if err := v.Review(ctx, "client", fmt.Sprint("opened", k), "", g); err != nil {
			require.ErrorIs(t, err, game.ErrBusy, "one too many")
			break
		}
	}
	require.ErrorIs(t, v.Review(ctx, "client", s.ID, s.ID, g), game.ErrBusy, "one too many")
	if of, _, err := d.opts.Store.Review(ctx, s.ID); of != "" || err != nil {
		t.Errorf("noted: %q, %v", of, err)
	}
	require.NoError(t, v.Review(ctx, "another", s.ID, s.ID, g))
	close(open)
	d.close(v)
}

// A review of an opened game is not stored, and of a game that goes on there is none.
func TestReviewsOfOthers(t *testing.T) {
	d := newDen(t, 8)
	ctx := t.Context()
	open, _ := d.reviewer()
	close(open)
	v := d.fresh()
	running := d.create(persons[:2]...)
	require.ErrorIs(t, v.Review(ctx, "client", "a", running.ID, &running.History.Game), game.ErrNotOver, "a game that goes on")
	s := d.finished(nil)
	require.NoError(t, v.Review(ctx, "client", "opened", "", &s.History.Game))
	for {
		if p, err := v.Reviewed(ctx, "client", "opened", "", &s.History.Game); !p.Under {
			if p.Review == nil || p.Review.Reached > 0 {
				t.Fatal(p, err)
			}
			break
		}
	}
	for _, id := range []string{s.ID, running.ID} {
		if of, _, err := d.opts.Store.Review(ctx, id); of != "" || err != nil {
			t.Errorf("stored: %q, %v", of, err)
		}
	}
	if err := v.Review(ctx, "client", "gone", "0123456789012345678901", &s.History.Game); err == nil {
		t.Error("a review is stored with a table that is gone")
	}
	d.close(v)
}
