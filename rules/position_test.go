package rules_test

import (
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/rules/random"
)

// A position laid out again is the same state, wherever no turn is half done.
func TestLayoutSet(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := newGame(t, seats, rules.Variant{})
		for seed := range uint64(30) {
			r := random.New(seed)
			s := g.Start(r.Below(seats))
			same := 0
			for s.Decision() != rules.Over {
				switch s.Decision() {
				case rules.DrawMarker, rules.RevealCountry:
					r.Chance(g, &s)
					continue
				case rules.ChooseOption, rules.Sell, rules.Buy:
					again, err := g.Set(g.Layout(&s))
					require.NoError(t, err)
					require.Must(t, again == s, "seed %d, round %d: laid out again\n%+v\nis not\n%+v", seed, s.Round(), again, s)
					same++
				}
				legal := g.Legal(&s)
				g.Play(&s, legal.Nth(r.Below(legal.Len())))
			}
			require.Must(t, same >= 40, "only %d positions compared", same)
		}
	}
}

// What cannot lie on the table is refused with what it is and what it could be;
// where several things are wrong, the first is named.
func TestPositionsThatCannotBe(t *testing.T) {
	g := newGame(t, 3, rules.Variant{})
	start := g.Start(0)
	for _, c := range []struct {
		edit func(p *rules.Position)
		want string // in the error; "" for none
	}{
		{func(p *rules.Position) {}, ""},
		{func(p *rules.Position) { p.Round = 13 }, "round is 13, expected 1 to 12"},
		{func(p *rules.Position) { p.Round = 0 }, "round is 0"},
		{func(p *rules.Position) { p.Round, p.Turn, p.Bag = 13, 9, 99 }, "round is 13"},
		{func(p *rules.Position) { p.Round, p.Order = 13, []int{0, 1, 1} }, "round is 13"},
		{func(p *rules.Position) { p.Turn = 4 }, "turn is 4, expected 0 to 3"},
		{func(p *rules.Position) { p.Phase = 8 }, "phase is 8, expected 1 to 7"},
		{func(p *rules.Position) { p.Seats = p.Seats[:2] }, "seats is 2, expected 3 to 3"},
		{func(p *rules.Position) { p.Export = 5 }, ""},
		{func(p *rules.Position) { p.Export = 6 }, "export is 6, expected 0 to 5"},
		{func(p *rules.Position) { p.Country = 2 }, ""},
		{func(p *rules.Position) { p.Country = 3 }, "country is 3, expected -1 to 2"},
		{func(p *rules.Position) { p.Country = -2 }, "country is -2"},
		{func(p *rules.Position) { p.Bag = 21 }, "bag is 21"},
		{func(p *rules.Position) { p.Order = []int{2, 0, 1} }, ""},
		{func(p *rules.Position) { p.Order = []int{2, 0} }, "order is 2, expected 3 to 3"},
		{func(p *rules.Position) { p.Order = []int{0, 1, 1} }, "order is [0 1 1], expected each of 3 seats once"},
		{func(p *rules.Position) { p.Cities[0] = []int{2} }, ""},
		{func(p *rules.Position) { p.Cities[0] = []int{3} }, "the owner of a warehouse is 3, expected 0 to 2"},
		{func(p *rules.Position) { p.Cities[0] = make([]int, 9) }, "the number of warehouses in a city is 9"},
		{func(p *rules.Position) { p.Depots[1] = make([]int, 9) }, "the number of warehouses in a depot is 9"},
		{func(p *rules.Position) { p.Port[2] = make([]int, 4) }, "the number of warehouses in a port column is 4, expected 0 to 3"},
		{func(p *rules.Position) { p.Locks[0] = 2 }, ""},
		{func(p *rules.Position) { p.Locks[0] = 3 }, "the builder of a lock is 3, expected -1 to 2"},
		{func(p *rules.Position) { p.Dice[0] = 7 }, "a die is 7, expected 0 to 6"},
		{func(p *rules.Position) { p.Seats[1].Thaler = 201 }, "Thaler is 201"},
		{func(p *rules.Position) { p.Seats[1].VP = -1 }, "VP is -1"},
		{func(p *rules.Position) { p.Seats[1].Debts = 5 }, "debts is 5, expected 0 to 4"},
		{func(p *rules.Position) { p.Seats[1].Supply = 11 }, "supply is 11, expected 0 to 10"},
		{func(p *rules.Position) { p.Seats[1].Barge = board.Spaces - 1 }, ""},
		{func(p *rules.Position) { p.Seats[1].Barge = board.Spaces }, "barge is "},
		{func(p *rules.Position) { p.Seats[2].Tokens[0] = 4 }, "tokens in black_industry is 4, expected 0 to 3"},
	} {
		p := g.Layout(&start)
		c.edit(&p)
		_, err := g.Set(p)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("error %v, expected %q", err, c.want)
		}
	}
}
