package game

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// Deciding oneself ends the orders of a phase, but not those of what others see.
func TestOrdersDropped(t *testing.T) {
	f := &Game{base: &base{}, orders: [][]Order{{{Round: 3, Phase: rules.Sale, Max: -1}}}}
	g := f.Clone()
	g.dropOrders(0, 3, rules.Start)
	require.True(t, len(g.orders[0]) == 1, "orders of another phase are dropped")
	g.dropOrders(0, 3, rules.Sale)
	require.True(t, len(g.orders[0]) == 0 && len(f.orders[0]) == 1, "the orders are still there, or gone from what others see")
}
