package bot

import (
	"runtime"
	"testing"

	"ruhr/rules"
)

// Two threads find the same whatever their pace, and what they have under way is
// accounted for once all have come back: every playout through an edge was won
// by somebody.
func TestTwoHandsOnOneTree(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(defaultBoard(t), seats, rules.Variant{})
		for _, s := range middle(t, g, 8, 4) {
			var found [2][]edge
			for k := range found {
				tr := newTree(newTables(g), modelFor(seats), tuned, 2)
				tr.begin(&s, 5)
				old := runtime.GOMAXPROCS(k + 1)
				for left := 101; left > 0; left -= tr.run(left) {
				}
				runtime.GOMAXPROCS(old)
				if n := tr.nodes[0].visits; n != 101 {
					t.Fatalf("%d playouts, expected 101", n)
				}
				found[k] = tr.edges
			}
			for i, e := range found[0] {
				if e != found[1][i] {
					t.Fatalf("alone %+v, side by side %+v", e, found[1][i])
				}
				wins := int32(0)
				for _, w := range e.wins {
					wins += w
				}
				if wins != 12*e.visits {
					t.Fatalf("%d playouts were won %d/12 times", e.visits, wins)
				}
			}
		}
	}
}

// A playout that fails can be caught by who grows the tree, whichever thread it
// is in.
func TestFailureInAnyHand(t *testing.T) {
	g := rules.NewGame(defaultBoard(t), 2, rules.Variant{})
	s := middle(t, g, 1, 4)[0]
	for n := range 2 * perThread {
		tr := newTree(newTables(g), modelFor(2), tuned, 2)
		tr.begin(&s, 1)
		tr.sims[n].p = nil
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("playout %d failed unnoticed", n)
				}
			}()
			tr.run(2 * perThread)
		}()
	}
}
