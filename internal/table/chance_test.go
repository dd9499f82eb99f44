package table

import (
	"fmt"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// A seed repeats the deals and the computer players' chance, and nothing of it
// is drawn twice: no decision has the numbers of the deals or of another one.
func TestSeed(t *testing.T) {
	var once, again Options
	Seed(&once, 7)
	Seed(&again, 7)
	row := func(intN func(int) int) (out []int) {
		for range 8 {
			out = append(out, intN(1<<30))
		}
		return out
	}
	deals := row(once.Random)
	require.Slices(t, row(again.Random), deals, "what the same seed deals")
	seen := map[string]string{fmt.Sprint(deals): "the deals"}
	for n := range 200 {
		what := fmt.Sprintf("decision %d", n)
		drawn := row(once.DecisionRandom(n).IntN)
		require.Slices(t, row(again.DecisionRandom(n).IntN), drawn, "%s: what the same seed draws", what)
		if other, taken := seen[fmt.Sprint(drawn)]; taken {
			t.Errorf("%s draws the numbers of %s", what, other)
		}
		seen[fmt.Sprint(drawn)] = what
	}
}

// What decides in place of a computer player that failed draws from that
// decision's chance, so that a game with a seed can be repeated.
func TestReplacementsAreRepeatable(t *testing.T) {
	d := newDen(t, 28)
	s := d.settled(d.create(game.NewSeat{Kind: game.Bot, Level: "broken"}, game.NewSeat{Kind: game.Bot, Level: "cheat"}).ID)
	replaced := 0
	for n, step := range s.Steps {
		if step.Auto {
			continue
		}
		p, f := d.past(d.Service, s.ID, n)
		legal := f.Rules.Legal(&p).Append(nil)
		if want := legal[d.opts.DecisionRandom(n).IntN(len(legal))]; step.Action != want {
			t.Fatalf("decision %d is %d, expected %d", n, step.Action, want)
		}
		replaced++
	}
	require.True(t, replaced >= 20, "only %d decisions were replaced", replaced)
	// Without a chance of their own they draw from the service's.
	d.opts.DecisionRandom = nil
	d.close(d.Service)
	d.Service = d.fresh()
	if s := d.settled(d.create(game.NewSeat{Kind: game.Bot, Level: "broken"}, game.NewSeat{Kind: game.Bot, Level: "cheat"}).ID); !s.Over {
		t.Errorf("not over: %s", text(t, s))
	}
}
