// Package search looks ahead: a tree search over playouts, and an exact solver
// for round 12.
package search

import (
	"math"
	"math/bits"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/value"
	"ruhr/rules"
)

// Tree is a search tree over single decisions. It is open-loop: a node stands
// for what the seats did, and the markers drawn and countries revealed on the
// way there differ between playouts. Within a round nothing is random, so a
// node there is one position.
type Tree struct {
	g    *rules.Game
	root rules.State
	p    *policy.Learned // gives the priors
	r    rng.Source
	set  Settings

	sims    []simulation
	players []player

	nodes      []node
	spareNodes []node // of the previous tree, reused the next time a subtree is kept
	edges      edges
	capacity   int           // the number of edges at which no more nodes are added; see hasRoom
	line       []rules.State // the positions on the way to one that is looked for
}

// mostEdges limits a tree to about 120 MB, and to that and the size of the subtree
// once one was kept.
const mostEdges = 1 << 20

// Settings determine the strength of a search besides its playouts.
type Settings struct {
	Explore float64 // weight of the prior against the results (c in PUCT)
	First   float64 // how far below its parent an untried action is valued
	Prior   int32   // sharpness of the policy that gives priors, in 16ths
	Play    int32   // … that plays playouts
	// Horizon is how many rounds a playout lasts, including the one it begins in,
	// before a net estimates the result; 0 plays to the end of the game.
	Horizon int32
	// Best chooses by results among the actions visited at least 1/Best as often
	// as the most visited one; 0 takes the most visited one.
	Best int32
	// Batch is how many playouts several threads have under way at a time; 0 is few
	// at first and more as the tree grows.
	Batch int32
	// Eager adds a node before its playout, until the tree is full, as the first
	// generation did; otherwise nodes are added as results are, and see hasRoom.
	Eager bool
}

// node is one decision of one seat.
type node struct {
	key    uint16 // decision and seat
	n      uint8  // edges
	seat   uint8
	first  int32 // its edges
	next   int32 // the next node below the same edge with another key, -1 for none
	visits int32
}

// edge is one action at a node, with the sums of the results (see result) of the
// playouts through it.
type edge struct {
	action rules.Action
	prior  float32
	visits int32
	child  int32 // the first node below, -1 for none
	reward [4]int64
	vp     [4]int32
	vp2    [4]int64
	wins   [4]int32
}

type step struct{ node, edge int32 }

// NewTree makes a tree whose playouts run in a number of threads. Without a
// net they go to the end of the game.
func NewTree(l *policy.Tables, m *policy.Model, n *value.Net, set Settings, threads int) *Tree {
	t := &Tree{g: l.G, p: policy.NewLearned(l, m, set.Prior), set: set, capacity: mostEdges, line: make([]rules.State, deepest)}
	var v *leaves
	if n != nil && set.Horizon > 0 {
		v = newLeaves(l.G, n)
	}
	t.players = newPlayers(t.p, v, set.Play, threads)
	t.sims = make([]simulation, 1)
	if threads > 1 {
		t.sims = make([]simulation, 2*max(largestFlight, int(set.Batch)))
	}
	return t
}

// Clear empties the tree and keeps its memory.
func (t *Tree) Clear() {
	t.nodes = t.nodes[:0]
	t.edges.clear()
}

// Begin starts a new tree at a position. All its random numbers come from r.
func (t *Tree) Begin(s *rules.State, r rng.Source) {
	t.Clear()
	t.r, t.root = r, *s
	var nn newNode
	rated := t.p.Rate(s)
	t.describe(&nn, s, &rated)
	t.add(&nn)
}

// BeginThrough starts a new tree at a position, all of whose playouts take one
// legal action there.
func (t *Tree) BeginThrough(s *rules.State, a rules.Action, r rng.Source) {
	t.Clear()
	t.r, t.root = r, *s
	t.add(&newNode{key: keyOf(s), n: 1, seat: uint8(s.ToDecide()), action: [64]rules.Action{a}, prior: [64]float32{1}})
}

// ContinueAt keeps the subtree of a position if there is one, and starts a new
// tree otherwise.
func (t *Tree) ContinueAt(s *rules.State, r rng.Source) {
	if t.r = r; !t.reuse(s) {
		t.Begin(s, r)
	}
}

// Visits is the number of playouts in the tree.
func (t *Tree) Visits() int32 { return t.nodes[0].visits }

