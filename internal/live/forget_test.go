package live

import (
	"ruhr/internal/require"
	"testing"
)

// TestTablesAreForgotten checks that a hub that runs for months keeps nothing of
// the tables nobody looks at.
func TestTablesAreForgotten(t *testing.T) {
	h := NewHub()
	defer h.Close()
	h.Publish("nobody listens", 1)
	h.Subscribe("a", "b").Close()
	leave := h.Join("e", "anna")
	reader := h.Subscribe("e")
	leave()
	require.Equal(t, len(h.tables), 1, "tables kept while one has a reader")
	reader.Close()
	require.True(t, len(h.tables) == 0 && len(h.subs) == 0, "%d tables and %d subscriptions kept, want none", len(h.tables), len(h.subs))
}
