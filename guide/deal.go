package guide

import (
	"math/rand/v2"
	"slices"

	"ruhr/record"
	"ruhr/rules"
)

// bag are the markers that are drawn, in their order: first demand near the
// lower towns, high water in the fourth round.
var bag = []string{"cities-werden-kettwig", "hammer-mills-1", "cities-steele-muelheim", "high-water", "industries-essen", "low-water-plus"}

// countries are the country markers in their order, by port column.
var countries = []string{"rhineland", "netherlands", "belgium", "rhineland", "netherlands", "rhineland", "belgium", "netherlands"}

// Deal is the fixed deal of the guided table. On a board with other markers it
// uses those that exist.
func Deal(g *rules.Game) record.Deal {
	d := record.Deal{StartSeat: Learner}
	drawn, lying := markers(g, len(d.Obstacles))
	copy(d.Obstacles[:], lying)
	d.Urn = append(drawn, lying...)
	copy(d.Countries[:], columns(g))
	return d
}

// markers splits the markers of a game into those in the bag and those on the
// river.
func markers(g *rules.Game, onRiver int) (drawn, lying []int) {
	byID := map[string]int{}
	var all []int
	for m, mk := range g.Board().Markers {
		if !mk.Star || !g.Variant().CalmWater {
			byID[mk.ID] = m
			all = append(all, m)
		}
	}
	for _, id := range bag {
		if m, ok := byID[id]; ok && len(drawn) < len(all)-onRiver {
			drawn = append(drawn, m)
		}
	}
	for _, m := range all {
		switch {
		case slices.Contains(drawn, m):
		case len(lying) < onRiver:
			lying = append(lying, m)
		default:
			drawn = append(drawn, m)
		}
	}
	return drawn, lying
}

// columns are the country markers of a game in their order.
func columns(g *rules.Game) []int {
	b := g.Board()
	left := b.CountryMarkers
	var out []int
	for _, id := range countries {
		if c := slices.Index(b.Port.Columns[:], id); c >= 0 && left[c] > 0 {
			left[c]--
			out = append(out, c)
		}
	}
	for c, n := range left {
		for range n {
			out = append(out, c)
		}
	}
	return out
}

// Chance is the generator of the guided table's computer player for a
// decision. The same decision always gets the same answer, however often the
// learner goes back.
func Chance(decision int) *rand.Rand { return rand.New(rand.NewPCG(1769, uint64(decision))) }
