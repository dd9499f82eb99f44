package bot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/rules"
)

// A match may give a learned computer player other settings, and the shipped
// weights read from a file change nothing.
func TestOptions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "weights.json")
	if err := os.WriteFile(file, policy.WeightsJSON, 0o644); err != nil {
		t.Fatal(err)
	}
	play := func(name string) rules.State {
		b, budget, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(bottest.DefaultBoard(t), 2, rules.Variant{})
		d := NewDeal(g, 3)
		s, err := Play(t.Context(), g, []Seat{{b, budget}, quickly("schiffer")}, &d, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
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
