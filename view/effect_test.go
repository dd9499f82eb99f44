package view

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// What an action brings other seats is added up for each of them; the parts
// stay apart, with their rules.
func TestGainsOfOthers(t *testing.T) {
	e := effect{who: 0}
	for _, f := range []rules.Fact{
		{Kind: rules.FThaler, Seat: 1, Rule: rules.SAIL6, A: 1},
		{Kind: rules.FThaler, Seat: 2, Rule: rules.SAIL6, A: 1},
		{Kind: rules.FVP, Seat: 1, Rule: rules.BUY11, A: 2},
		{Kind: rules.FThaler, Seat: 0, Rule: rules.SAIL3, A: 4},
		{Kind: rules.FThaler, Seat: 0, Rule: rules.BUY2, A: -3},
		{Kind: rules.FVP, Seat: 0, Rule: rules.DEBT4, A: -1},
	} {
		e.gain(f)
	}
	require.Slices(t, e.Others, []Gain{{Seat: 1, Thaler: 1, VP: 2}, {Seat: 2, Thaler: 1}}, "others gain")
	if e.Thaler != 1 || e.VP != -1 || e.Price != 3 || len(e.Parts) != 6 {
		t.Errorf("%d Thaler, %d VP, price %d, %d parts; expected 1, -1, 3, 6", e.Thaler, e.VP, e.Price, len(e.Parts))
	}
}

// A trip goes through all spaces between its ends, both ways along the river.
func TestPath(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     []int
	}{{2, 5, []int{2, 3, 4, 5}}, {5, 3, []int{5, 4, 3}}, {4, 4, []int{4}}, {-1, 7, []int{7}}, {0, 1, []int{0, 1}}} {
		require.Slices(t, path(c.from, c.to), c.want, "from %d to %d", c.from, c.to)
	}
}
