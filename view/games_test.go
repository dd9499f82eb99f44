package view_test

import (
	"math/rand/v2"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// played is a random game with its record.
type played struct {
	g    *rules.Game
	rec  *record.Record
	deal record.Deal
}

// play plays a game at random to the end.
func play(t *testing.T, seats int, v rules.Variant, seed uint64) played {
	t.Helper()
	b := board.Default()
	g := rules.NewGame(b, seats, v)
	rng := rand.New(rand.NewPCG(seed, uint64(seats)))
	deal := record.NewDeal(g, rng.IntN)
	s := deal.Start(g)
	var actions []rules.Action
	for s.Decision() != rules.Over {
		legal := g.Legal(&s).Append(nil)
		a := legal[rng.IntN(len(legal))]
		require.NoError(t, deal.Apply(g, &s, a))
		actions = append(actions, a)
	}
	rec, err := record.Export(g, &deal, make([]record.Player, seats), actions)
	require.NoError(t, err)
	return played{g, rec, deal}
}

// games calls f with a few random games of every kind.
func games(t *testing.T, f func(t *testing.T, p played)) {
	t.Helper()
	for seats := 2; seats <= 4; seats++ {
		for seed := range uint64(4) {
			f(t, play(t, seats, rules.Variant{CalmWater: seed%2 == 1, EveryShip: seed > 1}, seed))
		}
	}
}
