package search

import (
	"runtime"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/internal/require"
	"ruhr/rules"
)

// Two and three threads find the same whatever their speed. Once all playouts are
// back no virtual loss is left, so every playout through an edge was won by
// somebody, and no node is there twice: in a new tree, in a kept one, and in one
// that is full.
func TestThreadsOnOneTree(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		first := func() *Tree {
			return NewTree(policy.NewTables(g), policy.Models()[seats], nil, Standard1, 2)
		}
		for _, s := range bottest.Positions(t, g, 8, 30) {
			onOneTree(t, []rules.State{s}, first, 61)
		}
		present := func(threads, capacity int) func() *Tree {
			return func() *Tree {
				tr := NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, threads)
				tr.capacity = capacity
				return tr
			}
		}
		all := bottest.Positions(t, g, 8, 1)
		onOneTree(t, all[:2], present(2, mostEdges), 20*visitsPerDeparture)
		onOneTree(t, all[len(all)/2:len(all)/2+1], present(3, mostEdges), 20*visitsPerDeparture)
		onOneTree(t, all[len(all)-seats*8:][:1], present(2, 1000), 10*visitsPerDeparture)
	}
}

// onOneTree searches positions one after the other.
func onOneTree(t *testing.T, positions []rules.State, plant func() *Tree, playouts int) {
	t.Helper()
	var found [2][]edge
	var trees [2]*Tree
	for k := range found {
		tr := plant()
		trees[k] = tr
		old := runtime.GOMAXPROCS(k + 1)
		for i := range positions {
			tr.ContinueAt(&positions[i], 5)
			for left := playouts - int(tr.Visits()); left > 0; left -= tr.Run(left) {
			}
		}
		runtime.GOMAXPROCS(old)
		if n := tr.nodes[0].visits; int(n) != playouts {
			t.Fatalf("%d playouts, expected %d", n, playouts)
		}
		for i := range tr.nodes {
			found[k] = append(found[k], tr.edges.of(&tr.nodes[i])...)
		}
		checkChildren(t, tr)
	}
	require.Must(t, len(found[0]) == len(found[1]), "%d edges alone, %d side by side", len(found[0]), len(found[1]))
	for i, e := range found[0] {
		require.Must(t, e == found[1][i], "alone %+v, side by side %+v", e, found[1][i])
		checkWins(t, trees[0], &e)
	}
}

// checkWins checks that the wins of all seats are as many as the playouts, but for
// what estimates round down.
func checkWins(t *testing.T, tr *Tree, e *edge) {
	t.Helper()
	wins := int32(0)
	for _, w := range e.wins[:tr.g.Seats()] {
		wins += w
	}
	lost := winParts*e.visits - wins
	most := int32(0)
	if tr.set.Horizon > 0 {
		most = e.visits * int32(tr.g.Seats()-1)
	}
	require.Must(t, lost >= 0 && lost <= most, "%d playouts were won %d/%d times", e.visits, wins, winParts)
}

func checkChildren(t *testing.T, tr *Tree) {
	t.Helper()
	for i := range tr.nodes {
		for _, e := range tr.edges.of(&tr.nodes[i]) {
			seen := map[uint16]bool{}
			for c := e.child; c >= 0; c = tr.nodes[c].next {
				require.Must(t, !seen[tr.nodes[c].key], "action %d leads to the same node twice", e.action)
				seen[tr.nodes[c].key] = true
			}
		}
	}
}

// A panic in a playout can be recovered by the caller, whichever thread it is
// in.
func TestFailureInAnyThread(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := bottest.Positions(t, g, 1, 4)[0]
	for n := range 2 {
		first := NewTree(policy.NewTables(g), policy.Models()[2], nil, Standard1, 2)
		first.Begin(&s, 1)
		checkFailure(t, first, n)
		grown := NewTree(policy.NewTables(g), policy.SearchModels()[2], value.Nets()[2], Standard, 2)
		grown.Begin(&s, 1)
		for n, _ := grown.runSize(); n < 2*smallestFlight; n, _ = grown.runSize() {
			grown.Run(1)
		}
		checkFailure(t, grown, n)
	}
}

func checkFailure(t *testing.T, tr *Tree, thread int) {
	t.Helper()
	tr.players[thread].p = nil
	defer func() {
		require.True(t, recover() != nil, "thread %d failed unnoticed", thread)
	}()
	for range 100 {
		tr.Run(1000)
	}
}

// A search with several threads ends soon after its time, whatever its run has
// left.
func TestStopsBetweenFlights(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := bottest.Positions(t, g, 1, 4)[0]
	tr := NewTree(policy.NewTables(g), policy.SearchModels()[2], value.Nets()[2], Standard, 2)
	tr.Begin(&s, 1)
	for tr.Visits() < 4*visitsPerDeparture {
		tr.Run(1)
	}
	flight, run := tr.runSize()
	asked := 0
	got := tr.runUntil(run, func() bool { asked++; return asked == 3 })
	require.Equal(t, got, 3*flight, "playouts of %d", run)
}

// A tree has no more playouts than its sums can hold, whatever the limit.
func TestMostPlayouts(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := bottest.Positions(t, g, 1, 4)[0]
	tr := NewTree(policy.NewTables(g), policy.SearchModels()[2], value.Nets()[2], Standard, 1)
	tr.Begin(&s, 1)
	const before = mostPlayouts/2 - 50
	for i := range tr.edges.of(&tr.nodes[0])[:2] { // two, so that nothing is decided
		e := tr.edges.at(tr.nodes[0].first + int32(i))
		e.visits, e.wins[0], e.vp[0] = before, before*winParts, before*90*vpParts
		tr.nodes[0].visits += before
	}
	tr.Think(t.Context(), Limit{Playouts: mostPlayouts + 100})
	require.Equal(t, tr.Visits(), mostPlayouts, "playouts")
}
