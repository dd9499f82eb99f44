package record

import (
	"math/rand/v2"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// A deal is even: every seat starts, every marker lies on every obstacle and
// comes at every place of the urn, every country at every place, as often as
// chance has it (SET-3, SET-4, SET-6, WATER-1). The generator is seeded, so the
// counts are always the same.
func TestNewDealIsEven(t *testing.T) {
	const deals = 4000
	g := rules.NewGame(defaultBoard(t), 4, rules.Variant{})
	rng := rand.New(rand.NewPCG(1769, 1890))
	var seats [4]int
	var lying, urn [board.Markers][board.Markers]int
	var countries [8][board.Countries]int
	for range deals {
		d := NewDeal(g, rng.IntN)
		seats[d.StartSeat]++
		for place, m := range d.Obstacles {
			lying[place][m]++
		}
		for place, m := range d.Urn {
			urn[place][m]++
		}
		for place, c := range d.Countries {
			countries[place][c]++
		}
	}
	// near allows a third more or less: where 200 are expected, almost five
	// standard deviations.
	near := func(what string, got, part, whole int) {
		if want := deals * part / whole; got < want*2/3 || got > want*4/3 {
			t.Errorf("%s: %d times in %d, expected about %d", what, got, deals, want)
		}
	}
	for _, n := range seats {
		near("a seat starts", n, 1, 4)
	}
	for place := range board.Markers {
		for m := range board.Markers {
			near("a marker at a place of the urn", urn[place][m], 1, board.Markers)
			if place < board.Obstacles {
				near("a marker on an obstacle", lying[place][m], 1, board.Markers)
			}
		}
	}
	for place := range countries {
		for c, n := range countries[place] {
			near("a country at a place", n, g.Board().CountryMarkers[c], 8)
		}
	}
}

// The marker of every lock that is built is in the bag until it is drawn, that
// of the last one too; what lies on the river is not (SET-9, WATER-1).
func TestBagHasTheMarkersOfBuiltLocks(t *testing.T) {
	g := rules.NewGame(defaultBoard(t), 4, rules.Variant{})
	back, lay := [board.Obstacles]int{}, [board.Obstacles]int{}
	for seed := range uint64(60) {
		d, played, _ := randomGame(g, seed)
		s := d.Start(g)
		for _, a := range played {
			in := bag(&s, &d.Obstacles)
			for k, m := range d.Obstacles {
				switch built, unseen := s.LockBuilder(k) >= 0, s.Unseen()>>m&1 != 0; {
				case in>>m&1 != 0 != (built && unseen):
					t.Fatalf("seed %d, round %d: lock %d built %v, its marker unseen %v, in the bag %v", seed, s.Round(), k, built, unseen, in>>m&1 != 0)
				case built && unseen:
					back[k]++
				case unseen:
					lay[k]++
				}
			}
			if err := d.Apply(g, &s, a); err != nil {
				t.Fatal(err)
			}
		}
	}
	for k := range back {
		if back[k] == 0 || lay[k] == 0 {
			t.Errorf("lock %d: %d positions with its marker in the bag, %d with it on the river", k, back[k], lay[k])
		}
	}
}
