package policy_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// TestFingerprint pins the evaluator's worth and the learned policy's score of
// every legal action, and what each policy picks, in games played at random,
// by rules of thumb, and well. If a change is intended, run
//
//	go test ./bot/policy -run Fingerprint -args -update
func TestFingerprint(t *testing.T) {
	var got strings.Builder
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		l := policy.NewTables(g)
		learned := policy.NewLearned(l, policy.Models()[seats], policy.LotseSharp)
		players := map[string]policy.Policy{
			"uniform": policy.NewUniform(g), "heuristic": policy.NewHeuristic(g, 40),
			"greedy": policy.NewGreedy(l, &policy.HandMadeParams, 0), "noisy": policy.NewGreedy(l, &policy.HandMadeParams, 12),
			"learned": learned,
		}
		value := policy.NewEvaluator(l, &policy.HandMadeParams)
		for _, name := range []string{"uniform", "heuristic", "greedy", "noisy", "learned"} {
			var picks, worths, scores bottest.Hash
			for k := range 10 {
				r := rng.Seeded(77, uint64(k))
				s := g.Start(r.Below(seats))
				for policy.Settle(g, &s, &r); s.Decision() != rules.Over; policy.Settle(g, &s, &r) {
					legal := g.Legal(&s)
					if legal.Len() > 1 {
						value.SetPosition(&s)
						for m := legal.Mask; m != 0; m &= m - 1 {
							worths.Add(value.Worth(legal.Base + rules.Action(bits.TrailingZeros64(m))))
						}
						for _, x := range learned.Rate(&s).Scores {
							scores.Add(int(x))
						}
					}
					a := players[name].Pick(&s, &r)
					picks.Add(int(a))
					g.Play(&s, a)
				}
			}
			fmt.Fprintf(&got, "%-9s %d seats: picks %016x worths %016x scores %016x\n", name, seats, picks, worths, scores)
		}
	}
	bottest.Fingerprint(t, "testdata/fingerprint.txt", got.String())
}
