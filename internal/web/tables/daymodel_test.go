package tables

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// Equal VP share a rank in the lists of a day, as they do where the viewer stands.
func TestEqualGamesOfADayShareARank(t *testing.T) {
	var lines []table.DayLine
	for _, vp := range []int{60, 55, 55, 55, 40} {
		lines = append(lines, table.DayLine{DayGame: store.DayGame{Table: store.NewID(), DayEnd: store.DayEnd{VP: vp}}})
	}
	var ranks []int
	for _, row := range new(dayModel).rows(&table.Day{}, lines) {
		ranks = append(ranks, row.Rank)
	}
	require.Slices(t, ranks, []int{1, 2, 2, 2, 5}, "ranks")
}
