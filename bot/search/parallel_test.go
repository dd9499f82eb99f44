package search

import (
	"runtime"
	"testing"

	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/rules"
)

// Two threads find the same whatever their speed. Once all playouts are back no
// virtual loss is left, so every playout through an edge was won by somebody, and
// no node is there twice.
func TestTwoThreadsOnOneTree(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(bottest.DefaultBoard(t), seats, rules.Variant{})
		first := func() *Tree {
			return NewTree(policy.NewTables(g), policy.Models()[seats], nil, Standard1, 2)
		}
		for _, s := range bottest.Positions(t, g, 8, 30) {
			onOneTree(t, g, &s, first, 61)
		}
		growing := func() *Tree {
			return NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, 2)
		}
		for _, s := range bottest.Positions(t, g, 8, 1)[:2] {
			onOneTree(t, g, &s, growing, 20*perFlight)
		}
	}
}

func onOneTree(t *testing.T, g *rules.Game, s *rules.State, plant func() *Tree, playouts int) {
	t.Helper()
	var found [2][]edge
	for k := range found {
		tr := plant()
		tr.Begin(s, 5)
		old := runtime.GOMAXPROCS(k + 1)
		for left := playouts; left > 0; left -= tr.Run(left) {
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
	if len(found[0]) != len(found[1]) {
		t.Fatalf("%d edges alone, %d side by side", len(found[0]), len(found[1]))
	}
	for i, e := range found[0] {
		if e != found[1][i] {
			t.Fatalf("alone %+v, side by side %+v", e, found[1][i])
		}
		wins := int32(0)
		for _, w := range e.wins[:g.Seats()] {
			wins += w
		}
		if off := wins - winParts*e.visits; off > 0 || off < -e.visits*int32(g.Seats()) {
			t.Fatalf("%d playouts were won %d/%d times", e.visits, wins, winParts)
		}
	}
}

func checkChildren(t *testing.T, tr *Tree) {
	t.Helper()
	for i := range tr.nodes {
		for _, e := range tr.edges.of(&tr.nodes[i]) {
			seen := map[uint16]bool{}
			for c := e.child; c >= 0; c = tr.nodes[c].next {
				if seen[tr.nodes[c].key] {
					t.Fatalf("action %d leads to the same node twice", e.action)
				}
				seen[tr.nodes[c].key] = true
			}
		}
	}
}

// A panic in a playout can be recovered by the caller, whichever thread it is
// in.
func TestFailureInAnyThread(t *testing.T) {
	g := rules.NewGame(bottest.DefaultBoard(t), 2, rules.Variant{})
	s := bottest.Positions(t, g, 1, 4)[0]
	for n := range 2 {
		first := NewTree(policy.NewTables(g), policy.Models()[2], nil, Standard1, 2)
		first.Begin(&s, 1)
		checkFailure(t, first, n)
		grown := NewTree(policy.NewTables(g), policy.SearchModels()[2], value.Nets()[2], Standard, 2)
		grown.Begin(&s, 1)
		for grown.flight() < 2*smallestFlight {
			grown.Run(1)
		}
		checkFailure(t, grown, n)
	}
}

func checkFailure(t *testing.T, tr *Tree, thread int) {
	t.Helper()
	tr.players[thread].p = nil
	defer func() {
		if recover() == nil {
			t.Errorf("thread %d failed unnoticed", thread)
		}
	}()
	for range 100 {
		tr.Run(1000)
	}
}
