package search

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"ruhr/bot/rng"
)

// queue hands the playouts of a run to threads. They are numbered in the order in
// which they depart. Their simulations are slots of the tree's, reused every second
// flight.
type queue struct {
	t           *Tree
	size, total int // playouts of a flight and of the run
	backedUp    int // playouts

	departed atomic.Int32    // those that have left the tree
	taken    atomic.Int32    // those that a thread plays or has played
	played   [2]atomic.Int32 // of the flights under way, by whether their number is even
	closed   atomic.Bool     // nothing more departs
	failed   atomic.Pointer[string]
}

func (q *queue) at(i int) *simulation { return &q.t.sims[i%(2*q.size)] }

// lead has the flights depart, helps to play them and backs them up.
func (q *queue) lead(p *player, stop func() bool) {
	defer q.closed.Store(true)
	defer q.catch()
	for underWay := q.depart(); underWay > 0 && q.failed.Load() == nil; {
		next := 0
		if !stop() {
			next = q.depart()
		}
		q.land(p, underWay)
		underWay = next
	}
}

// depart descends the tree for the next flight, and returns how many that is.
func (q *queue) depart() int {
	from := int(q.departed.Load())
	n := min(q.size, q.total-from)
	for i := range n {
		f := q.at(from + i)
		q.t.descend(f)
		f.r = rng.Source(q.t.r.Next())
	}
	q.departed.Add(int32(n))
	return n
}

// land helps to play until the oldest flight, of n playouts, has been played, and
// backs it up.
func (q *queue) land(p *player, n int) {
	played := &q.played[q.backedUp/q.size%2]
	var idle pause
	for int(played.Load()) < n {
		if q.failed.Load() != nil {
			return
		}
		if int(q.taken.Load()) >= q.backedUp+n || !q.play(p) {
			idle.wait()
		}
	}
	played.Store(0)
	for i := range n {
		q.t.backUp(q.at(q.backedUp + i))
	}
	q.backedUp += n
}

// work plays until nothing more departs.
func (q *queue) work(p *player) {
	defer q.catch()
	var idle pause
	for !q.closed.Load() {
		if q.play(p) {
			idle = 0
		} else {
			idle.wait()
		}
	}
}

// play plays the next playout to its end and reports whether it got one.
func (q *queue) play(p *player) bool {
	i := q.taken.Load()
	if i >= q.departed.Load() || !q.taken.CompareAndSwap(i, i+1) {
		return false
	}
	f := q.at(int(i))
	p.finish(q.t, f, &f.r)
	q.played[int(i)/q.size%2].Add(1)
	return true
}

// catch keeps the first panic for fly to raise again.
func (q *queue) catch() {
	if why := recover(); why != nil {
		text := fmt.Sprintf("%v\n%s", why, debug.Stack())
		q.failed.CompareAndSwap(nil, &text)
	}
}

// pause counts how often a thread found nothing to do.
type pause int

// patience is how often a thread asks again before it sleeps, a fraction of a
// millisecond: what it waits for, playouts or the descents of a flight, mostly takes
// less, unless other programs keep the processors busy.
const patience = 5000

func (n *pause) wait() {
	if *n++; *n < patience {
		runtime.Gosched()
		return
	}
	time.Sleep(20 * time.Microsecond)
}
