package search

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"ruhr/bot/rng"
)

// queue hands the playouts of a run to threads. They are numbered in the order in
// which they depart; each keeps its place among those of two flights.
type queue struct {
	t           *Tree
	size, total int // playouts of a flight and of the run
	back        int // those backed up

	departed atomic.Int32 // those that have left the tree
	taken    atomic.Int32 // those that a thread plays or has played
	played   [2]atomic.Int32
	failed   atomic.Pointer[string] // the first panic
}

func (q *queue) at(i int) *simulation { return &q.t.sims[i%(2*q.size)] }

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
	played := &q.played[q.back/q.size%2]
	for int(played.Load()) < n {
		if q.failed.Load() != nil {
			return
		}
		if int(q.taken.Load()) >= q.back+n || !q.play(p) {
			runtime.Gosched()
		}
	}
	played.Store(0)
	for i := range n {
		q.t.backUp(q.at(q.back + i))
	}
	q.back += n
}

// work plays until all playouts of the run are taken.
func (q *queue) work(p *player) {
	defer q.catch()
	for int(q.taken.Load()) < q.total && q.failed.Load() == nil {
		if !q.play(p) {
			runtime.Gosched()
		}
	}
}

// play plays the next playout to its end, if one has departed.
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

// catch keeps a panic for the thread that waits.
func (q *queue) catch() {
	if why := recover(); why != nil {
		text := fmt.Sprintf("%v\n%s", why, debug.Stack())
		q.failed.CompareAndSwap(nil, &text)
	}
}
