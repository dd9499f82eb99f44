package cli

import "testing"

// A record of an older version of the rules is refereed, with a note.
func TestOlderRulesAreNamed(t *testing.T) {
	for _, c := range []struct {
		played, current int
		want            string
	}{
		{1, 1, ""},
		{2, 2, ""},
		{1, 2, "a.json: played by rules version 1, refereed by version 2"},
	} {
		if got := olderRules("a.json", c.played, c.current); got != c.want {
			t.Errorf("%d by %d: %q, expected %q", c.played, c.current, got, c.want)
		}
	}
}