// Visited is the number of playouts that took an action at the root.
type Visited struct {
	Action rules.Action
	Visits int32
}

// Tried lists the actions at the root in the order of the legal list.
func (t *Tree) Tried() (list []Visited) {
	for _, e := range t.edges.of(&t.nodes[0]) {
		list = append(list, Visited{e.action, e.visits})
	}
	return list
}

// planVisits is how often a line must have been played for a plan to follow it.
const planVisits = 12

// Plan returns what the seat to decide at the root would do after one of its actions:
// its further actions, forced ones included, as they were tried most, until chance or
// another seat decides or few playouts went on.
func (t *Tree) Plan(a rules.Action) (plan []rules.Action) {
	s, at, who := t.root, int32(0), t.root.ToDecide()
	for {
		e := t.edgeOf(at, a)
		t.g.Play(&s, a)
		for s.Decides(who) && t.g.Legal(&s).Len() == 1 {
			plan = append(plan, t.g.Legal(&s).First())
			t.g.Play(&s, plan[len(plan)-1])
		}
		if e < 0 || !s.Decides(who) {
			return plan
		}
		if at = t.childAt(e, keyOf(&s)); at < 0 {
			return plan
		}
		next := t.mostVisited(at, t.g.Legal(&s))
		if next == nil || next.visits < planVisits {
			return plan
		}
		a = next.action
		plan = append(plan, a)
	}
}

// edgeOf is the edge of an action at a node, -1 for none.
func (t *Tree) edgeOf(at int32, a rules.Action) int32 {
	nd := &t.nodes[at]
	for i, e := range t.edges.of(nd) {
		if e.action == a {
			return nd.first + int32(i)
		}
	}
	return -1
}

// mostVisited is the edge of a node that was tried most among legal actions, nil for none.
func (t *Tree) mostVisited(at int32, legal rules.Legal) (most *edge) {
	list := t.edges.of(&t.nodes[at])
	for i := range list {
		if e := &list[i]; legal.Has(e.action) && (most == nil || e.visits > most.visits) {
			most = e
		}
	}
	return most
}

func keyOf(s *rules.State) uint16 { return uint16(s.Decision())<<8 | uint16(s.ToDecide()) }

// newNode is a node that is to be added to the tree.
type newNode struct {
	key    uint16
	n      uint8 // edges
	seat   uint8
	action [64]rules.Action
	prior  [64]float32
}

// describe describes the node of a position that a policy has rated.
func (t *Tree) describe(nn *newNode, s *rules.State, rated *policy.Rated) {
	tried := t.worthTrying(s).Mask
	l := t.g.Legal(s)
	total := uint32(0)
	i, k := 0, 0
	for m := l.Mask; m != 0; m &= m - 1 {
		// Every action gets some prior, so that none stays unvisited forever.
		odds := rated.Odds(i, t.set.Prior)>>4 + 1<<12
		i++
		if tried&(m&-m) != 0 {
			total += odds
			nn.action[k], nn.prior[k] = l.Base+rules.Action(bits.TrailingZeros64(m)), float32(odds)
			k++
		}
	}
	for i := range k {
		nn.prior[i] /= float32(total)
	}
	nn.key, nn.n, nn.seat = keyOf(s), uint8(k), uint8(s.ToDecide())
}

// add adds a node and returns its number.
func (t *Tree) add(nn *newNode) int32 {
	at := int32(len(t.nodes))
	first, edges := t.edges.add(int(nn.n))
	for i := range edges {
		edges[i] = edge{action: nn.action[i], prior: nn.prior[i], child: -1}
	}
	t.nodes = append(t.nodes, node{key: nn.key, n: nn.n, seat: nn.seat, first: first, next: -1})
	return at
}

// worthTrying lists the legal actions without those that another one
// dominates: with a pilot who costs nothing, a barge can go wherever it goes
// without (START-5, SAIL-1).
func (t *Tree) worthTrying(s *rules.State) rules.Legal {
	l := t.g.Legal(s)
	const none, pilot = rules.AOption + rules.Action(rules.NoOption), rules.AOption + rules.Action(rules.Pilot)
	if t.set.Horizon > 0 && s.Decision() == rules.ChooseOption && l.Has(none) && l.Has(pilot) {
		l.Mask &^= 1 << (none - l.Base)
	}
	return l
}

