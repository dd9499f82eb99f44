package entrant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/rules"
)

// A match may give a learned computer player other settings, and the shipped
// weights read from a file change nothing.
func TestOptions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "weights.json")
	require.NoError(t, os.WriteFile(file, policy.WeightsJSON, 0o644))
	play := func(name string) rules.State {
		b, budget, err := Open(name)
		require.NoError(t, err)
		rival, err := bot.New("schiffer")
		require.NoError(t, err)
		g := rules.NewGame(board.Default(), 2, rules.Variant{})
		d := bot.NewDeal(g, 3)
		s, err := bot.Play(t.Context(), g, []bot.Seat{{Bot: b, Budget: budget}, {Bot: rival}}, &d, 1, nil)
		require.NoError(t, err)
		return s
	}
	for name, same := range map[string]string{
		"lotse:sharp=48:weights=" + file: "lotse", "reeder@30:explore=0.5:first=0.02:prior=12:play=28": "reeder@30",
	} {
		if play(name) != play(same) {
			t.Errorf("%s does not play as %s", name, same)
		}
	}
	for name, other := range map[string]string{"lotse:sharp=16": "lotse", "reeder@30:explore=4": "reeder@30"} {
		if play(name) == play(other) {
			t.Errorf("%s plays as %s", name, other)
		}
	}
	if Playouts("reeder:prior=8", 2) != Playouts("reeder", 2) {
		t.Error("other settings change the budget")
	}
	for name, want := range map[string]string{
		"schiffer:sharp=3": "only lotse", "lotse:luck=3": `no setting "luck"`, "reeder:explore=-1": `explore is "-1"`,
		"reeder:weights=/nonexistent": "there is no file", "lotse:": `no setting`,
	} {
		if _, _, err := Open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", name, err, want)
		}
	}
}

// A match may give a player its own number of playouts, one at least.
func TestOwnBudget(t *testing.T) {
	for name, want := range map[string]int{"reeder": 0, "reeder@1": 1, "reeder@300:prior=8": 300, "reeder@0": -1, "reeder@-5": -1, "reeder@": -1} {
		_, b, err := Open(name)
		if (err != nil) != (want < 0) || err == nil && b.Playouts != want {
			t.Errorf("%s has the budget %+v, %v; expected %d", name, b, err, want)
		}
	}
}

// Settings are numbers from 0 to 1000, some of them whole.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		one string
		ok  bool
	}{
		{"explore=0", true}, {"explore=1000", true}, {"explore=0.25", true}, {"explore=-0.1", false}, {"explore=1000.1", false}, {"explore=NaN", false}, {"explore=", false},
		{"prior=8", true}, {"prior=1000", true}, {"prior=0", true}, {"prior=0.5", false}, {"prior=1001", false}, {"luck=1", false},
	} {
		k := standard
		if err := k.set(c.one); (err == nil) != c.ok {
			t.Errorf("%s: %v, expected that it is taken: %v", c.one, err, c.ok)
		}
	}
	k := standard
	for _, one := range []string{"sharp=1", "prior=2", "play=3", "horizon=4", "best=5", "explore=0.5", "first=0.25"} {
		require.NoError(t, k.set(one))
	}
	if s := k.search; k.sharp != 1 || s.Prior != 2 || s.Play != 3 || s.Horizon != 4 || s.Best != 5 || s.Explore != 0.5 || s.First != 0.25 {
		t.Errorf("set to %d and %+v", k.sharp, s)
	}
}
