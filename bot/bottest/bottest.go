// Package bottest provides positions and fingerprints for tests of computer
// players.
package bottest

import (
	"testing"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// Positions are the positions before every nth decision of a game between players by
// the hand-made evaluator, without those that offer no choice; n is every.
func Positions(t testing.TB, g *rules.Game, seed uint64, every int) (out []rules.State) {
	shuffle := rng.Seeded(seed, 0xdea1)
	d := record.NewDeal(g, shuffle.Below)
	p := policy.NewGreedy(policy.NewTables(g), &policy.HandMadeParams, 0)
	r := rng.Source(seed)
	s := d.Start(g)
	for n := 0; s.Decision() != rules.Over; n++ {
		if n%every == 0 && g.Legal(&s).Len() > 1 {
			out = append(out, s)
		}
		require.NoError(t, d.Apply(g, &s, p.Pick(&s, &r)))
	}
	return out
}
