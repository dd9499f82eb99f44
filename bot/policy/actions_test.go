package policy_test

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// TestEveryActionIsKnown fails for a verb of the rules that the policies do
// not know. Add what the action is worth (worth.go, worth_purchase.go), its
// features (features.go, features_purchase.go), after which the learned policy
// must be trained again, and its rule of thumb (heuristic.go). If it can
// happen in round 12, look at bot/search/exact.go too. Then add the verb here.
func TestEveryActionIsKnown(t *testing.T) {
	known := map[string]bool{}
	for _, do := range []string{
		"pay", "take", "remove", "place", "coal_hauler", "inn", "option", "transport", "supply", "start", "strand",
		"sell", "lock", "warehouse", "shift", "repay", "done",
	} {
		known[do] = true
	}
	for _, do := range rules.DoIDs {
		require.True(t, known[do], "no policy knows %q", do)
	}
}
