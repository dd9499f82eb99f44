package guide

import (
	"encoding/json"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/rules/rulestest/rare"
)

// The lesson's markers and countries come in their order: demand near the lower
// towns first, high water in the fourth round, and a country for each round
// from the fourth on (SET-3, SET-4).
func TestDealHasItsOrder(t *testing.T) {
	g := load(t)
	d := Deal(g)
	for k, id := range bag {
		require.Equal(t, g.Board().Markers[d.Urn[k]].ID, id, "marker %d from the bag", k+1)
	}
	for k, id := range countries {
		require.Equal(t, g.Board().Port.Columns[d.Countries[k]], id, "country %d", k+1)
	}
	for _, m := range d.Obstacles {
		require.True(t, !slices.Contains(bag, g.Board().Markers[m].ID), "%s lies on the river and comes from the bag", g.Board().Markers[m].ID)
	}
}

// A board with other markers and countries is dealt what it has (SET-3, SET-4).
func TestDealOfOtherBoards(t *testing.T) {
	for seed := range uint64(8) {
		b, err := board.Load(rare.Board(seed))
		require.NoError(t, err)
		for _, calm := range []bool{false, true} {
			g := rules.NewGame(b, Seats, rules.Variant{CalmWater: calm})
			d := Deal(g)
			data, err := json.Marshal(d)
			require.NoError(t, err)
			require.Fails(t, nil, "board %d, calm water %v", seed, calm)(record.ReadDeal(g, data))
			left := b.CountryMarkers
			for _, c := range d.Countries {
				left[c]--
			}
			require.Equal(t, left, [board.Countries]int{}, "board %d: dealt %v, left over", seed, d.Countries)
		}
	}
}
