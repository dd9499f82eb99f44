package view

import (
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Extra is what tells a purchase from others of its kind.
type Extra struct {
	Kind    string   // of ExtraKinds
	N       int      // export, end: VP more or fewer; step: what the line then counts
	Of      int      // step: what the line has to count
	Lines   []string // end, step: the lines of the score sheet, of rules.LineIDs
	Country string   // export: the column that scores
}

// ExtraKinds are the values of Extra.Kind, in the order in which they count: what a
// purchase changes of the seat's exports this round (EXP-1), or of its VP if the
// game ended now (END-1), or the step that it is towards that.
var ExtraKinds = [...]string{"export", "end", "step"}

// bonusLines are the lines of the sheet that purchases are compared by. A mayor's
// Thaler and the markers are left out: what they bring differs until the end.
var bonusLines = [...]rules.Line{rules.LineEssenCities, rules.LineMarkCities, rules.LineAllDepots, rules.LineAllCities, rules.LineDepotMajorities}

// wanted is what a line has to count before it brings VP, 0 where any number does.
var wanted = map[rules.Line]int{
	rules.LineEssenCities: len(board.EssenCities), rules.LineMarkCities: len(board.MarkCities),
	rules.LineAllDepots: int(board.NoTerritory), rules.LineAllCities: board.Cities,
}

// purchase adds to a choice of phase 6 what it does beyond its price and its VP.
func (c *Choice) purchase(g *rules.Game, before, after *rules.State) {
	if after.SecondLock(c.Seat) && !before.SecondLock(c.Seat) {
		lock := func(a rules.Action) bool { return g.Move(a).Do == rules.DoLock }
		c.Frees = slices.ContainsFunc(g.Legal(after).Append(nil), lock)
	}
	if n := exports(g, after, c.Seat) - exports(g, before, c.Seat); n != 0 {
		c.Extra = &Extra{Kind: "export", N: n, Country: g.Board().Port.Columns[before.Country()]}
		return
	}
	was, is := g.Result(before).Breakdown[c.Seat], g.Result(after).Breakdown[c.Seat]
	end := &Extra{Kind: "end"}
	for _, l := range bonusLines {
		if is[l] != was[l] {
			end.N += is[l] - was[l]
			end.Lines = append(end.Lines, rules.LineIDs[l])
			continue
		}
		n := counted(g, after, c.Seat, l)
		if c.Extra == nil && n > max(1, counted(g, before, c.Seat, l)) {
			c.Extra = &Extra{Kind: "step", N: n, Of: wanted[l], Lines: []string{rules.LineIDs[l]}}
		}
	}
	if end.N != 0 {
		c.Extra = end
	}
}

// exports are the VP that a seat's warehouses score in phase 7 as the port is now
// (EXP-1).
func exports(g *rules.Game, s *rules.State, seat int) (vp int) {
	country := s.Country()
	if country < 0 {
		return 0
	}
	for k, owner := range s.PortOwners(country) {
		if owner == seat {
			vp += g.Board().Export[s.ExportBox()] + g.Board().Port.Bonus[k]
		}
	}
	return vp
}
