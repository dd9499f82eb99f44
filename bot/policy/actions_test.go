package policy_test

import (
	"testing"

	"ruhr/rules"
)

// TestEveryActionIsKnown fails where the rules have a verb that no policy was
// taught. Teach it what the action is worth (worth.go, worth_purchase.go), how it
// is described to the learned policy (features.go, features_purchase.go), which
// must then be trained again as its features have moved, and its rule of thumb
// (heuristic.go); what is done in round 12 also concerns bot/search/exact.go. Then
// add the verb here.
func TestEveryActionIsKnown(t *testing.T) {
	known := map[string]bool{}
	for _, do := range []string{
		"pay", "take", "remove", "place", "coal_hauler", "inn", "option", "transport", "supply", "start", "strand",
		"sell", "lock", "warehouse", "shift", "repay", "done",
	} {
		known[do] = true
	}
	for _, do := range rules.DoIDs {
		if !known[do] {
			t.Errorf("no policy knows %q", do)
		}
	}
}