// descend selects a path down the tree and ends where the tree does or the game
// is over. It counts a visit on every edge of the path: until backUp adds
// the result, that is a loss for all seats (virtual loss), which steers
// playouts that start meanwhile elsewhere.
func (t *Tree) descend(f *simulation) {
	s := &f.s
	*s = t.root
	f.path, f.fresh = f.path[:0], false
	at := int32(0)
	before := rules.None // the purchase that led to this node, of the same seat
	var skip uint64
	for {
		e := t.selectEdge(at, s, before, skip)
		if e < 0 {
			return
		}
		f.path = append(f.path, step{at, e})
		t.nodes[at].visits++
		taken := t.edges.at(e)
		taken.visits++
		legal := t.g.Legal(s)
		a, who, decision := taken.action, s.ToDecide(), s.Decision()
		t.g.Play(s, a)
		t.forced(s)
		if s.Decision() == rules.Over {
			return
		}
		before, skip = rules.None, 0
		if decision == rules.Buy && s.Decision() == rules.Buy && s.ToDecide() == who {
			before, skip = a, legal.Mask
		}
		if at = t.childAt(e, keyOf(s)); at < 0 {
			if f.fresh = t.hasRoom(e); f.fresh && t.set.Eager {
				rated := t.p.Rate(s)
				t.describe(&f.newNode, s, &rated)
				t.grow(f)
			}
			return
		}
	}
}

// forced plays through chance and forced actions.
func (t *Tree) forced(s *rules.State) {
	for {
		policy.Settle(t.g, s, &t.r)
		l := t.g.Legal(s)
		if s.Decision() == rules.Over || l.Mask&(l.Mask-1) != 0 {
			return
		}
		t.g.Play(s, l.First())
	}
}

// hasRoom reports whether the tree may grow beyond an edge. The fuller it is, the
// more playouts must have passed the edge: what is left is for the lines that are
// looked at most.
func (t *Tree) hasRoom(e int32) bool {
	left := t.capacity - t.edges.count
	if t.set.Eager {
		return left >= 0
	}
	need := int32(1)
	for part := t.capacity / 2; left < part && part > 0; part /= 2 {
		need *= 2
	}
	return left > 0 && t.edges.at(e).visits >= need
}

// childAt finds the node an edge leads to, or gives -1.
func (t *Tree) childAt(e int32, key uint16) int32 {
	at := t.edges.at(e).child
	for at >= 0 && t.nodes[at].key != key {
		at = t.nodes[at].next
	}
	return at
}

// grow adds the node where a simulation left the tree, unless another one under
// way at the same time has added it.
func (t *Tree) grow(f *simulation) {
	if !f.fresh {
		return
	}
	e := f.path[len(f.path)-1].edge
	if t.childAt(e, f.newNode.key) < 0 {
		at := t.add(&f.newNode)
		from := t.edges.at(e)
		t.nodes[at].next, from.child = from.child, at
	}
	f.fresh = false
}

// selectEdge gives the edge to follow: the best for the seat to decide by
// value and, the less it was visited, by the policy's prior (PUCT). Edges that
// are not legal in this position are skipped. Purchases of one seat commute:
// only one order of them is searched, in which each is no lower than the one
// before or was not available then.
func (t *Tree) selectEdge(at int32, s *rules.State, before rules.Action, had uint64) int32 {
	nd := &t.nodes[at]
	legal := t.g.Legal(s)
	seat := int(nd.seat)
	parent := nd.visits
	sum := int64(0)
	edges := t.edges.of(nd)
	for i := range edges {
		sum += edges[i].reward[seat]
	}
	hope := 0.5
	if parent > 0 {
		hope = float64(sum)/float64(parent)/One - t.set.First
	}
	breadth := t.set.Explore * math.Sqrt(float64(parent+1))
	best, most := int32(-1), 0.0
	for i := range edges {
		e := &edges[i]
		if !legal.Has(e.action) || before != rules.None && late(before, e.action) && had>>(e.action-legal.Base)&1 != 0 {
			continue
		}
		q := hope
		if e.visits > 0 {
			q = float64(e.reward[seat]) / float64(e.visits) / One
		}
		// The conversions prevent fused operations, which would round differently on
		// different processors.
		u := float64(breadth*float64(e.prior)) / float64(1+e.visits)
		if w := q + float64(u); best < 0 || w > most {
			best, most = nd.first+int32(i), w
		}
	}
	return best
}

