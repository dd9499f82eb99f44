package cli

import (
	"strings"
	"testing"

	"ruhr/internal/require"
)

func TestInvite(t *testing.T) {
	for _, c := range []struct{ flag, want string }{
		{"collier=python3 collier.py", ""},
		{"collier", "expected NAME=COMMAND"},
		{"Big Name=x", "expected NAME=COMMAND"},
		{"reeder=x", "a computer player is already called reeder"},
		{"collier=", "needs a command"},
	} {
		g, err := newExternalBots([]string{c.flag})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.flag, err)
		case c.want == "":
			require.True(t, len(g.names) == 1 && g.names[0] == "collier", "the external bots are %v", g.names)
			require.True(t, g.programs["collier"].Rest == externalBotRest, "a program that was left alone never comes back")
			require.Succeeds(t)(g.open("lotse"))
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: %v, expected %q", c.flag, err, c.want)
		}
	}
}

// Programs take their time as those that search do; the others decide at once.
func TestWhoIsSlow(t *testing.T) {
	g, err := newExternalBots([]string{"collier=python3 collier.py"})
	require.NoError(t, err)
	for level, slow := range map[string]bool{"collier": true, "bergrat": true, "reeder": true, "lotse": false, "schiffsjunge": false} {
		if g.searches(level) != slow {
			t.Errorf("%s is slow: %v", level, !slow)
		}
	}
}
