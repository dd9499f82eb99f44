package analyst

import (
	"context"

	"ruhr/coach"
	"ruhr/internal/cache"
	"ruhr/record"
	"ruhr/rules"
)

const (
	mostTries   = 60      // actions that are compared or wait to be
	clientTries = 12      // of them of a client
	triesMemory = 1 << 20 // bytes of the comparisons that are kept
	tryMemory   = 200     // of one of them
)

// tries are comparisons of actions that people try with the best ones.
type tries struct {
	backlog
	kept *cache.Cache[string, Tried]
}

// Tried is what is known of an action that was tried.
type Tried struct {
	coach.Loss
	Under  bool  // it is being compared, or waits to be
	Before int   // others that are compared before it
	Err    error // why it was not
}

func newTries() tries {
	return tries{newBacklog(mostTries, clientTries), cache.New[string, Tried](triesMemory)}
}

// Tried returns what is known of an action that was tried, if it was.
func (a *Analyst) Tried(key string) (t Tried, known bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if m := a.tries.under[key]; m != nil {
		return Tried{Under: true, Before: a.tries.before(m)}, true
	}
	return a.tries.kept.Get(key)
}

// Try begins to compare an action with the best one of decision n of a game for a client,
// unless that is done or under way. Errors: ErrFull, and the cause of the analyst's context.
func (a *Analyst) Try(key, client string, g *record.Game, by coach.Analyst, n int, best, action rules.Action) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := &a.tries
	if err := context.Cause(a.all); err != nil {
		return err
	}
	if kept, known := v.kept.Get(key); known && kept.Err == nil || v.under[key] != nil {
		return nil
	}
	if err := v.room(client); err != nil {
		return err
	}
	m := v.add(key, client)
	a.wg.Go(func() {
		loss, err := a.try(m, g, by, n, best, action)
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(v.under, key)
		v.kept.Put(key, Tried{Loss: loss, Err: err}, tryMemory+len(key), nil)
	})
	return nil
}

// try compares an action in its turn. A comparison that panics is an error.
func (a *Analyst) try(m *making, g *record.Game, by coach.Analyst, n int, best, action rules.Action) (loss coach.Loss, err error) {
	leave, err := a.turn(&a.tries.backlog, m)
	if err != nil {
		return loss, err
	}
	defer leave()
	defer failed("comparison", &err)
	return coach.Compare(a.all, g.Rules, inTurn{a.queue, by, func(int) {}}, g.After(n-1), best, action)
}
