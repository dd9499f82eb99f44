package rules_test

import (
	"testing"

	"ruhr/rules"
	"ruhr/rules/random"
)

// A position laid out again is the same state, wherever no turn is half done.
func TestLayoutSet(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := newGame(t, seats, rules.Variant{})
		for seed := range uint64(30) {
			r := random.New(seed)
			s := g.Start(r.Below(seats))
			same := 0
			for s.Decision() != rules.Over {
				switch s.Decision() {
				case rules.DrawMarker, rules.RevealCountry:
					r.Chance(g, &s)
					continue
				case rules.ChooseOption, rules.Sell, rules.Buy:
					again, err := g.Set(g.Layout(&s))
					if err != nil {
						t.Fatal(err)
					}
					if again != s {
						t.Fatalf("seed %d, round %d: laid out again\n%+v\nis not\n%+v", seed, s.Round(), again, s)
					}
					same++
				}
				legal := g.Legal(&s)
				g.Play(&s, legal.Nth(r.Below(legal.Len())))
			}
			if same < 40 {
				t.Fatalf("only %d positions compared", same)
			}
		}
	}
}
