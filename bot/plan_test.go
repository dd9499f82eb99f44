package bot

import (
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/rules"
)

// A plan consists of legal actions of the seat that was advised. One that follows it
// and asks again is told to go on, unless the next step now looks clearly worse.
func TestHintsFollowTheirPlan(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	budget, plans, asked := Budget{Playouts: 400}, 0, 0
	for _, s := range bottest.Positions(t, g, 3, 5) {
		a := Hint(t.Context(), g, &s, budget, nil)
		next, who := s, s.ToDecide()
		g.Play(&next, a.Candidates[0].Action)
		for i, step := range a.Plan {
			if !next.Decides(who) || !g.Legal(&next).Has(step) {
				t.Fatalf("round %d: %v is not a legal action of seat %d", s.Round(), g.Move(step), who)
			}
			if g.Legal(&next).Len() > 1 {
				asked++
				b := Hint(t.Context(), g, &next, budget, a.Plan[i:])
				first := b.Candidates[0]
				k := slices.IndexFunc(b.Candidates, func(c analysis.Candidate) bool { return c.Action == step })
				if first.Action != step && (k < 0 || first.Win[who]-b.Candidates[k].Win[who] <= analysis.Even) {
					t.Errorf("round %d: after a plan of %v advice is %v", s.Round(), g.Move(step), g.Move(first.Action))
				}
			}
			g.Play(&next, step)
		}
		plans += min(1, len(a.Plan))
	}
	require.True(t, plans >= 10 && asked >= 10, "%d plans, advice asked for %d times on the way; the game must be another one", plans, asked)
}

// After the last decision nobody decides, though seat 0 is what the position says
// (END). Advice on it ends there, for every seat.
func TestHintsEndWithTheGame(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	var asked [2]int
	for seed := uint64(0); asked[0] < 6 || asked[1] < 6; seed++ {
		for _, s := range bottest.Positions(t, g, seed, 1) {
			if s.Round() == policy.Rounds && s.Decision() == rules.Buy && s.Turn() == 1 {
				asked[s.ToDecide()]++
				require.Equal(t, len(Hint(t.Context(), g, &s, Budget{Playouts: 50}, nil).Candidates) > 0, true, "advice for seat %d", s.ToDecide())
			}
		}
	}
}
