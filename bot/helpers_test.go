package bot

import (
	"testing"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

func defaultBoard(t testing.TB) *board.Board {
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// middle gives positions of a game between Schiffer at which there is a choice.
func middle(t testing.TB, g *rules.Game, seed uint64, every int) (out []rules.State) {
	shuffle := seeded(seed, 0xdea1)
	d := record.NewDeal(g, shuffle.below)
	p := newGreedy(newTables(g), &handMadeParams, 0)
	r := source(seed)
	s := d.Start(g)
	for n := 0; s.Decision() != rules.Over; n++ {
		if n%every == 0 && g.Legal(&s).Len() > 1 {
			out = append(out, s)
		}
		if err := d.Apply(g, &s, p.pick(&s, &r)); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
