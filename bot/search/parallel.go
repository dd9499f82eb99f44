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
	s     rules.State
	path  []step
	r     rng.Source
	fresh bool // the tree lacks the node where it left the tree
	leaf       // … which is that node
	result
}

// player plays simulations to their ends, one for each thread.
type player struct {
	p *policy.Learned
	v *leaves // estimates where they end
}

func newPlayers(p *policy.Learned, v *leaves, sharp int32, threads int) (all []player) {
	for range threads {
		own := player{p: p.Sharpened(sharp)}
		if v != nil {
			own.v = &leaves{v.e.Copy(), v.fit, v.margin}
		}
		all = append(all, own)
	}
	return all
}

const (
	// perThread is how many playouts several threads have under way each, at most:
	// enough that waking a thread costs little beside them.
	perThread = 64
	// perFlight is how many playouts a tree must have for each one that is under way,
	// as these are selected without the results of each other.
	perFlight = 128
	// alone is how many playouts of one round one thread plays by itself, as waking
	// another would take longer.
	alone = 12
)

// flight is the number of playouts to have under way.
func (t *Tree) flight() int {
	switch {
	case len(t.players) == 1:
		return 1
	case t.set.Batch > 0:
		return int(t.set.Batch)
	}
	return max(1, min(int(t.nodes[0].visits)/perFlight, len(t.sims)))
}

// Run plays at most n playouts and returns how many: it descends the tree one
// playout at a time, plays them to their ends in parallel, and backs up in
// order. The result does not depend on the speed of the threads.
func (t *Tree) Run(n int) int {
	n = min(n, t.flight())
	now := t.sims[:n]
	if n == 1 && (len(t.players) == 1 || t.set.Batch == 0) {
		f := &now[0]
		t.descend(f)
		t.players[0].finish(t, f, &t.r)
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
	var next atomic.Int32
	var failed atomic.Value
	play := func(p *player) {
		defer func() {
			if why := recover(); why != nil {
				failed.Store(fmt.Sprintf("%v\n%s", why, debug.Stack()))
			}
		}()
		for i := int(next.Add(1)); i <= len(now); i = int(next.Add(1)) {
			f := &now[i-1]
			p.finish(t, f, &f.r)
		}
	}
	var wait sync.WaitGroup
	if t.set.Batch > 0 || len(now) > alone {
		for i := range t.players[1:] {
			wait.Go(func() { play(&t.players[1+i]) })
		}
	}
	play(&t.players[0])
	wait.Wait()
	if why := failed.Load(); why != nil {
		panic(why)
	}
}

// finish plays a simulation from where it left the tree to the end of the
// round or the game, and computes its result.
func (p *player) finish(t *Tree, f *simulation, r *rng.Source) {
	last := policy.Rounds
	if t.set.Horizon > 0 && p.v != nil {
		last = f.s.Round() + int(t.set.Horizon) - 1
	}
	if f.fresh {
		scores := p.p.Rate(&f.s)
		t.describe(&f.leaf, &f.s, p.p, scores)
		t.g.Play(&f.s, p.p.PickRated(&f.s, scores, r))
	}
	policy.PlayRounds(t.g, &f.s, p.p, r, last)
	if f.s.Decision() == rules.Over {
		f.result = ended(t.g, &f.s)
	} else {
		f.result = p.v.estimate(t.g, &f.s)
	}
}
