package rules_test

import (
	"fmt"
	"testing"

	"ruhr/rules"
)

// bought is the end of phase 6: everybody is done.
func bought(t *testing.T, round int, edit func(p *rules.Position)) *table {
	t.Helper()
	return lay(t, 3, round, rules.Purchase, func(p *rules.Position) {
		p.Turn = 3
		edit(p)
	})
}

// EXP-1: the revealed country's column scores the box's value plus the place's
// bonus, then the marker moves left; the first row is the rulebook's example
// of the Rhineland: blue 3, red 2, and the marker two to the left.
func TestExport(t *testing.T) {
	const blue, red, green = 0, 1, 2
	for _, c := range []struct {
		name         string
		round        int
		country, box int
		column       []int
		vp           [3]int
		want         int
	}{
		{"EXP-1: the rulebook's example", 5, 2, 5, []int{blue, red}, [3]int{3, 2, 0}, 3},
		{"EXP-1: a box of 1", 5, 0, 1, []int{green}, [3]int{0, 0, 2}, 0},
		{"EXP-1: three places, +1, 0, -1", 11, 1, 4, []int{red, green, blue}, [3]int{1, 3, 2}, 1},
		{"EXP-1: not past the first box", 5, 2, 1, []int{blue, red, green}, [3]int{2, 1, 0}, 0},
		{"EXP-1: nobody there", 5, 2, 4, nil, [3]int{}, 4},
		{"EXP-1: no country, no export (round 3)", 3, -1, 4, []int{blue, red}, [3]int{}, 4},
	} {
		b := bought(t, c.round, func(p *rules.Position) {
			p.Country, p.Export = c.country, c.box
			p.Port[max(c.country, 0)] = c.column
			if c.country >= 0 {
				p.Port[(c.country+1)%3] = []int{blue, green} // another column scores nothing
			}
		})
		for k := range 3 {
			b.is(fmt.Sprint(c.name, ": VP of seat ", k), b.seat(k).VP, c.vp[k])
		}
		b.is(c.name+": the marker", b.s.ExportBox(), c.want)
		b.is(c.name+": emitted", b.emitted(rules.FExport, "EXP-1"), map[bool]int{true: 1}[c.want != c.box])
	}
	// None in round 12: its last export has been.
	b := bought(t, 12, func(p *rules.Position) { p.Port[0], p.Export = []int{blue}, 4 })
	b.is("EXP-1: round 12", []int{b.seat(0).VP, b.s.ExportBox()}, []int{0, 4})
}

// EXP-2: Thaler above 10 go back, in round 12 too; what held for the round is
// cleared; the next round begins.
func TestEndOfRound(t *testing.T) {
	for _, round := range []int{2, 12} {
		b := bought(t, round, func(p *rules.Position) {
			p.Seats[0].Thaler, p.Seats[1].Thaler, p.Seats[2].Thaler = 9, 10, 14
			p.Seats[0].Option = rules.Pilot
			p.Ban, p.Duty, p.Wage, p.Docked = true, true, true, true
		})
		if round == 2 { // round 3 asks for a payment first
			b.is("EXP-2: the round advances", b.s.Round(), 3)
			b.is("EXP-2, ORDER-1: and is emitted once", b.emitted(rules.FRound, "ORDER-1"), 1)
		} else {
			b.is("EXP-2: the game is over", b.s.Decision(), rules.Over)
		}
		b.is("EXP-2: Thaler", []int{b.seat(0).Thaler, b.seat(1).Thaler, b.seat(2).Thaler}, []int{9, 10, 10})
		b.is("EXP-2: emitted for the one who returns some", b.emitted(rules.FCut, "EXP-2"), 1)
		b.is("EXP-2: cleared", []bool{b.s.PilotBanned(), b.s.Duty(), b.s.WageTaken(), b.s.ShipDocked()}, [4]bool{})
		b.is("EXP-2: options", b.seat(0).Option, rules.Unchosen)
	}
}
