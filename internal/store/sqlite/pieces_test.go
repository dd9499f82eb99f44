package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// All ratings are computed again in pieces, each in a transaction of its own: others see what
// the earlier ones made, and can write in between. One that is interrupted is not done.
func TestRatingsAreComputedInPieces(t *testing.T) {
	st := open(t, filepath.Join(t.TempDir(), "ruhr.db"))
	ctx := t.Context()
	const games = 120 // more than two pieces
	rating := func(body string) store.Rater {
		return func(r store.Result, _ store.Before) (map[store.Hash][]byte, error) {
			return map[store.Hash][]byte{r.Holders[0].Browser: []byte(body)}, nil
		}
	}
	for i := range games {
		r := store.Result{Table: store.NewID(), N: 1, Ended: int64(i), Pool: "two", Body: []byte("{}"), Holders: []store.Holder{{Browser: store.HashOf(fmt.Sprint(i))}}}
		require.Succeeds(t)(st.AddResult(ctx, r, rating("1")))
	}
	if n, err := st.Rerate(ctx, "8", rating("1")); err != nil || n != games {
		t.Fatalf("Rerate = %d, %v", n, err)
	}
	first := func() string {
		list, err := st.Ratings(t.Context(), store.HashOf("0"), 1)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return string(list[0].Body)
	}
	ends, stop := context.WithCancel(ctx)
	seen := ""
	_, did, err := st.RerateOnce(ends, "9", func(r store.Result, before store.Before) (map[store.Hash][]byte, error) {
		if r.Ended == games-1 {
			seen = first()
			stop()
		}
		return rating("2")(r, before)
	})
	if seen != "2" || did || err == nil {
		t.Errorf("at the last game the first one has rating %q, want 2; interrupted: %v, %v", seen, did, err)
	}
	if v, err := st.RatedBy(ctx); err != nil || v != "8" {
		t.Errorf("interrupted, the ratings are by %q, %v; want 8", v, err)
	}
	if n, did, err := st.RerateOnce(ctx, "9", rating("3")); n != games || !did || err != nil {
		t.Errorf("begun again: %d, %v, %v", n, did, err)
	}
	if v, err := st.RatedBy(ctx); first() != "3" || err != nil || v != "9" {
		t.Errorf("the first rating is %s, by %q, %v", first(), v, err)
	}
}
