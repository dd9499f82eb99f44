package bot

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"ruhr/rules"
)

// flight is one playout: the position it has come to and the way there through
// the tree. Several may be under way at once.
type flight struct {
	s    rules.State
	path []step
	r    source
	p    *learned // that plays it to its end, shared by the flights of one hand
}

// inHand is how many playouts in a row each of several hands plays before they
// wait for each other: few enough that hardly any goes where the one before
// would have told it not to.
const inHand = 4

// newFlights makes room for the playouts that so many hands have under way.
func newFlights(p *learned, sharp int32, hands int) (all []flight) {
	each := inHand
	if hands == 1 {
		each = 1
	}
	for range hands {
		own := p.sharpened(sharp)
		for range each {
			all = append(all, flight{p: own})
		}
	}
	return all
}

// grow plays at most n games, and says how many: down the tree one after
// another, on with the policy to the end side by side, and back up with what
// came of them. What it finds does not depend on which hand is quicker.
func (t *tree) grow(n int) int {
	n = min(n, len(t.flights))
	now := t.flights[:n]
	if len(t.flights) == 1 {
		f := &now[0]
		t.descend(f)
		playout(t.g, &f.s, f.p, &t.r)
		t.back(f)
		return 1
	}
	for i := range now {
		t.descend(&now[i])
		now[i].r = source(t.r.next())
	}
	t.fly(now)
	for i := range now {
		t.back(&now[i])
	}
	return n
}

// fly plays flights to their ends, all hands at the same time. It panics where a
// playout does, whoever's hand that is in: what panics elsewhere ends the whole
// program.
func (t *tree) fly(now []flight) {
	var wait sync.WaitGroup
	var failed atomic.Value
	for ; len(now) > inHand; now = now[inHand:] {
		mine := now[:inHand]
		wait.Go(func() {
			defer func() {
				if why := recover(); why != nil {
					failed.Store(fmt.Sprintf("%v\n%s", why, debug.Stack()))
				}
			}()
			t.flyInHand(mine)
		})
	}
	t.flyInHand(now)
	wait.Wait()
	if why := failed.Load(); why != nil {
		panic(why)
	}
}

// flyInHand plays the flights of one hand to their ends.
func (t *tree) flyInHand(list []flight) {
	for i := range list {
		f := &list[i]
		playout(t.g, &f.s, f.p, &f.r)
	}
}
