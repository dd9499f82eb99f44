package search

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/rules"
)

// TestFingerprint pins what searches find at fixed positions: playouts and VP
// of every action, with playouts to the end of the game and of the round, in one
// thread and in two, with a tree kept from the position before, exactly in
// round 12, and in flights. If a change is intended, run
//
//	go test ./bot/search -run Fingerprint -args -update
func TestFingerprint(t *testing.T) {
	var got strings.Builder
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		var tree, exact bottest.Hash
		trees := []*Tree{
			NewTree(policy.NewTables(g), policy.Models1()[seats], nil, Standard1, 1),
			NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, 1),
			NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, 2),
		}
		flights := trees[2]
		v := NewSolver(g)
		positions := bottest.Positions(t, g, 5, 1)
		for i, s := range positions {
			if list, ok := v.Solve(t.Context(), &s, 2000, time.Time{}); ok {
				addAll(&exact, list)
			}
			if i%12 > 1 {
				continue
			}
			for _, tr := range trees {
				tr.ContinueAt(&s, 9)
				tr.Think(t.Context(), Limit{Playouts: 24})
				a, list := tr.Conclude()
				tree.Add(int(a))
				addAll(&tree, list)
			}
		}
		flights.Begin(&positions[0], 9)
		flights.Think(t.Context(), Limit{Playouts: 3000})
		var flying bottest.Hash
		_, list := flights.Conclude()
		addAll(&flying, list)
		fmt.Fprintf(&got, "%d seats: tree %016x exact %016x flights %016x\n", seats, tree, exact, flying)
	}
	bottest.Fingerprint(t, "testdata/fingerprint.txt", got.String())
}

func addAll(h *bottest.Hash, list []analysis.Candidate) {
	for _, c := range list {
		h.Add(int(c.Action), c.Playouts)
		for who := range c.VP {
			for _, x := range []float64{c.VP[who], c.Low[who], c.High[who], c.Win[who]} {
				h.Add(int(math.Round(x * 1000)))
			}
		}
	}
}
