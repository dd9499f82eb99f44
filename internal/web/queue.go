package web

import (
	"container/list"
	"context"
	"errors"
	"net/http"
	"runtime"
	"sync"
	"time"
)

// What is done for pages of tables needs a processor and memory, so a bounded
// number of requests is worked on at the same time; the others wait.
const (
	workersPerProcessor = 8 // while some of them wait for the database
	longestWait         = 8 * time.Second
	busyAgain           = "2" // Retry-After in seconds of whoever has waited that long
)

// errBusy refuses a request that has waited for longestWait. Nothing was done.
var errBusy = errors.New("web: too much to do")

// queue lets a bounded number of requests be worked on. Addresses that wait take
// turns, and the requests of each are served in their order.
type queue struct {
	wait time.Duration // of requests; streams wait as long as it takes

	mu      sync.Mutex
	free    int
	waiting map[string]*list.Element // of turns, by address
	turns   *list.List               // the visitors that wait, the next one first
}

// inLine is an address that waits.
type inLine struct {
	address string
	ready   *list.List // of chan struct{}, the next one first; never empty
}

func newQueue() *queue {
	return &queue{wait: longestWait, free: workersPerProcessor * runtime.GOMAXPROCS(0), waiting: map[string]*list.Element{}, turns: list.New()}
}

// enter waits until a request from an address is worked on, which it is until
// leave is called. The error is errBusy after most, if that is not 0, or that of
// ctx.
func (q *queue) enter(ctx context.Context, address string, most time.Duration) (leave func(), err error) {
	ready, give := q.line(address)
	if ready == nil {
		return sync.OnceFunc(q.leave), nil
	}
	var late <-chan time.Time
	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-ready:
		return sync.OnceFunc(q.leave), nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-late:
		err = errBusy
	}
	if give() {
		return nil, err
	}
	return sync.OnceFunc(q.leave), nil // it was called at the same moment
}

// line takes a free place at once, or queues up; ready is closed when it is the
// request's turn. To give up returns false where that has just come.
func (q *queue) line(address string) (ready chan struct{}, giveUp func() bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free > 0 {
		q.free--
		return nil, nil
	}
	turn := q.waiting[address]
	if turn == nil {
		turn = q.turns.PushBack(&inLine{address, list.New()})
		q.waiting[address] = turn
	}
	ready = make(chan struct{})
	own := turn.Value.(*inLine)
	place := own.ready.PushBack(ready)
	return ready, func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		select {
		case <-ready:
			return false
		default:
		}
		q.drop(turn, place)
		return true
	}
}

// leave passes the place on to the next visitor.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	turn := q.turns.Front()
	if turn == nil {
		q.free++
		return
	}
	place := turn.Value.(*inLine).ready.Front()
	q.turns.MoveToBack(turn)
	q.drop(turn, place)
	close(place.Value.(chan struct{}))
}

// drop removes one that waits, and its visitor with the last one.
func (q *queue) drop(turn, place *list.Element) {
	own := turn.Value.(*inLine)
	if own.ready.Remove(place); own.ready.Len() == 0 {
		q.turns.Remove(turn)
		delete(q.waiting, own.address)
	}
}

// queued has a request worked on in its turn. It keeps no place while its body is
// read and its answer sent, which depends on the visitor.
func (s *server) queued(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			if err := r.ParseForm(); err != nil {
				s.fail(w, r, http.StatusBadRequest, "page.error.form")
				return
			}
		}
		leave, err := s.work.enter(r.Context(), callerOf(r).address, s.work.wait)
		if err != nil {
			w.Header().Set("Retry-After", busyAgain)
			s.refuse(w, r, err)
			return
		}
		defer leave()
		if seen, ok := w.(*statusWriter); ok {
			seen.begins = leave
		}
		next(w, r)
	}
}
