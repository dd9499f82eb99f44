// Package analyst analyses positions for clients: a bounded number at a time, the
// clients in turn, each position once however many ask for it. It keeps one
// analysis of each position, which advice, replays and reviews read.
package analyst

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
	"unsafe"

	"ruhr/bot/analysis"
	"ruhr/internal/cache"
	"ruhr/internal/fair"
	"ruhr/rules"
)

// ErrFull refuses an analysis because too many are wanted.
var ErrFull = errors.New("analyst: too many positions wait to be analysed")

const (
	mostJobs = 1000     // positions that are analysed or wait to be
	memory   = 32 << 20 // bytes of the analyses that are kept
)

// How long is waited before a position is analysed again of which nothing was found.
const (
	leastPause = 10 * time.Millisecond
	mostPause  = time.Second
)

// Key is a position and how it is analysed. Analyses are kept in memory alone, so
// the version of the program is always the same.
type Key struct {
	Table string
	State rules.State
	By    string // the level of the computer player whose decision it is, "" for advice
}

// Analyst analyses positions. It is safe for concurrent use.
type Analyst struct {
	all   context.Context // ends with the analyst, with the reason
	queue *fair.Queue
	meter func(waited, took time.Duration)
	kept  *cache.Cache[Key, analysis.Analysis]
	wg    sync.WaitGroup
	mu    sync.Mutex
	jobs  map[Key]*job

	reviews reviews
	tries   tries
}

// job is a position that is being analysed or waits to be.
type job struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	users  int // that wait for it; guarded by Analyst.mu
	done   chan struct{}
	found  analysis.Analysis // when done
	err    error
}

// New makes an analyst that analyses so many positions at a time, until all ends.
// The meter gets how long each of them waited and took.
func New(all context.Context, slots int, meter func(waited, took time.Duration)) *Analyst {
	return &Analyst{all: all, queue: fair.NewQueue(slots), meter: meter, kept: cache.New[Key, analysis.Analysis](memory), jobs: map[Key]*job{}, reviews: newReviews(), tries: newTries()}
}

// Known is the analysis that is kept of a position.
func (a *Analyst) Known(k Key) (found analysis.Analysis, ok bool) { return a.kept.Get(k) }

// Keep keeps the analysis of a position instead of an earlier one; nothing keeps
// none.
func (a *Analyst) Keep(k Key, found analysis.Analysis) {
	if len(found.Candidates) == 0 {
		a.kept.Remove(k)
		return
	}
	bytes := int(unsafe.Sizeof(k)+unsafe.Sizeof(found)) + len(found.Candidates)*int(unsafe.Sizeof(found.Candidates[0])) + len(found.Plan)*int(unsafe.Sizeof(rules.None))
	a.kept.Put(k, found, bytes, nil)
}

// Analyse returns the analysis that is kept of a position, or has think make it when
// it is the client's turn, more than once if there was no time for anything. The
// thinking ends when nobody waits for it any more. Errors: ErrFull, and the causes
// of ctx, of the analyst's context and of [Analyst.Moved].
func (a *Analyst) Analyse(ctx context.Context, k Key, client string, think func(context.Context) analysis.Analysis) (analysis.Analysis, error) {
	if found, ok := a.Known(k); ok {
		return found, nil
	}
	j, err := a.join(k, client, think)
	if err != nil {
		return analysis.Analysis{}, err
	}
	defer a.leave(k, j)
	select {
	case <-j.done:
		return j.found, j.err
	case <-ctx.Done():
		return analysis.Analysis{}, context.Cause(ctx)
	}
}

// join is the job of a position, which begins unless it is under way.
func (a *Analyst) join(k Key, client string, think func(context.Context) analysis.Analysis) (*job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := context.Cause(a.all); err != nil {
		return nil, err
	}
	j := a.jobs[k]
	if j == nil {
		if len(a.jobs) >= mostJobs {
			return nil, ErrFull
		}
		j = &job{done: make(chan struct{})}
		j.ctx, j.cancel = context.WithCancelCause(a.all)
		a.jobs[k] = j
		a.wg.Go(func() { a.work(k, j, client, think) })
	}
	j.users++
	return j, nil
}

// leave is called by each user of a job. The last one ends it.
func (a *Analyst) leave(k Key, j *job) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j.users--; j.users == 0 {
		a.end(k, j, nil)
	}
}

// end ends a job; a.mu is locked.
func (a *Analyst) end(k Key, j *job, why error) {
	j.cancel(why)
	if a.jobs[k] == j {
		delete(a.jobs, k)
	}
}

func (a *Analyst) work(k Key, j *job, client string, think func(context.Context) analysis.Analysis) {
	defer close(j.done)
	if j.found, j.err = a.inTurn(j.ctx, client, think); j.err == nil {
		a.Keep(k, j.found)
	}
}

// failed is deferred by what is an error if it panics.
func failed(what string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("analyst: the %s failed: %v\n%s", what, p, debug.Stack())
	}
}

// inTurn thinks when it is the client's turn. Thinking that panics is an error.
func (a *Analyst) inTurn(ctx context.Context, client string, think func(context.Context) analysis.Analysis) (found analysis.Analysis, err error) {
	came := time.Now()
	leave, err := a.queue.Await(ctx, client)
	if err != nil {
		return found, context.Cause(ctx)
	}
	defer leave()
	began := time.Now()
	defer func() { a.meter(began.Sub(came), time.Since(began)) }()
	defer failed("analysis", &err)
	for wait := leastPause; ; wait = min(2*wait, mostPause) {
		if found = think(ctx); len(found.Candidates) > 0 || ctx.Err() != nil {
			return found, context.Cause(ctx)
		}
		select { // another program that fails at once is not asked without end
		case <-ctx.Done():
			return found, context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// Moved ends the analyses of all other positions of a table than the one it has
// reached, for a reason.
func (a *Analyst) Moved(table string, to *rules.State, why error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, j := range a.jobs {
		if k.Table == table && k.State != *to {
			a.end(k, j, why)
		}
	}
}

// Wait waits until nothing is analysed any more after the analyst's context ended.
func (a *Analyst) Wait() {
	a.mu.Lock() // anyone who is joining has joined, and no one joins any more
	defer a.wg.Wait()
	a.mu.Unlock()
}
