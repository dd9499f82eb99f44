package analyst

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/fair"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// oracle expects that all seats win alike. It counts the questions, waits for open
// if there is one, and panics at question fails.
type oracle struct {
	g     *rules.Game
	asked int
	fails int
	open  chan struct{}
}

func (o *oracle) even(a rules.Action) (c analysis.Candidate) {
	if o.asked++; o.asked == o.fails {
		panic("out of sorts")
	}
	if o.open != nil {
		<-o.open
	}
	c.Action = a
	for k := range o.g.Seats() {
		c.Win[k] = 1
	}
	return c
}

func (o *oracle) Position(ctx context.Context, s *rules.State, _ bool) (out analysis.Analysis, err error) {
	out.Candidates = []analysis.Candidate{o.even(o.g.Legal(s).Append(nil)[0])}
	return out, context.Cause(ctx)
}

func (o *oracle) Value(ctx context.Context, _ *rules.State, a rules.Action) (analysis.Candidate, error) {
	return o.even(a), context.Cause(ctx)
}

func (o *oracle) Further(ctx context.Context, s *rules.State, a, _ rules.Action) (more, deviation float64, err error) {
	o.even(a)
	return 0, 0, context.Cause(ctx)
}

func (o *oracle) Ledger(ctx context.Context, s *rules.State, a, b rules.Action) (l analysis.Ledger, err error) {
	return l, context.Cause(ctx)
}

// unstored has a review made here, and stores none.
func unstored(make func() (*coach.Review, error)) (*coach.Review, error) { return make() }

// over is a game that is over.
func over(t *testing.T) *record.Game {
	t.Helper()
	data, err := os.ReadFile("../../record/testdata/2-seats-docker.json")
	require.NoError(t, err)
	r, err := record.Read(data)
	require.NoError(t, err)
	g, err := record.Referee(r, board.Default())
	require.NoError(t, err)
	return g
}

// choice is a game that is over, and its first step that was chosen, counted from 0.
func choice(t *testing.T) (g *record.Game, n int) {
	g, n = over(t), 1
	for g.Steps[n].Forced {
		n++
	}
	return g, n
}

// A game is reviewed once, and the review is kept.
func TestReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, end := context.WithCancel(t.Context())
		a, _ := someone(all)
		g := over(t)
		by := &oracle{g: g.Rules, open: make(chan struct{})}
		for range 2 {
			require.NoError(t, a.Review("game", "client", g, by, unstored))
		}
		if p, err := a.Reviewed("game"); p.Review != nil || !p.Under || err != nil {
			t.Errorf("at first: %+v, %v", p, err)
		}
		close(by.open)
		synctest.Wait()
		asked := by.asked
		require.NoError(t, a.Review("game", "client", g, by, unstored))
		synctest.Wait()
		p, err := a.Reviewed("game")
		if p.Review == nil || p.Under || err != nil || by.asked != asked {
			t.Fatalf("then: %+v, %v, asked %d times, then %d", p, err, asked, by.asked)
		}
		require.Equal(t, p.Review.Seats[0].Won+p.Review.Seats[1].Won, coach.Whole, "all won")
		if p, _ := a.Reviewed("another"); p.Review != nil || p.Under {
			t.Errorf("of another game: %+v", p)
		}
		end()
		a.Wait()
	})
}

// While a game is reviewed there is a quick look at it soon, which says how far the
// review is.
func TestQuickLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, end := context.WithCancel(t.Context())
		a, _ := someone(all)
		by := &oracle{g: over(t).Rules, open: make(chan struct{})}
		require.NoError(t, a.Review("game", "client", over(t), by, unstored))
		var first, at int
		var reached []int
		for n := 1; ; n++ {
			synctest.Wait()
			p, err := a.Reviewed("game")
			r := p.Review
			if !p.Under {
				if r == nil || r.Reached != 0 || err != nil || first == 0 || first > n/3 {
					t.Errorf("then: %v, %v; the quick look came after %d of %d questions", r, err, first, n)
				}
				break
			}
			if r != nil {
				if first == 0 {
					first = n
				}
				if r.Reached != at {
					at = r.Reached
					reached = append(reached, at)
				}
				if len(r.Steps) < 50 || r.Start == (coach.Shares{}) {
					t.Fatalf("a quick look at %d steps", len(r.Steps))
				}
			}
			by.open <- struct{}{}
		}
		if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; !slices.Equal(reached, want) {
			t.Errorf("reached %v", reached)
		}
		end()
		a.Wait()
	})
}

