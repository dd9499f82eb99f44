package fair

import (
	"container/list"
	"context"
	"errors"
	"hash/maphash"
	"runtime"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// What is done for tables needs a processor and memory, so a bounded number of
// requests is worked on at the same time; the others wait.
const (
	workersPerProcessor = 8 // while some of them wait for the database
	longestWait         = 8 * time.Second
	mostWaiting         = 512 // requests of an address; more are refused at once
)

// Anyone who was refused and comes again keeps their place.
const (
	placeKept     = 30 * time.Second
	keptAddresses = 2048 // addresses whose requests are remembered, those refused last
	keptRequests  = 32   // requests of each
)

// ErrBusy refuses what has waited too long. Nothing was done.
var ErrBusy = errors.New("too much to do")

// Queue lets a bounded number of requests be worked on. Addresses that wait take
// turns, and the requests of each are served in their order. A request that was
// refused and is made again is in the line as if it had never left it.
type Queue struct {
	Wait time.Duration // of requests; streams wait as long as it takes
	most int           // requests of an address that wait

	mu      sync.Mutex
	free    int
	tickets int64                    // given out: a lower one came before
	waiting map[string]*list.Element // of turns, by address
	turns   *list.List               // of *inLine, the next one first
	refused *lru.Cache[string, *refusals]
}

// identity says what a request of an address asks for; 0 for nothing that may be
// asked for again.
type identity uint64

// identitySeed keeps visitors from making up requests that look the same.
var identitySeed = maphash.MakeSeed()

func identify(words ...string) identity {
	var h maphash.Hash
	h.SetSeed(identitySeed)
	for _, word := range words {
		maphash.WriteComparable(&h, word)
	}
	return identity(h.Sum64())
}

// inLine is an address that waits.
type inLine struct {
	address string
	ticket  int64      // since when it waits for its turn
	ready   *list.List // of *waiter, the next one first; never empty
}

// waiter is a request that waits.
type waiter struct {
	ticket   int64 // of its first attempt
	identity identity
	ready    chan struct{} // closed when it is its turn
}

// refusals are what is remembered of an address with refused requests.
type refusals struct {
	served   int64 // its turn begins no earlier than after this ticket
	requests *lru.Cache[identity, refusal]
}

// refusal is a request that has waited in vain.
type refusal struct {
	ticket int64
	at     time.Time
}

// NewQueue makes a queue that has so many requests worked on at the same time.
func NewQueue(places int) *Queue { return NewQueueOf(places, mostWaiting, longestWait) }

// NewQueueOf makes a queue with so many places, in which at most so many requests of an
// address wait, and no longer than that.
func NewQueueOf(places, most int, wait time.Duration) *Queue {
	refused, _ := lru.New[string, *refusals](keptAddresses) // fails below 1 only
	return &Queue{Wait: wait, most: most, free: places, waiting: map[string]*list.Element{}, turns: list.New(), refused: refused}
}

// Enter waits until a request from an address is worked on, which it is until leave is
// called. The error is ErrBusy where it has waited too long, or that of ctx. A request
// with the same words as a refused one of the address is that one again.
func (q *Queue) Enter(ctx context.Context, address string, words ...string) (leave func(), err error) {
	var what identity
	if len(words) > 0 {
		what = identify(words...)
	}
	return q.enter(ctx, address, what, q.Wait)
}

// Await is Enter for as long as it takes.
func (q *Queue) Await(ctx context.Context, address string) (leave func(), err error) {
	return q.enter(ctx, address, 0, 0)
}

// Waiting is how many addresses wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.turns.Len()
}

// Ahead is how many of those that wait are worked on before one of an address before which
// so many of the address wait.
func (q *Queue) Ahead(address string, own int) (ahead int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	turns := own + 1 // of the others until then: those who come first have one more
	for e := q.turns.Front(); e != nil; e = e.Next() {
		if line := e.Value.(*inLine); line.address == address {
			ahead, turns = ahead+own, own
		} else {
			ahead += min(line.ready.Len(), turns)
		}
	}
	return ahead
}

// enter waits for most, or where that is 0 for as long as it takes.
func (q *Queue) enter(ctx context.Context, address string, what identity, most time.Duration) (leave func(), err error) {
	own, err := q.line(address, what, most > 0)
	if err != nil {
		return nil, err
	}
	if own == nil {
		return sync.OnceFunc(q.leave), nil
	}
	var late <-chan time.Time
	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-own.ready:
		return sync.OnceFunc(q.leave), nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-late:
		err = ErrBusy
	}
	if q.giveUp(address, own, err) {
		return nil, err
	}
	return sync.OnceFunc(q.leave), nil // it was called at the same moment
}

