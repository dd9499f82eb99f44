package analyst

import (
	"context"
	"unsafe"

	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/cache"
	"ruhr/internal/fair"
	"ruhr/record"
	"ruhr/rules"
)

const (
	mostReviews   = 20      // games that are reviewed or wait to be
	reviewsMemory = 8 << 20 // bytes of the reviews that are kept
)

// reviews are the reviews of games that are over.
type reviews struct {
	queue *fair.Queue // of the games: one is reviewed at a time
	kept  *cache.Cache[string, reviewed]
	under map[string]*making // that are reviewed or wait to be; guarded by Analyst.mu
}

// making is how far a review is; guarded by Analyst.mu.
type making struct {
	quick   *coach.Review // nil until there was a quick look
	reached int
}

// reviewed is a review, or why there is none.
type reviewed struct {
	review *coach.Review
	err    error
}

func newReviews() reviews {
	return reviews{queue: fair.NewQueue(1), kept: cache.New[string, reviewed](reviewsMemory), under: map[string]*making{}}
}

// Reviewed returns the review that is kept of a game, or whether the game is being
// reviewed, with a quick look at it if there was one. The error is why that failed; the game can be reviewed again.
func (a *Analyst) Reviewed(key string) (r *coach.Review, under bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept, _ := a.reviews.kept.Get(key)
	if m := a.reviews.under[key]; m != nil {
		if m.quick == nil {
			return nil, true, nil
		}
		look := *m.quick
		look.Reached = m.reached
		return &look, true, nil
	}
	return kept.review, false, kept.err
}

// Review begins to review a game that is over, unless that is done or under way.
// Every question waits for its turn among all other analyses. store gets the review
// before it is known here. Errors: ErrFull, and the cause of the analyst's context.
func (a *Analyst) Review(key string, g *record.Game, by coach.Analyst, store func(*coach.Review)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := &a.reviews
	kept, _ := v.kept.Get(key)
	switch err := context.Cause(a.all); {
	case err != nil:
		return err
	case kept.review != nil || v.under[key] != nil:
		return nil
	case len(v.under) >= mostReviews:
		return ErrFull
	}
	m := &making{reached: 1}
	v.under[key] = m
	a.wg.Go(func() {
		r, err := a.review(g, by, m)
		if r != nil {
			store(r)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(v.under, key)
		v.keep(key, reviewed{r, err})
	})
	return nil
}

// KeepReview keeps the review of a game that was made before.
func (a *Analyst) KeepReview(key string, r *coach.Review) { a.reviews.keep(key, reviewed{review: r}) }

func (v *reviews) keep(key string, r reviewed) {
	bytes := int(unsafe.Sizeof(coach.Review{}))
	if r.review != nil {
		bytes += len(r.review.Steps) * int(unsafe.Sizeof(coach.Step{}))
	}
	v.kept.Put(key, r, bytes, nil)
}

// review reviews a game in its turn. A review that panics is an error.
func (a *Analyst) review(g *record.Game, by coach.Analyst, m *making) (r *coach.Review, err error) {
	leave, err := a.reviews.queue.Await(a.all, "")
	if err != nil {
		return nil, err
	}
	defer leave()
	defer failed("review", &err)
	turns := inTurn{a.queue, by, func(round int) {
		a.mu.Lock()
		defer a.mu.Unlock()
		m.reached = round
	}}
	quick, err := coach.Quick(a.all, g, turns)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	m.quick = quick
	a.mu.Unlock()
	if r, err = coach.Of(a.all, g, turns); err != nil {
		return nil, err
	}
	return r, nil
}

// inTurn asks another analyst, each question in its turn, and says which round it has
// reached.
type inTurn struct {
	queue   *fair.Queue
	by      coach.Analyst
	reached func(round int)
}

// reviewer is the client that all reviews are, among those that play.
const reviewer = "review"

// Position implements [coach.Analyst].
func (t inTurn) Position(ctx context.Context, s *rules.State, quick bool) (analysis.Analysis, error) {
	leave, err := t.queue.Await(ctx, reviewer)
	if err != nil {
		return analysis.Analysis{}, err
	}
	defer leave()
	if !quick {
		t.reached(s.Round())
	}
	return t.by.Position(ctx, s, quick)
}

// Value implements [coach.Analyst].
func (t inTurn) Value(ctx context.Context, s *rules.State, action rules.Action) (analysis.Candidate, error) {
	leave, err := t.queue.Await(ctx, reviewer)
	if err != nil {
		return analysis.Candidate{}, err
	}
	defer leave()
	return t.by.Value(ctx, s, action)
}

// Further implements [coach.Analyst].
func (t inTurn) Further(ctx context.Context, s *rules.State, x, y rules.Action) (more, deviation float64, err error) {
	leave, err := t.queue.Await(ctx, reviewer)
	if err != nil {
		return 0, 0, err
	}
	defer leave()
	t.reached(coach.Checking)
	return t.by.Further(ctx, s, x, y)
}

// Ledger implements [coach.Analyst].
func (t inTurn) Ledger(ctx context.Context, s *rules.State, x, y rules.Action) (analysis.Ledger, error) {
	leave, err := t.queue.Await(ctx, reviewer)
	if err != nil {
		return analysis.Ledger{}, err
	}
	defer leave()
	return t.by.Ledger(ctx, s, x, y)
}
