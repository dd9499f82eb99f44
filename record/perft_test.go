package record

import (
	"encoding/json"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// The counts of action sequences match spec/examples/perft.json.
func TestExamplesPerft(t *testing.T) {
	data, err := spec.Examples.ReadFile("examples/perft.json")
	require.NoError(t, err)
	var counts []struct {
		Record    string
		At, Depth int
		Count     uint64
	}
	if err := json.Unmarshal(data, &counts); err != nil || len(counts) != 36 {
		t.Fatalf("%d counts, %v", len(counts), err)
	}
	for _, c := range counts {
		p := refereed(t, read(t, "examples/"+c.Record))
		require.Equal(t, p.Rules.Perft(p.After(c.At), c.Depth), c.Count, "sequences of %s at %d, depth %d", c.Record, c.At, c.Depth)
	}
}
