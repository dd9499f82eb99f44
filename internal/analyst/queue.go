package analyst

import (
	"context"
	"slices"
	"sync"
)

// Queue lets a bounded number think at the same time. The clients that wait take
// turns, and so do the tables of each: a client with many tables slows down nobody
// else's. It is safe for concurrent use.
type Queue struct {
	mu      sync.Mutex
	free    int
	clients []string             // those that wait, the next one first
	waiting map[string][]*waiter // by client, the next one first; never empty
}

// waiter is one that waits for a slot.
type waiter struct{ ready chan struct{} }

// NewQueue makes a queue for so many slots.
func NewQueue(slots int) *Queue { return &Queue{free: slots, waiting: map[string][]*waiter{}} }

// Enter waits for a slot, which is the caller's until leave is called. The error
// is that of ctx.
func (q *Queue) Enter(ctx context.Context, client string) (leave func(), err error) {
	w := &waiter{make(chan struct{})}
	q.mu.Lock()
	if q.waiting[client] == nil {
		q.clients = append(q.clients, client)
	}
	q.waiting[client] = append(q.waiting[client], w)
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
		q.drop(client, w)
	}
	return nil, ctx.Err()
}

func (q *Queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.admit()
}

// admit gives the free slots to those that wait.
func (q *Queue) admit() {
	for q.free > 0 && len(q.clients) > 0 {
		client := q.clients[0]
		w := q.waiting[client][0]
		q.drop(client, w)
		if i := slices.Index(q.clients, client); i >= 0 { // there is more to do for this one, after the others
			q.clients = append(slices.Delete(q.clients, i, i+1), client)
		}
		q.free--
		close(w.ready)
	}
}

// drop removes one that waits, and its client with the last one.
func (q *Queue) drop(client string, w *waiter) {
	list := slices.DeleteFunc(q.waiting[client], func(other *waiter) bool { return other == w })
	if q.waiting[client] = list; len(list) == 0 {
		delete(q.waiting, client)
		q.clients = slices.DeleteFunc(q.clients, func(other string) bool { return other == client })
	}
}

// Waiting is how many wait for a slot, by client.
func (q *Queue) Waiting() map[string]int {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := map[string]int{}
	for client, list := range q.waiting {
		out[client] = len(list)
	}
	return out
}
