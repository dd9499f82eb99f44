package bot

import (
	"math"
	"reflect"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

// An analyst says the same of a position whatever it was asked before, and of one
// action what it says of it among the others, as nearly as playouts tell.
func TestAnalyst(t *testing.T) {
	const playouts = 400
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	used := NewAnalyst(g, playouts)
	compared := 0
	for _, s := range bottest.Positions(t, g, 4, 23) {
		if g.Legal(&s).Len() < 2 {
			continue
		}
		found, err := used.Position(t.Context(), &s, false)
		if err != nil || len(found.Candidates) == 0 {
			t.Fatal(found, err)
		}
		best := found.Candidates[0]
		value, err := used.Value(t.Context(), &s, best.Action)
		require.Must(t, err == nil && value.Action == best.Action, "value of %v: %+v, %v", best.Action, value, err)
		fresh := NewAnalyst(g, playouts)
		alone, _ := fresh.Value(t.Context(), &s, best.Action)
		again, _ := fresh.Position(t.Context(), &s, false)
		require.True(t, reflect.DeepEqual(found, again) && alone == value, "round %d: another analyst says something else", s.Round())
		quick, _ := used.Position(t.Context(), &s, true)
		if found.Exact {
			continue
		}
		if quick.Playouts > playouts/8 || found.Playouts <= playouts/8 || value.Playouts < playouts/2 {
			t.Errorf("%d playouts, quickly %d, %d for one action", found.Playouts, quick.Playouts, value.Playouts)
		}
		compared++
		for k := range g.Seats() {
			if math.Abs(value.Win[k]-best.Win[k]) > 0.2 || math.Abs(value.VP[k]-best.VP[k]) > 2.5 {
				t.Errorf("round %d, seat %d: %.2f and %.1f VP, alone %.2f and %.1f", s.Round(), k, best.Win[k], best.VP[k], value.Win[k], value.VP[k])
			}
		}
	}
	require.True(t, compared >= 5, "compared %d positions", compared)
}
