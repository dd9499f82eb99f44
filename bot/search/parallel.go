package search

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// simulation is one playout: its position and its path through the tree. Several
// may be under way at once.
type simulation struct {
	s    rules.State
	path []step
	r    rng.Source
	p    *policy.Learned // plays it to its end; shared by the simulations of one thread
	v    *leaves         // estimates where it ends; likewise
	result
}

// perThread is how many playouts each of several threads plays between barriers:
// few, because each is selected without the results of the others.
const perThread = 4

// newSimulations makes the simulations that a number of threads have under way.
func newSimulations(p *policy.Learned, v *leaves, sharp int32, threads int) (all []simulation) {
	each := perThread
	if threads == 1 {
		each = 1
	}
	for range threads {
		own := p.Sharpened(sharp)
		var eyes *leaves
		if v != nil {
			eyes = &leaves{v.e.Copy(), v.fit, v.margin}
		}
		for range each {
			all = append(all, simulation{p: own, v: eyes})
		}
	}
	return all
}

// Run plays at most n playouts and returns how many: it descends the tree one
// playout at a time, plays them to their ends in parallel, and backs up in
// order. The result does not depend on the speed of the threads.
func (t *Tree) Run(n int) int {
	n = min(n, len(t.sims))
	now := t.sims[:n]
	if len(t.sims) == 1 {
		f := &now[0]
		t.descend(f)
		t.finish(f, &t.r)
		t.backUp(f)
		return 1
	}
	for i := range now {
		t.descend(&now[i])
		now[i].r = rng.Source(t.r.Next())
	}
	t.simulate(now)
	for i := range now {
		t.backUp(&now[i])
	}
	return n
}

// simulate plays simulations to their ends on all threads. A panic in any
// thread is rethrown in the caller, which can recover; in its own goroutine it
// would end the program.
func (t *Tree) simulate(now []simulation) {
	var wait sync.WaitGroup
	var failed atomic.Value
	for ; len(now) > perThread; now = now[perThread:] {
		mine := now[:perThread]
		wait.Go(func() {
			defer func() {
				if why := recover(); why != nil {
					failed.Store(fmt.Sprintf("%v\n%s", why, debug.Stack()))
				}
			}()
			t.playOut(mine)
		})
	}
	t.playOut(now)
	wait.Wait()
	if why := failed.Load(); why != nil {
		panic(why)
	}
}

// playOut plays the simulations of one thread to their ends.
func (t *Tree) playOut(list []simulation) {
	for i := range list {
		f := &list[i]
		t.finish(f, &f.r)
	}
}

// finish plays a simulation from where it left the tree to the end of the
// round or the game, and computes its result.
func (t *Tree) finish(f *simulation, r *rng.Source) {
	last := policy.Rounds
	if t.set.Horizon > 0 && f.v != nil {
		last = f.s.Round() + int(t.set.Horizon) - 1
	}
	policy.PlayRounds(t.g, &f.s, f.p, r, last)
	if f.s.Decision() == rules.Over {
		f.result = ended(t.g, &f.s)
	} else {
		f.result = f.v.estimate(t.g, &f.s)
	}
}
