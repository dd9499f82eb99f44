package view_test

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// Every rule comes from a section of the rulebook; what is no rule does not.
func TestSections(t *testing.T) {
	for k, id := range rules.RuleIDs {
		if got := view.Section(rules.Rule(k)); (got == "") != (rules.Rule(k) == rules.NoRule) {
			t.Errorf("rule %q comes from section %q", id, got)
		}
	}
	require.Equal(t, view.Section(rules.Rule(len(rules.RuleIDs))), "", "the section of a rule that does not exist")
	for rule, want := range map[rules.Rule]string{rules.SAIL3: "6.4", rules.SAIL4: "6.2", rules.BUY8: "6.5.2"} {
		require.Equal(t, view.Section(rule), want, "the section of %s", rule)
	}
}
