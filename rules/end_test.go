package rules_test

import (
	"fmt"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// over is the end of round 12 as laid out, with its result.
func over(t *testing.T, edit func(p *rules.Position)) (*table, rules.Result) {
	t.Helper()
	b := bought(t, 12, edit)
	require.Must(t, b.s.Decision() == rules.Over, "the game is not over, but waits for %d", b.s.Decision())
	return b, b.g.Result(&b.s)
}

// owns puts seat 0's warehouses into cities by id without "city-".
func owns(p *rules.Position, cities ...string) {
	for _, id := range cities {
		k := number("city-" + id)
		p.Cities[k] = append(p.Cities[k], 0)
	}
}

// END-1 to END-5: every line of the score sheet.
func TestScoreSheet(t *testing.T) {
	essen, mark := []string{"kettwig", "werden", "steele"}, []string{"hattingen", "blankenstein", "witten"}
	six := append(append([]string{}, essen...), mark...)
	inRuhrort, elsewhere := at("ruhrort"), at("city-werden")
	for _, c := range []struct {
		name string
		lay  func(p *rules.Position, me *rules.PositionSeat)
		want map[rules.Line]int
	}{
		{"END-1: two Essen cities", func(p *rules.Position, _ *rules.PositionSeat) { owns(p, essen[:2]...) }, nil},
		{"END-1: three Essen cities", func(p *rules.Position, _ *rules.PositionSeat) { owns(p, essen...) },
			map[rules.Line]int{rules.LineEssenCities: 1}},
		{"END-1: three Mark cities", func(p *rules.Position, _ *rules.PositionSeat) { owns(p, mark...) },
			map[rules.Line]int{rules.LineMarkCities: 1}},
		{"END-1: six cities", func(p *rules.Position, _ *rules.PositionSeat) { owns(p, six...) },
			map[rules.Line]int{rules.LineEssenCities: 1, rules.LineMarkCities: 1}},
		{"END-1: all seven, 3 more", func(p *rules.Position, _ *rules.PositionSeat) { owns(p, append(six, "muelheim")...) },
			map[rules.Line]int{rules.LineEssenCities: 1, rules.LineMarkCities: 1, rules.LineAllCities: 3}},
		{"END-1: Mülheim and Essen", func(p *rules.Position, _ *rules.PositionSeat) { owns(p, append(essen, "muelheim")...) },
			map[rules.Line]int{rules.LineEssenCities: 1}},
		{"END-1: all four depots, majorities tied", func(p *rules.Position, _ *rules.PositionSeat) {
			p.Depots = [4][]int{{0, 1}, {1, 0}, {2, 0}, {0, 2}}
		}, map[rules.Line]int{rules.LineAllDepots: 2}},
		{"END-1: strictly the most in two depots", func(p *rules.Position, _ *rules.PositionSeat) {
			p.Depots = [4][]int{{0}, {0, 1, 0}, {0, 1, 2, 1}, nil}
		}, map[rules.Line]int{rules.LineDepotMajorities: 2}},
		{"END-2: Ruhrtalbahn, Mülheim counts, the port does not", func(p *rules.Position, me *rules.PositionSeat) {
			me.Progress = marks("ruhrtalbahn")
			owns(p, "muelheim", "witten")
			p.Port[0] = []int{0}
		}, map[rules.Line]int{rules.LineRuhrtalbahn: 2}},
		{"END-2: Ruhraake", func(_ *rules.Position, me *rules.PositionSeat) {
			me.Progress, me.Barge = marks("ruhraake"), elsewhere
		}, map[rules.Line]int{rules.LineRuhraake: 2}},
		{"END-2: Ruhraake in Ruhrort", func(_ *rules.Position, me *rules.PositionSeat) {
			me.Progress, me.Barge = marks("ruhraake"), inRuhrort
		}, map[rules.Line]int{rules.LineRuhraake: 4}},
		{"END-2: a blank is no marker", func(p *rules.Position, me *rules.PositionSeat) {
			me.Blanks = marks("ruhraake", "ruhrtalbahn", "mayor", "inn")
			me.Thaler = 7
			owns(p, "muelheim")
		}, nil},
		{"END-3: mayor", func(_ *rules.Position, me *rules.PositionSeat) { me.Progress, me.Thaler = marks("mayor"), 7 },
			map[rules.Line]int{rules.LineMayor: 7}},
		{"END-3, EXP-2: mayor after the cut to 10", func(_ *rules.Position, me *rules.PositionSeat) { me.Progress, me.Thaler = marks("mayor"), 13 },
			map[rules.Line]int{rules.LineMayor: 10}},
		{"END-3: not with a debt", func(_ *rules.Position, me *rules.PositionSeat) {
			me.Progress, me.Thaler, me.Debts = marks("mayor"), 7, 1
		}, map[rules.Line]int{rules.LineDebts: -2}},
		{"END-4: an unused inn", func(_ *rules.Position, me *rules.PositionSeat) { me.Progress = marks("inn") },
			map[rules.Line]int{rules.LineInn: 2}},
		{"END-4: a used one", func(_ *rules.Position, me *rules.PositionSeat) { me.Progress, me.Used = marks("inn"), marks("inn") }, nil},
		{"END-4: before the mayor, not cut to 10", func(_ *rules.Position, me *rules.PositionSeat) {
			me.Progress, me.Thaler = marks("inn", "mayor"), 10
		}, map[rules.Line]int{rules.LineMayor: 13}},
		{"END-4: with debts the 2 VP", func(_ *rules.Position, me *rules.PositionSeat) {
			me.Progress, me.Thaler, me.Debts = marks("inn", "mayor"), 5, 1
		}, map[rules.Line]int{rules.LineInn: 2, rules.LineDebts: -2}},
		{"END-5: four debts", func(_ *rules.Position, me *rules.PositionSeat) { me.Debts = 4 },
			map[rules.Line]int{rules.LineDebts: -8}},
	} {
		_, r := over(t, func(p *rules.Position) { c.lay(p, &p.Seats[0]) })
		sum := 0
		for l := range rules.Line(rules.Lines) {
			require.Equal(t, r.Breakdown[0][l], c.want[l], "%s: %s", c.name, rules.LineIDs[l])
			sum += c.want[l]
		}
		if r.VP[0] != sum { // END-5: below 0 too
			t.Errorf("%s: %d VP, expected %d", c.name, r.VP[0], sum)
		}
	}
}

// END-6: most VP wins; equal scores share the rank, with no tie-break.
func TestRanks(t *testing.T) {
	for _, c := range []struct{ vp, rank [3]int }{
		{[3]int{30, 20, 25}, [3]int{1, 3, 2}},
		{[3]int{30, 20, 30}, [3]int{1, 3, 1}},
		{[3]int{30, 41, 30}, [3]int{2, 1, 2}},
		{[3]int{5, 5, 5}, [3]int{1, 1, 1}},
	} {
		b, r := over(t, func(p *rules.Position) {
			for k := range p.Seats {
				p.Seats[k].VP, p.Seats[k].Thaler = c.vp[k], k
			}
		})
		b.is("END-6: VP", r.VP[:3], c.vp)
		b.is("END-6: ranks", r.Rank[:3], c.rank)
		b.refuses("done", "END-6", rules.GameOver)
	}
}

// END-6: the game ends after round 12, and not before.
func TestEndOfGame(t *testing.T) {
	for round := 1; round <= 12; round++ {
		b := bought(t, round, func(*rules.Position) {})
		b.is(fmt.Sprint("END-6: over after round ", round), b.s.Decision() == rules.Over, round == board.Rounds)
		b.is("END-6: emitted", b.emitted(rules.FOver, "END-6"), map[bool]int{true: 1}[round == 12])
	}
}
