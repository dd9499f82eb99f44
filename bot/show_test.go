package bot

import (
	"math"
	"reflect"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

// What is shown is corrected, and what is chosen is not: a player decides as one
// whose figures are raw, with the same candidates in the same order, and the shares
// shown of all seats add up to one. What is solved exactly stays as it is.
func TestShow(t *testing.T) {
	compared, exact := 0, 0
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		for _, s := range bottest.Positions(t, g, 1, 7) {
			plain, _ := New("reeder")
			Raw(plain)
			raw := plain.Choose(t.Context(), g, &s, Budget{Playouts: 60}, chance(1))
			corrected, _ := New("reeder")
			shown := corrected.Choose(t.Context(), g, &s, Budget{Playouts: 60}, chance(1))
			if raw.Action != shown.Action || raw.Analysis.Playouts != shown.Analysis.Playouts {
				t.Fatalf("chose %v after %d playouts, raw %v after %d", shown.Action, shown.Analysis.Playouts, raw.Action, raw.Analysis.Playouts)
			}
			if raw.Analysis.Exact {
				exact++
				require.True(t, reflect.DeepEqual(raw, shown), "exact figures %+v are shown as %+v", raw, shown)
				continue
			}
			analysis.Show(g, &s, raw.Analysis.Candidates)
			require.True(t, reflect.DeepEqual(raw, shown), "shown are %+v, want %+v", shown, raw)
			for _, x := range shown.Analysis.Candidates {
				sum := 0.0
				for k := range seats {
					sum += x.Win[k]
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("shares of wins %v add up to %v", x.Win, sum)
				}
				compared++
			}
		}
	}
	require.True(t, compared >= 100 && exact != 0, "%d figures were corrected, %d lists exact", compared, exact)
}
