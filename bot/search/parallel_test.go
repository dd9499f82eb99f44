package search

import (
	"runtime"
	"testing"

	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/rules"
)

// Two threads find the same whatever their speed, and once all playouts are
// back no virtual loss is left: every playout through an edge was won by
// somebody.
func TestTwoThreadsOnOneTree(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(bottest.DefaultBoard(t), seats, rules.Variant{})
		for _, s := range bottest.Positions(t, g, 8, 30) {
			var found [2][]edge
			for k := range found {
				tr := NewTree(policy.NewTables(g), policy.Models()[seats], nil, Standard1, 2)
				tr.Begin(&s, 5)
				old := runtime.GOMAXPROCS(k + 1)
				for left := 61; left > 0; left -= tr.Run(left) {
				}
				runtime.GOMAXPROCS(old)
				if n := tr.nodes[0].visits; n != 61 {
					t.Fatalf("%d playouts, expected 61", n)
				}
				found[k] = nil
				for i := range tr.nodes {
					found[k] = append(found[k], tr.edges.of(&tr.nodes[i])...)
				}
			}
			for i, e := range found[0] {
				if e != found[1][i] {
					t.Fatalf("alone %+v, side by side %+v", e, found[1][i])
				}
				wins := int32(0)
				for _, w := range e.wins {
					wins += w
				}
				if wins != winParts*e.visits {
					t.Fatalf("%d playouts were won %d/%d times", e.visits, wins, winParts)
				}
			}
		}
	}
}

// A panic in a playout can be recovered by the caller, whichever thread it is
// in.
func TestFailureInAnyThread(t *testing.T) {
	g := rules.NewGame(bottest.DefaultBoard(t), 2, rules.Variant{})
	s := bottest.Positions(t, g, 1, 4)[0]
	for n := range 2 * perThread {
		tr := NewTree(policy.NewTables(g), policy.Models()[2], nil, Standard1, 2)
		tr.Begin(&s, 1)
		tr.sims[n].p = nil
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("playout %d failed unnoticed", n)
				}
			}()
			tr.Run(2 * perThread)
		}()
	}
}
