package search

import (
	"sync"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// simulation is one playout: its position and its path through the tree. Several
// may be under way at once.
type simulation struct {
	s       rules.State
	path    []step
	r       rng.Source
	fresh   bool // the tree lacks the node where it left the tree
	newNode      // … which is that node
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
	// largestFlight is how many playouts depart together at most: enough that waiting
	// for the last of them costs little beside them.
	largestFlight = 64
	// visitsPerDeparture is how many playouts a tree must have for each one that
	// departs in a flight, as those under way are selected without one another's
	// results.
	visitsPerDeparture = 256
	// smallestFlight is the smallest that is worth a second thread.
	smallestFlight = 2
	// flightsPerRun is how many depart in one run, so that waking the threads costs
	// little beside them.
	flightsPerRun = 64
)

// runSize is how many playouts depart together, 1 for one thread, and how many a run
// has at most.
func (t *Tree) runSize() (flight, run int) {
	n := int(t.nodes[0].visits) / visitsPerDeparture
	switch {
	case len(t.players) == 1:
		return 1, 1
	case t.set.Batch > 0:
		return int(t.set.Batch), int(t.set.Batch)
	case n < smallestFlight:
		return 1, 1
	}
	n = min(n, largestFlight)
	return n, n * flightsPerRun
}

// Run plays at most n playouts and returns how many. With several threads they
// depart in flights: this thread descends the tree for one flight while the others
// play the one before to its end, and backs up in order. The result does not
// depend on the speed of the threads.
func (t *Tree) Run(n int) int { return t.runUntil(n, func() bool { return false }) }

// runUntil is Run that lets no flight depart once stop says so.
func (t *Tree) runUntil(n int, stop func() bool) int {
	flight, run := t.runSize()
	if flight > 1 {
		return t.fly(min(n, run), flight, stop)
	}
	f := &t.sims[0]
	t.descend(f)
	t.players[0].finish(t, f, &t.r)
	t.backUp(f)
	return 1
}

// fly plays at most n playouts in flights of a size, two of them under way at a
// time, and returns how many. A panic in any thread is rethrown in the caller,
// which can recover; in its own goroutine it would end the program.
func (t *Tree) fly(n, size int, stop func() bool) int {
	q := queue{t: t, size: size, total: n}
	var wait sync.WaitGroup
	for i := range t.players[1:] {
		wait.Go(func() { q.work(&t.players[1+i]) })
	}
	q.lead(&t.players[0], stop)
	wait.Wait()
	if why := q.failed.Load(); why != nil {
		panic(*why)
	}
	return q.backedUp
}

// finish plays a simulation from where it left the tree to the end of the
// round or the game, and computes its result.
func (p *player) finish(t *Tree, f *simulation, r *rng.Source) {
	last := policy.Rounds
	if t.set.Horizon > 0 && p.v != nil {
		last = f.s.Round() + int(t.set.Horizon) - 1
	}
	if f.fresh {
		rated := p.p.Rate(&f.s)
		t.describe(&f.newNode, &f.s, &rated)
		t.g.Play(&f.s, p.p.PickRated(&f.s, &rated, r))
	}
	policy.PlayRounds(t.g, &f.s, p.p, r, last)
	if f.s.Decision() == rules.Over {
		f.result = ended(t.g, &f.s)
	} else {
		f.result = p.v.estimate(t.g, &f.s)
	}
}
