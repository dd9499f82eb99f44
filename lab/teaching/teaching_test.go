package teaching

import (
	"bytes"
	"os"
	"testing"

	"ruhr/guide"
	"ruhr/internal/require"
)

// Over hundreds of guided games, random and sensible ones, every idea is
// explained within the first three rounds or by its own.
// The page says how soon.
func TestEveryIdeaIsToldInTime(t *testing.T) {
	played, err := games()
	require.NoError(t, err)
	if len(played) < 300 {
		t.Errorf("%d games, expected 300", len(played))
	}
	for _, r := range rows(played) {
		if r.missing > 0 {
			t.Errorf("%s is never explained in %d games", r.Key, r.missing)
		}
		if latest := max(3, r.By); r.worst.round > latest {
			t.Errorf("%s is explained in round %d, expected by round %d", r.Key, r.worst.round, latest)
		}
	}
	known := map[string]bool{}
	for _, idea := range guide.Ideas {
		known[idea.Key] = true
	}
	for _, game := range played {
		for idea := range game {
			if !known[idea] {
				t.Errorf("%s is explained, and is not one of guide.Ideas", idea)
			}
		}
	}
}

func TestThePageIsFresh(t *testing.T) {
	var want bytes.Buffer
	require.NoError(t, write(&want))
	got, err := os.ReadFile("../teaching.md")
	require.NoError(t, err)
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("lab/teaching.md is stale: go run ./cmd/ruhr-lab teaching > lab/teaching.md")
	}
}
