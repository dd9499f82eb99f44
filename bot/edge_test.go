package bot

import (
	"context"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

// What an action obviously brings is what sets it apart.
func TestEdgeNamesWhatAnActionBrings(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	locks := 0
	for _, s := range bottest.Positions(t, g, 5, 1) {
		if s.Decision() != rules.Buy || s.Round() < 12 {
			continue
		}
		for _, a := range g.Legal(&s).Append(nil) {
			lock := a >= rules.ALock && a < rules.ALock+board.Obstacles
			if !lock || g.LockVP(int(a-rules.ALock)) < 2 { // BUY-2
				continue
			}
			locks++
			if e := edgeOf(context.Background(), g, &s, a, rules.ADone); e.Kind != analysis.EdgeLocks || e.Amount < edgeVP {
				t.Errorf("round %d, %v instead of done: %+v, want locks", s.Round(), g.Move(a), e)
			}
			require.Equal(t, edgeOf(context.Background(), g, &s, a, a), analysis.Edge{}, "an action before itself")
		}
	}
	require.True(t, locks != 0, "no lock could be built; the game must be another one")
}

// Purchases bring no tokens in their round, though the last one ends it.
func TestEdgeIsOfTheSameRound(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	last := 0
	for _, s := range bottest.Positions(t, g, 5, 1) {
		if s.Decision() != rules.Buy || s.Round() == 12 {
			continue
		}
		next := s
		if g.Play(&next, rules.ADone); next.Round() == s.Round() {
			continue
		}
		last++
		for _, a := range g.Legal(&s).Append(nil) {
			if e := edgeOf(context.Background(), g, &s, rules.ADone, a); e.Kind == analysis.EdgeTokens {
				t.Errorf("round %d, done instead of %v: %+v", s.Round(), g.Move(a), e)
			}
		}
	}
	require.True(t, last != 0, "nobody ended a round; the game must be another one")
}

func TestEdgeNeedsTime(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	s := bottest.Positions(t, g, 5, 1)[0]
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.Equal(t, edgeOf(ctx, g, &s, g.Legal(&s).First(), g.Legal(&s).First()+1), analysis.Edge{}, "without an imagined game")
}