// A review that failed says so, and can be made again.
func TestReviewFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, end := context.WithCancel(t.Context())
		a, _ := someone(all)
		g := over(t)
		by := &oracle{g: g.Rules, fails: 3}
		for n, want := range []string{"out of sorts", ""} {
			require.NoError(t, a.Review("game", "client", g, by, unstored))
			synctest.Wait()
			p, err := a.Reviewed("game")
			if p.Under || (p.Review == nil) != (err != nil) || err != nil != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("time %d: %+v, %v", n, p, err)
			}
		}
		end()
		a.Wait()
	})
}

// Reviews that wait are bounded, those of a client by fewer; those that wait when the analyst
// ends fail; what else is analysed takes its turn between two questions.
func TestReviewsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped := errors.New("stopped")
		all, end := context.WithCancelCause(t.Context())
		a, _ := someone(all)
		g := over(t)
		by := &oracle{g: g.Rules, open: make(chan struct{})}
		for n := range mostReviews {
			client := strconv.Itoa(n / clientReviews)
			require.NoError(t, a.MayReview(client))
			require.NoError(t, a.Review(strconv.Itoa(n), client, g, by, unstored))
			synctest.Wait()
			if left := mostReviews - n - 1; left == 0 || (n+1)%clientReviews == 0 {
				require.ErrorIs(t, a.Review("too many", client, g, by, unstored), ErrFull, "one too many of %s", client)
				require.ErrorIs(t, a.MayReview(client), ErrFull, "one too many of %s", client)
			}
		}
		require.ErrorIs(t, a.Review("too many", "another", g, by, unstored), ErrFull, "one too many")
		require.Equal(t, by.asked, 1, "questions at a time")
		answered := ask(all, a, positions(t, "table")[0], "player", after(0, 1))
		by.open <- struct{}{}
		synctest.Wait()
		select {
		case got := <-answered:
			if got.err != nil {
				t.Error(got.err)
			}
		default:
			t.Error("a player waits for more than one question of a review")
		}
		end(stopped)
		close(by.open)
		a.Wait()
		if p, err := a.Reviewed("19"); p.Review != nil || p.Under || err == nil {
			t.Errorf("after the end: %+v, %v", p, err)
		}
		require.ErrorIs(t, a.Review("late", "client", g, by, unstored), stopped, "after the end")
	})
}

// Who asks for much does not keep others waiting, of reviews and of tries: clients take
// turns, and each is told how many come before, which proves true.
func TestClientsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, end := context.WithCancel(t.Context())
		a, _ := someone(all)
		g, n := choice(t)
		l := g.Rules.Legal(g.After(n - 1))
		for what, kind := range map[string]struct {
			begin  func(key, client string, by *oracle) error
			before func(key string) (before int, under bool)
		}{
			"reviews": {
				func(key, client string, by *oracle) error { return a.Review(key, client, g, by, unstored) },
				func(key string) (int, bool) { p, _ := a.Reviewed(key); return p.Before, p.Under },
			},
			"tries": {
				func(key, client string, by *oracle) error {
					return a.Try(key, client, g, by, n, l.First(), l.Nth(1))
				},
				func(key string) (int, bool) { t, _ := a.Tried(key); return t.Before, t.Under },
			},
		} {
			open := map[string]chan struct{}{}
			var keys, order []string
			want := map[string]int{"x1": 0, "x2": 1, "x3": 3, "x4": 5, "y1": 2, "y2": 4}
			for _, key := range []string{"x1", "x2", "x3", "x4", "y1", "y2"} {
				open[key] = make(chan struct{})
				require.NoError(t, kind.begin(key, key[:1], &oracle{g: g.Rules, open: open[key]}))
				synctest.Wait()
				keys = append(keys, key)
			}
			for _, key := range keys {
				if got, under := kind.before(key); got != want[key] || !under {
					t.Errorf("%s: %d before %s, want %d", what, got, key, want[key])
				}
			}
			for len(keys) > 0 {
				next := slices.IndexFunc(keys, func(key string) bool { before, _ := kind.before(key); return before == 0 })
				order = append(order, keys[next])
				close(open[keys[next]])
				synctest.Wait()
				keys = slices.Delete(keys, next, next+1)
			}
			if want := []string{"x1", "x2", "y1", "x3", "y2", "x4"}; !slices.Equal(order, want) {
				t.Errorf("%s: made in the order %q, want %q", what, order, want)
			}
		}
		end()
		a.Wait()
	})
}

