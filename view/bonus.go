package view

import "ruhr/rules"

// bonusLines are the lines of the sheet that purchases are compared by. A mayor's
// Thaler and the markers are left out: what they bring differs until the end.
var bonusLines = [...]rules.Line{rules.LineEssenCities, rules.LineMarkCities, rules.LineAllDepots, rules.LineAllCities, rules.LineDepotMajorities, rules.LineDebts}

// bonus is what a purchase changes of a seat's VP at the end, if the game ended
// then, and the first line that it brings nearer after a step before, nil for none.
func bonus(g *rules.Game, before, after *rules.State, seat int) (vp int, step *SheetLine) {
	if before.Phase() != rules.Purchase {
		return 0, nil
	}
	was, is := g.Result(before).Breakdown[seat], g.Result(after).Breakdown[seat]
	for _, l := range bonusLines {
		vp += is[l] - was[l]
		n := counted(g, after, seat, l)
		if step == nil && l != rules.LineDebts && n > max(1, counted(g, before, seat, l)) {
			step = &SheetLine{ID: rules.LineIDs[l], VP: is[l], N: n, Rule: rules.LineRules[l].String()}
		}
	}
	return vp, step
}
