package rare_test

import (
	"bytes"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules/rulestest/rare"
)

// Every altered board loads, is the same for the same seed and differs from
// the others in the order of its river.
func TestBoards(t *testing.T) {
	var rivers []string
	for seed := range uint64(4) {
		data := rare.Board(seed)
		b, err := board.Load(data)
		require.ErrorIs(t, err, nil, "seed %d", seed)
		require.True(t, bytes.Equal(data, rare.Board(seed)), "seed %d gives two different files", seed)
		river := ""
		for _, s := range b.River {
			river += s.ID + " "
		}
		require.True(t, !slices.Contains(rivers, river), "seed %d: the river of another seed", seed)
		rivers = append(rivers, river)
	}
}
