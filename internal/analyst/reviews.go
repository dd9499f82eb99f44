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
	mostReviews   = 60      // games that are reviewed or wait to be
	clientReviews = 6       // of them of a client
	reviewsMemory = 8 << 20 // bytes of the reviews that are kept
)

// reviews are the reviews of games that are over.
type reviews struct {
	backlog
	kept *cache.Cache[string, reviewed]
}

// far is how far a review is; guarded by Analyst.mu.
type far struct {
	quick   *coach.Review // nil until there was a quick look
	reached int
}

// reviewed is a review, or why there is none.
type reviewed struct {
	review *coach.Review
	err    error
}

// Progress is how far the review of a game is.
type Progress struct {
	Review *coach.Review // a quick look while it is made; nil for nothing yet
	Under  bool          // it is being made, or waits to be
	Before int           // games that are reviewed before it
}

func newReviews() reviews {
	return reviews{newBacklog(mostReviews, clientReviews), cache.New[string, reviewed](reviewsMemory)}
}

// Reviewed returns how far the review of a game is. The error is why making it failed; the
// game can be reviewed again.
func (a *Analyst) Reviewed(key string) (Progress, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.reviews.under[key]
	if m == nil {
		kept, _ := a.reviews.kept.Get(key)
		return Progress{Review: kept.review}, kept.err
	}
	out := Progress{Under: true, Before: a.reviews.before(m)}
	if m.far.quick != nil {
		look := *m.far.quick
		look.Reached = m.far.reached
		out.Review = &look
	}
	return out, nil
}

// MayReview returns ErrFull where no more games are reviewed for a client.
func (a *Analyst) MayReview(client string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.reviews.room(client)
}

// Review begins to review a game that is over for a client, unless that is done or under
// way. Every question waits for its turn among all other analyses. When it is the review's
// turn, once is called, which may have it made or find it elsewhere. Errors: ErrFull, and the
// cause of the analyst's context.
func (a *Analyst) Review(key, client string, g *record.Game, by coach.Analyst, once func(make func() (*coach.Review, error)) (*coach.Review, error)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := &a.reviews
	kept, _ := v.kept.Get(key)
	if err := context.Cause(a.all); err != nil {
		return err
	}
	if kept.review != nil || v.under[key] != nil {
		return nil
	}
	if err := v.room(client); err != nil {
		return err
	}
	m := v.add(key, client)
	m.far.reached = 1
	a.wg.Go(func() {
		r, err := a.review(m, once, func() (*coach.Review, error) { return a.of(g, by, m) })
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

// review gets a review in its turn. One that panics is an error.
func (a *Analyst) review(m *making, once func(func() (*coach.Review, error)) (*coach.Review, error), make func() (*coach.Review, error)) (r *coach.Review, err error) {
	leave, err := a.turn(&a.reviews.backlog, m)
	if err != nil {
		return nil, err
	}
	defer leave()
	defer failed("review", &err)
	return once(make)
}

// of reviews a game.
func (a *Analyst) of(g *record.Game, by coach.Analyst, m *making) (*coach.Review, error) {
	turns := inTurn{a.queue, by, func(round int) {
		a.mu.Lock()
		defer a.mu.Unlock()
		m.far.reached = round
	}}
	quick, err := coach.Quick(a.all, g, turns)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	m.far.quick = quick
	a.mu.Unlock()
	r, err := coach.Of(a.all, g, turns)
	if err != nil {
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
