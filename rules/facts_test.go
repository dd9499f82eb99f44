package rules_test

import (
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// ofTheTable are the kinds of fact that happen to no seat.
var ofTheTable = map[rules.FactKind]bool{
	rules.FRound: true, rules.FPhase: true, rules.FMarker: true, rules.FNoMarker: true, rules.FDemand: true, rules.FPilotBan: true,
	rules.FTrackDie: true, rules.FDuty: true, rules.FCountry: true, rules.FStage: true, rules.FOffTrack: true, rules.FOver: true,
}

// A game with a listener goes as one without, by every action and every outcome;
// one whose list is nil has no listener.
func TestListeningChangesNothing(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		quiet := newGame(t, seats, rules.Variant{})
		var facts []rules.Fact
		loud, nobody := quiet.WithFacts(&facts), quiet.WithFacts(nil)
		r := lcg(seats)
		s := quiet.Start(0)
		var begun []int
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
			require.Must(t, a == s && b == s, "%d seats, round %d: who listens changes what decision %d leads to", seats, s.Round(), d)
			emitted += len(facts)
			for _, f := range facts {
				if f.Kind == rules.FRound {
					begun = append(begun, int(f.A))
				}
				if nobody := ofTheTable[f.Kind] || f.Kind == rules.FExport && f.Rule == rules.EXP1 || f.Kind == rules.FDie && f.Rule == rules.WATER3; nobody != (f.Seat == -1) {
					t.Fatalf("%d seats, round %d: %+v happened to seat %d", seats, s.Round(), f, f.Seat)
				}
			}
		}
		for d, nothing := range silent {
			require.True(t, !nothing, "%d seats: an action of decision %d emitted no fact", seats, d)
		}
		if want := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; !slices.Equal(begun, want) {
			t.Errorf("%d seats: rounds %v begin after the first (ORDER-1), expected %v", seats, begun, want)
		}
		require.True(t, emitted >= 500, "%d seats: %d facts in a whole game", seats, emitted)
	}
}
