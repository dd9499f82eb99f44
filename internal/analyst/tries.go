package analyst

import (
	"context"

	"ruhr/coach"
	"ruhr/internal/cache"
	"ruhr/internal/fair"
	"ruhr/record"
	"ruhr/rules"
)

const (
	mostTries   = 50      // actions that are compared or wait to be
	triesMemory = 1 << 20 // bytes of the comparisons that are kept
	tryMemory   = 200     // of one of them
)

// tries are comparisons of actions that people try with the best ones.
type tries struct {
	queue *fair.Queue // one is compared at a time
	kept  *cache.Cache[string, Tried]
	under map[string]bool // guarded by Analyst.mu
}

// Tried is what is known of an action that was tried.
type Tried struct {
	coach.Loss
	Under bool  // it is being compared, or waits to be
	Err   error // why it was not
}

func newTries() tries {
	return tries{queue: fair.NewQueue(1), kept: cache.New[string, Tried](triesMemory), under: map[string]bool{}}
}

// Tried returns what is known of an action that was tried, if it was.
func (a *Analyst) Tried(key string) (t Tried, known bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.tries.under[key] {
		return Tried{Under: true}, true
	}
	return a.tries.kept.Get(key)
}

// Try begins to compare an action with the best one of decision n of a game, unless that
// is done or under way. Errors: ErrFull, and the cause of the analyst's context.
func (a *Analyst) Try(key string, g *record.Game, by coach.Analyst, n int, best, action rules.Action) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := &a.tries
	kept, known := v.kept.Get(key)
	switch err := context.Cause(a.all); {
	case err != nil:
		return err
	case known && kept.Err == nil || v.under[key]:
		return nil
	case len(v.under) >= mostTries:
		return ErrFull
	}
	v.under[key] = true
	a.wg.Go(func() {
		loss, err := a.try(g, by, n, best, action)
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(v.under, key)
		v.kept.Put(key, Tried{Loss: loss, Err: err}, tryMemory+len(key), nil)
	})
	return nil
}

// try compares an action in its turn. A comparison that panics is an error.
func (a *Analyst) try(g *record.Game, by coach.Analyst, n int, best, action rules.Action) (loss coach.Loss, err error) {
	leave, err := a.tries.queue.Await(a.all, "")
	if err != nil {
		return loss, err
	}
	defer leave()
	defer failed("comparison", &err)
	return coach.Compare(a.all, g.Rules, inTurn{a.queue, by, func(int) {}}, g.After(n-1), best, action)
}