// line takes a free place at once and returns nil, or queues up. The error is ErrBusy
// where too many of the address wait, if they are bounded.
func (q *Queue) line(address string, what identity, bounded bool) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	ticket, ok := q.before(address, what)
	if q.free > 0 {
		q.free--
		q.serve(address)
		return nil, nil
	}
	if turn := q.waiting[address]; bounded && turn != nil && turn.Value.(*inLine).ready.Len() >= q.most {
		return nil, ErrBusy
	}
	if !ok {
		q.tickets++
		ticket = q.tickets
	}
	own := &waiter{ticket, what, make(chan struct{})}
	q.queueUp(address, own)
	return own, nil
}

// before is the ticket of a refused request that is made again, which counts once.
func (q *Queue) before(address string, what identity) (ticket int64, ok bool) {
	known, ok := q.refused.Get(address)
	if !ok {
		return 0, false
	}
	r, ok := known.requests.Get(what)
	known.requests.Remove(what)
	return r.ticket, ok && time.Since(r.at) <= placeKept
}

// queueUp puts a request among those of its address by its ticket, and the
// address where it would be had the request never left: after its last turn.
func (q *Queue) queueUp(address string, own *waiter) {
	since := own.ticket
	if known, ok := q.refused.Peek(address); ok {
		since = max(since, known.served)
	}
	turn := q.waiting[address]
	if turn == nil {
		turn = q.turns.PushBack(&inLine{address, since, list.New()})
		q.waiting[address] = turn
	}
	line := turn.Value.(*inLine)
	line.ticket = min(line.ticket, since)
	forward(q.turns, turn)
	forward(line.ready, line.ready.PushBack(own))
}

func (l *inLine) number() int64 { return l.ticket }

func (w *waiter) number() int64 { return w.ticket }

// forward moves an element of a list that is sorted by tickets to where it belongs.
func forward(in *list.List, e *list.Element) {
	ticket := func(e *list.Element) int64 { return e.Value.(interface{ number() int64 }).number() }
	at := e.Prev()
	for at != nil && ticket(e) < ticket(at) {
		at = at.Prev()
	}
	if at == nil {
		in.MoveToFront(e)
	} else {
		in.MoveAfter(e, at)
	}
}

// giveUp takes a request out of the line and remembers one that is refused; false
// where its turn has just come.
func (q *Queue) giveUp(address string, own *waiter, why error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-own.ready:
		return false
	default:
	}
	turn := q.waiting[address]
	line := turn.Value.(*inLine)
	if errors.Is(why, ErrBusy) && own.identity != 0 {
		q.remember(line, own)
	}
	for at := line.ready.Front(); ; at = at.Next() {
		if at.Value == own {
			q.drop(turn, at)
			return true
		}
	}
}

// remember keeps the place of a request that is refused.
func (q *Queue) remember(line *inLine, own *waiter) {
	known, ok := q.refused.Get(line.address)
	if !ok {
		known = new(refusals)
		known.requests, _ = lru.New[identity, refusal](keptRequests) // fails below 1 only
		q.refused.Add(line.address, known)
	}
	known.served = max(known.served, line.ticket)
	known.requests.Add(own.identity, refusal{own.ticket, time.Now()})
}

// leave passes the place on to the next visitor.
func (q *Queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	turn := q.turns.Front()
	if turn == nil {
		q.free++
		return
	}
	line := turn.Value.(*inLine)
	next := line.ready.Front()
	q.tickets++
	q.serve(line.address)
	line.ticket = q.tickets
	q.turns.MoveToBack(turn)
	q.drop(turn, next)
	close(next.Value.(*waiter).ready)
}

// serve notes that an address has had its turn.
func (q *Queue) serve(address string) {
	if known, ok := q.refused.Peek(address); ok {
		known.served = q.tickets
	}
}

// drop removes one that waits, and its visitor with the last one.
func (q *Queue) drop(turn, place *list.Element) {
	own := turn.Value.(*inLine)
	if own.ready.Remove(place); own.ready.Len() == 0 {
		q.turns.Remove(turn)
		delete(q.waiting, own.address)
	}
}

// Workers is how many requests are worked on at the same time.
func Workers() int { return workersPerProcessor * runtime.GOMAXPROCS(0) }
