package policy

import (
	"slices"
	"testing"

	"ruhr/internal/require"
)

// The built-in weights are small and complete, and say how they were made.
func TestWeights(t *testing.T) {
	for name, file := range map[string][]byte{"weights": WeightsJSON, "search": searchJSON} {
		require.True(t, len(file) < 100_000, "%s: %d bytes, expected less than 100 kB", name, len(file))
		w, err := ReadWeights(file)
		require.NoError(t, err)
		for seats := 2; seats <= 4; seats++ {
			if m, _ := w.Model(seats); m == nil {
				t.Errorf("%s: nothing for %d seats", name, seats)
			}
		}
		require.True(t, w.Made.Command != "" && w.Made.Measured != "", "%s: made %+v", name, w.Made)
	}
	if lotse, search := Models()[2], SearchModels()[2]; !slices.Equal(lotse.Weights, search.Weights) {
		t.Error("at two seats Lotse has other weights than searches")
	}
	for _, bad := range []string{`{}`, `[]`, `{"format":"ruhr-weights/1","models":{"4":{"taste":[1],"weights":[]}}}`} {
		if _, err := ReadWeights([]byte(bad)); err == nil {
			t.Errorf("%s was taken for weights", bad)
		}
	}
}