// An action is compared once, and what is known of it is kept; what failed can be tried
// again. Those that wait are bounded.
func TestTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, end := context.WithCancel(t.Context())
		a, _ := someone(all)
		g, n := choice(t)
		l := g.Rules.Legal(g.After(n - 1))
		by := &oracle{g: g.Rules, fails: 2}
		for time, want := range []bool{true, false, false} {
			before := by.asked
			by.open = make(chan struct{})
			require.NoError(t, a.Try("try", "client", g, by, n, l.First(), l.Nth(1)))
			if got, known := a.Tried("try"); time < 2 && (!got.Under || !known) {
				t.Errorf("time %d: at first %+v", time, got)
			}
			close(by.open)
			synctest.Wait()
			if got, known := a.Tried("try"); !known || got.Under || (got.Err != nil) != want || (by.asked > before) != (time < 2) {
				t.Errorf("time %d: then %+v", time, got)
			}
		}
		if _, known := a.Tried("another"); known {
			t.Error("something is known of what nobody tried")
		}
		slow := &oracle{g: g.Rules, open: make(chan struct{})}
		for k := range clientTries {
			require.NoError(t, a.Try(strconv.Itoa(k), "client", g, slow, n, l.First(), l.Nth(1)))
		}
		require.ErrorIs(t, a.Try("too many", "client", g, slow, n, l.First(), l.Nth(1)), ErrFull, "one too many")
		end()
		close(slow.open)
		a.Wait()
	})
}

// One action is compared after the other: what is asked about one does not wait for
// questions about those that were tried later.
func TestTriesInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, end := context.WithCancel(t.Context())
		a, _ := someone(all)
		g, n := choice(t)
		l := g.Rules.Legal(g.After(n - 1))
		first, second := &oracle{g: g.Rules, open: make(chan struct{})}, &oracle{g: g.Rules}
		for key, by := range []*oracle{first, second} {
			require.NoError(t, a.Try(strconv.Itoa(key), "client", g, by, n, l.First(), l.Nth(1)))
			synctest.Wait()
		}
		first.open <- struct{}{}
		synctest.Wait()
		if first.asked != 2 || second.asked != 0 {
			t.Errorf("%d questions about the first, %d about the second", first.asked, second.asked)
		}
		close(first.open)
		synctest.Wait()
		if second.asked == 0 {
			t.Error("the second is not compared")
		}
		end()
		a.Wait()
	})
}

// A review has reached the round that is thought about thoroughly, and at last the check.
func TestReached(t *testing.T) {
	g, n := choice(t)
	reached := 0
	s := g.After(n - 1)
	in, l := inTurn{fair.NewQueue(1), &oracle{g: g.Rules}, func(round int) { reached = round }}, g.Rules.Legal(s)
	if _, err := in.Position(t.Context(), s, true); err != nil || reached != 0 {
		t.Errorf("after a quick look %d, %v", reached, err)
	}
	if _, err := in.Position(t.Context(), s, false); err != nil || reached != s.Round() {
		t.Errorf("after a search %d, %v", reached, err)
	}
	if _, _, err := in.Further(t.Context(), s, l.First(), l.Nth(1)); err != nil || reached != coach.Checking {
		t.Errorf("after a second estimate %d, %v", reached, err)
	}
}
