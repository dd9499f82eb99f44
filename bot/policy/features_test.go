package policy_test

import (
	"math/bits"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/rules"
)

// The features that training is given add up to the score that the policy plays by,
// which sums what several actions share only once.
func TestFeaturesAddUp(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		m := policy.Models()[seats]
		p := policy.NewLearned(policy.NewTables(g), m, policy.LotseSharp)
		for _, s := range bottest.Positions(t, g, 4, 1) {
			scores := p.Rate(&s).Scores
			l := g.Legal(&s)
			for i, k := 0, l.Mask; k != 0; i, k = i+1, k&(k-1) {
				a := l.Base + rules.Action(bits.TrailingZeros64(k))
				sum := int32(0)
				for _, f := range p.Features(a) {
					sum += int32(m.Weights[f.Which]) * int32(f.Amount)
				}
				if got, want := scores[i], sum/policy.Unit; got != want {
					t.Fatalf("%d seats, round %d, action %d: score %d, features say %d", seats, s.Round(), a, got, want)
				}
			}
		}
	}
}
