package rules_test

import (
	"testing"

	"ruhr/rules"
)

// A game with a listener goes as one without, by every action and every outcome;
// one whose list is nil has no listener.
func TestListeningChangesNothing(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		quiet := newGame(t, seats, rules.Variant{})
		var facts []rules.Fact
		loud, nobody := quiet.Noting(&facts), quiet.Noting(nil)
		r := lcg(seats)
		s := quiet.Start(0)
		emitted, silent := 0, map[rules.Decision]bool{}
		for s.Decision() != rules.Over {
			a, b := s, s
			facts = facts[:0]
			d := s.Decision()
			if d >= rules.DrawMarker {
				same := r
				r.chance(quiet, &s)
				again := same
				again.chance(loud, &a)
				same.chance(nobody, &b)
			} else {
				list := quiet.Legal(&s).Append(nil)
				action := list[r.intn(len(list))]
				quiet.Play(&s, action)
				loud.Play(&a, action)
				nobody.Play(&b, action)
				silent[d] = silent[d] || len(facts) == 0 && action != rules.ADone
			}
			if a != s || b != s {
				t.Fatalf("%d seats, round %d: who listens changes what decision %d leads to", seats, s.Round(), d)
			}
			emitted += len(facts)
		}
		for d, nothing := range silent {
			if nothing {
				t.Errorf("%d seats: an action of decision %d emitted no fact", seats, d)
			}
		}
		if emitted < 500 {
			t.Errorf("%d seats: %d facts in a whole game", seats, emitted)
		}
	}
}
