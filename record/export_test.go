package record

import (
	"math/rand/v2"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// randomGame plays a random game and returns its deal, decisions and final
// position.
func randomGame(g *rules.Game, seed uint64) (Deal, []rules.Action, rules.State) {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := NewDeal(g, rng.IntN)
	s := d.Start(g)
	var played []rules.Action
	for s.Decision() != rules.Over {
		legal := g.Legal(&s).Append(nil)
		a := legal[rng.IntN(len(legal))]
		if err := d.Apply(g, &s, a); err != nil {
			panic(err)
		}
		played = append(played, a)
	}
	return d, played, s
}

// An exported game, or any prefix of it, replays to the same position.
func TestExportReferee(t *testing.T) {
	b := board.Default()
	for seats := 2; seats <= 4; seats++ {
		for seed := range uint64(20) {
			g := rules.NewGame(b, seats, rules.Variant{CalmWater: seed%2 == 1, EveryShip: seed%4 > 1})
			d, played, end := randomGame(g, seed)
			players := make([]Player, seats)
			for n := 0; n <= len(played); n += 1 + len(played)/9 {
				n = min(n, len(played))
				r, err := Export(g, &d, players, played[:n])
				require.NoError(t, err)
				data, _ := r.Write()
				back, err := Read(data)
				require.NoError(t, err)
				if p, err := Referee(back, b); err != nil || n == len(played) && *p.After(n) != end {
					t.Fatalf("%d seats, seed %d, %d actions: %v", seats, seed, n, err)
				}
			}
			r, err := Export(g, &d, players, played)
			require.NoError(t, err)
			if p, err := Referee(r, b); err != nil || *p.After(p.Len()) != end || r.Result == nil {
				t.Fatalf("whole game: %v", err)
			}
		}
	}
}

// Two deals that differ only in what is hidden give the same record of a running
// game (SET-9).
func TestRunningRecordHasNothingHidden(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	d, played, _ := randomGame(g, 3)
	other := d
	for k := range other.Obstacles {
		other.Obstacles[k] = d.Obstacles[len(d.Obstacles)-1-k]
	}
	other.Countries[7], other.Countries[6] = d.Countries[0], d.Countries[1]
	a, err1 := Export(g, &d, make([]Player, 4), played[:30])
	b, err2 := Export(g, &other, make([]Player, 4), played[:30])
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	x, _ := a.Write()
	y, _ := b.Write()
	require.True(t, string(x) == string(y), "the records differ:\n%s\n%s", x, y)
}
