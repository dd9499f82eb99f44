package entrant

import (
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/require"
	"ruhr/rules"
)

// The player that only builds depots has more warehouses there than the one that
// only exports, which has more in the port than one that only leans to that, and
// that one more than the first; the one that only denies leaves the other fewest VP.
func TestProbesFollowTheirIdea(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	built := func(name string) (depots, port, rivals int) {
		b, _, err := Open(name)
		require.NoError(t, err)
		rival, err := bot.New("lotse")
		require.NoError(t, err)
		for seed := range uint64(4) {
			deal := bot.NewDeal(g, seed)
			s, err := bot.Play(t.Context(), g, []bot.Seat{{Bot: b}, {Bot: rival}}, &deal, seed, nil)
			require.NoError(t, err)
			_, d, p := warehouses(&s, 0)
			depots, port, rivals = depots+d, port+p, rivals+g.Score(&s, 1)
		}
		return depots, port, rivals
	}
	d1, p1, vp1 := built("depots")
	d2, p2, _ := built("exports")
	_, _, vp3 := built("denial")
	_, p4, _ := built("exporter")
	if d1 <= d2 || p4 <= p1 || p4 > p2 || vp3 >= vp1 {
		t.Errorf("depots: %d in depots, %d in the port, %d VP for the other; exports: %d and %d; exporter: %d; denial: %d VP", d1, p1, vp1, d2, p2, p4, vp3)
	}
}