// late reports whether a purchase belongs before another in the canonical order:
// the inn first, then by number, the end last.
func late(before, a rules.Action) bool {
	return a != rules.ADone && buyRank(a) < buyRank(before)
}

func buyRank(a rules.Action) int {
	switch {
	case a >= rules.AInn:
		return -1
	case a == rules.ARepay:
		return 0
	}
	return int(a)
}

// backUp adds the node where a simulation left the tree. To everything on the
// path it adds what was found.
func (t *Tree) backUp(f *simulation) {
	t.grow(f)
	n := t.g.Seats()
	for _, st := range f.path {
		e := t.edges.at(st.edge)
		for who := range n {
			e.reward[who] += f.reward[who]
			e.vp[who] += f.vp[who]
			e.vp2[who] += f.vp2[who]
			e.wins[who] += f.wins[who]
		}
	}
}

// reuse reduces the tree to the part below a position and reports whether the
// position was in it. What chance decided in between is read off the position.
func (t *Tree) reuse(s *rules.State) bool {
	if len(t.nodes) == 0 || s.Round()-t.root.Round() > 1 {
		return false
	}
	at := t.find(0, &t.root, s, 0)
	if at < 0 {
		return false
	}
	if !t.tries(at, t.worthTrying(s)) {
		return false
	}
	old := *t
	t.nodes, t.edges = t.spareNodes[:0], old.edges.beside()
	t.copyFrom(&old, at)
	t.spareNodes = old.nodes
	t.edges.take(&old.edges)
	t.root = *s
	return true
}

// tries reports whether the edges of a node are exactly these actions. A node
// is shared by all outcomes of chance before it, and another outcome may have
// allowed other actions there, and as many.
func (t *Tree) tries(at int32, l rules.Legal) bool {
	nd := &t.nodes[at]
	for _, e := range t.edges.of(nd) {
		if !l.Has(e.action) {
			return false
		}
	}
	return int(nd.n) == l.Len()
}

// deepest is the greatest number of decisions between two of one seat: the
// others' whole turns of purchases.
const deepest = 40

func (t *Tree) find(at int32, s, want *rules.State, depth int) int32 {
	if *s == *want {
		return at
	}
	if depth == deepest {
		return -1
	}
	nd := &t.nodes[at]
	for e := nd.first; e < nd.first+int32(nd.n); e++ {
		via := t.edges.at(e)
		if via.child < 0 || !t.g.Legal(s).Has(via.action) {
			continue
		}
		next := &t.line[depth]
		*next = *s
		t.g.Play(next, via.action)
		if !t.follow(next, want) {
			continue
		}
		key := keyOf(next)
		for c := via.child; c >= 0; c = t.nodes[c].next {
			if t.nodes[c].key != key {
				continue
			}
			if f := t.find(c, next, want, depth+1); f >= 0 {
				return f
			}
		}
	}
	return -1
}

// follow plays through forced actions and the chance that want shows; it
// reports false if want shows another.
func (t *Tree) follow(s, want *rules.State) bool {
	for {
		switch s.Decision() {
		case rules.DrawMarker:
			drawn := s.Unseen() &^ want.Unseen()
			if bits.OnesCount32(drawn) != 1 || t.g.Draw(s, bits.TrailingZeros32(drawn)) != nil {
				return false
			}
		case rules.RevealCountry:
			if want.Country() < 0 || t.g.Reveal(s, want.Country()) != nil {
				return false
			}
		case rules.Over:
			return false
		default:
			l := t.g.Legal(s)
			if l.Mask&(l.Mask-1) != 0 || *s == *want {
				return true
			}
			t.g.Play(s, l.First())
		}
	}
}

// copyFrom copies a node and all below it.
func (t *Tree) copyFrom(o *Tree, at int32) int32 {
	nd := o.nodes[at]
	to := int32(len(t.nodes))
	first, list := t.edges.add(int(nd.n))
	t.nodes = append(t.nodes, node{nd.key, nd.n, nd.seat, first, -1, nd.visits})
	copy(list, o.edges.of(&nd))
	for e := range list {
		last := int32(-1)
		for c := list[e].child; c >= 0; c = o.nodes[c].next {
			n := t.copyFrom(o, c)
			if last < 0 {
				list[e].child = n
			} else {
				t.nodes[last].next = n
			}
			last = n
		}
	}
	return to
}
