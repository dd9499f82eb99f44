package bot

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ruhr/bot/analysis"
	"ruhr/internal/require"
)

// Levels stand from the weakest up: each that searches has more playouts than
// the one below it, at any number of seats, and what takes time at a table is
// given some.
func TestLevelsRise(t *testing.T) {
	require.Equal(t, len(Levels()), 8, "levels")
	for seats := 2; seats <= 4; seats++ {
		last := 0
		for _, name := range Levels() {
			n := Playouts(name, seats)
			if n < last || n == last && n > 0 {
				t.Errorf("%s has %d playouts at %d seats, the level below it %d", name, n, seats, last)
			}
			last = n
			b, capped := TableBudget(name, seats), 0
			if name == "reeder" {
				capped = n
			}
			if (b.Time > 0) != (name == "reeder" || name == "bergrat") || b.Playouts != capped {
				t.Errorf("%s has %d playouts and at a table %+v", name, n, b)
			}
		}
	}
	if r, b := TableBudget("reeder", 2), TableBudget("bergrat", 2); r.Time < 100*time.Millisecond || b.Time != 10*r.Time {
		t.Errorf("Reeder takes %v, Bergrat %v; expected ten times as long", r.Time, b.Time)
	}
}

// The ladder was measured with the playouts that the levels have.
func TestMeasuredPlayouts(t *testing.T) {
	text, err := os.ReadFile("../docs/strength.md")
	require.NoError(t, err)
	told := strings.ReplaceAll(string(text), ",", "")
	for name, title := range map[string]string{"hafenmeister": "Hafenmeister", "kohlenhaendler": "Kohlenhändler", "reeder": "Reeder", "bergrat": "Bergrat"} {
		n := ownPlayouts[name]
		if row := fmt.Sprintf("| %s | %d | %d | %d |", title, n[2], n[3], n[4]); !strings.Contains(told, row) {
			t.Errorf("docs/strength.md has no row %q", row)
		}
	}
}

// What sets an action apart is the greatest difference on average that is worth
// a word and that chance hardly brings about.
func TestGreatestEdge(t *testing.T) {
	// Sums and sums of squares of 100 games.
	type sums struct{ sum, squares float64 }
	steady := func(mean float64) sums { return sums{100 * mean, 100 * mean * mean} }
	for _, c := range []struct {
		name  string
		found map[analysis.EdgeKind]sums
		want  analysis.Edge
	}{
		{"nothing", nil, analysis.Edge{}},
		{"just worth a word", map[analysis.EdgeKind]sums{analysis.EdgeLocks: steady(0.3125)}, analysis.Edge{Kind: analysis.EdgeLocks, Amount: 0.3125}},
		{"too little", map[analysis.EdgeKind]sums{analysis.EdgeLocks: steady(0.28125)}, analysis.Edge{}},
		{"Thaler must be more", map[analysis.EdgeKind]sums{analysis.EdgeThaler: steady(0.375)}, analysis.Edge{}},
		{"and are", map[analysis.EdgeKind]sums{analysis.EdgeThaler: steady(0.4375)}, analysis.Edge{Kind: analysis.EdgeThaler, Amount: 0.4375}},
		{"so must tokens", map[analysis.EdgeKind]sums{analysis.EdgeTokens: steady(0.375)}, analysis.Edge{}},
		{"the greatest", map[analysis.EdgeKind]sums{analysis.EdgeLocks: steady(1), analysis.EdgeExport: steady(2), analysis.EdgeDebts: steady(1.5)}, analysis.Edge{Kind: analysis.EdgeExport, Amount: 2}},
		{"against it", map[analysis.EdgeKind]sums{analysis.EdgeLocks: steady(-2)}, analysis.Edge{}},
		// The mean is 1 with a standard error of 0.39 or 0.41, and 2.5 of it are 0.975 or 1.025.
		{"chance hardly explains it", map[analysis.EdgeKind]sums{analysis.EdgeLocks: {100, 100 * (1 + 3.9*3.9)}}, analysis.Edge{Kind: analysis.EdgeLocks, Amount: 1}},
		{"chance may explain it", map[analysis.EdgeKind]sums{analysis.EdgeLocks: {100, 100 * (1 + 4.1*4.1)}}, analysis.Edge{}},
	} {
		var k comparison
		for kind, s := range c.found {
			k.sum[kind], k.squares[kind] = s.sum, s.squares
		}
		got := k.greatest(edgeEnds, 100)
		if got == (analysis.Edge{}) {
			got = k.greatest(edgeMeans, 100)
		}
		require.Equal(t, got, c.want, "%s", c.name)
	}
}
