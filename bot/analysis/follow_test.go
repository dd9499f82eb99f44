package analysis_test

import (
	"slices"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// An earlier plan stays first where what now looks best is not clearly better.
func TestFollow(t *testing.T) {
	list := func(shares ...float64) (out []analysis.Candidate) {
		for i, w := range shares {
			out = append(out, analysis.Candidate{Action: rules.Action(i + 1), Win: [4]float64{w}})
		}
		return out
	}
	rare := list(0.5, 0.49)
	rare[1].Rare = true
	for _, x := range []struct {
		name  string
		a     analysis.Analysis
		plan  []rules.Action
		first rules.Action
		rest  []rules.Action
	}{
		{"no plan", analysis.Analysis{Candidates: list(0.5, 0.49), Plan: []rules.Action{7}}, nil, 1, []rules.Action{7}},
		{"about even", analysis.Analysis{Candidates: list(0.5, 0.47), Plan: []rules.Action{7}}, []rules.Action{2, 8}, 2, []rules.Action{8}},
		{"clearly worse", analysis.Analysis{Candidates: list(0.5, 0.45), Plan: []rules.Action{7}}, []rules.Action{2, 8}, 1, []rules.Action{7}},
		{"rarely tried", analysis.Analysis{Candidates: rare, Plan: []rules.Action{7}}, []rules.Action{2, 8}, 1, []rules.Action{7}},
		{"worked out", analysis.Analysis{Candidates: list(0.5, 0.5), Exact: true, Plan: []rules.Action{7}}, []rules.Action{2, 8}, 1, []rules.Action{7}},
		{"the best is the plan", analysis.Analysis{Candidates: list(0.5, 0.49), Plan: []rules.Action{7}}, []rules.Action{1, 8}, 1, []rules.Action{8}},
		{"not among them", analysis.Analysis{Candidates: list(0.5, 0.49), Plan: []rules.Action{7}}, []rules.Action{5, 8}, 1, []rules.Action{7}},
	} {
		before := slices.Clone(x.a.Candidates)
		x.a.Follow(x.plan, 0)
		if x.a.Candidates[0].Action != x.first || !slices.Equal(x.a.Plan, x.rest) || len(x.a.Candidates) != len(before) {
			t.Errorf("%s: %v first, then %v", x.name, x.a.Candidates[0].Action, x.a.Plan)
		}
	}
}
