package table

import (
	"context"
	"slices"
	"sync"
)

// queue lets a bounded number think at the same time. The visitors that wait
// take turns, and so do the tables of each: a visitor with many tables slows
// down nobody else's.
type queue struct {
	kind     string // of thinking, for the figures
	mu       sync.Mutex
	free     int
	visitors []string             // those that wait, the next one first
	waiting  map[string][]*waiter // by visitor, the next one first; never empty
}

// waiter is one that waits for a slot.
type waiter struct{ ready chan struct{} }

func newQueue(slots int) *queue { return &queue{free: slots, waiting: map[string][]*waiter{}} }

// enter waits for a slot, which is the caller's until leave is called. The error
// is that of ctx.
func (q *queue) enter(ctx context.Context, visitor string) (leave func(), err error) {
	w := &waiter{make(chan struct{})}
	q.mu.Lock()
	if q.waiting[visitor] == nil {
		q.visitors = append(q.visitors, visitor)
	}
	q.waiting[visitor] = append(q.waiting[visitor], w)
	q.admit()
	q.mu.Unlock()
	select {
	case <-w.ready:
		return sync.OnceFunc(q.leave), nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-w.ready: // at the same moment
		q.free++
		q.admit()
	default:
		q.drop(visitor, w)
	}
	return nil, ctx.Err()
}

func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.admit()
}

// admit gives the free slots to those that wait.
func (q *queue) admit() {
	for q.free > 0 && len(q.visitors) > 0 {
		visitor := q.visitors[0]
		w := q.waiting[visitor][0]
		q.drop(visitor, w)
		if i := slices.Index(q.visitors, visitor); i >= 0 { // there is more to do for this one, after the others
			q.visitors = append(slices.Delete(q.visitors, i, i+1), visitor)
		}
		q.free--
		close(w.ready)
	}
}

// drop removes one that waits, and its visitor with the last one.
func (q *queue) drop(visitor string, w *waiter) {
	list := slices.DeleteFunc(q.waiting[visitor], func(other *waiter) bool { return other == w })
	if q.waiting[visitor] = list; len(list) == 0 {
		delete(q.waiting, visitor)
		q.visitors = slices.DeleteFunc(q.visitors, func(other string) bool { return other == visitor })
	}
}

// length is how many wait.
func (q *queue) length() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, list := range q.waiting {
		n += len(list)
	}
	return n
}

// queues are the kinds of thinking. Each has slots of its own, so that none
// waits for another.
type queues struct {
	search *queue // computer players that search, or are programs of their own
	quick  *queue // those that decide at once
	advice *queue
}

func newQueues(slots int) queues {
	q := queues{search: newQueue(slots), quick: newQueue(slots), advice: newQueue(slots)}
	q.search.kind, q.quick.kind, q.advice.kind = "search", "quick", "advice"
	return q
}

// of is the queue for a computer player of a level.
func (v *Service) queueOf(level string) *queue {
	if v.opt.Searches(level) {
		return v.queues.search
	}
	return v.queues.quick
}
