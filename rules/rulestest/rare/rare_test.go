package rare_test

import (
	"bytes"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/rules/rulestest/rare"
)

// Every altered board loads, is the same for the same seed and differs from
// the others in the order of its river.
func TestBoards(t *testing.T) {
	var rivers []string
	for seed := range uint64(4) {
		data := rare.Board(seed)
		b, err := board.Load(data)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !bytes.Equal(data, rare.Board(seed)) {
			t.Errorf("seed %d gives two different files", seed)
		}
		river := ""
		for _, s := range b.River {
			river += s.ID + " "
		}
		if slices.Contains(rivers, river) {
			t.Errorf("seed %d: the river of another seed", seed)
		}
		rivers = append(rivers, river)
	}
}
