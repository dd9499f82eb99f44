package view

import (
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// roundEvents is what happens in each round's phase 1, in its order (EVENT-1 to
// EVENT-12).
var roundEvents = [board.Rounds + 1][]string{
	1:  {"start"},
	2:  {"locks_open"},
	3:  {"tax"},
	4:  {"paved_path", "country"},
	5:  {"locks_dear", "country"},
	6:  {"warehouse", "gift", "country"},
	7:  {"options_dear", "warehouse", "country"},
	8:  {"rails", "country"},
	9:  {"richer_coal", "warehouse", "country"},
	10: {"warehouse", "gift", "country"},
	11: {"coal_removed", "warehouse", "country"},
	12: {"no_marker", "options_closed"},
}

func yearsOf(g *rules.Game, s *rules.State) []Year {
	var out []Year
	for i, data := range g.Board().Years {
		y := Year{Round: i + 1, Year: data.Year, Events: roundEvents[i+1], Returns: board.TerritoryIDs[data.Returns]}
		if data.Country {
			switch {
			case y.Round == s.Round() && s.Country() >= 0:
				y.Country = "revealed"
			case y.Round < s.Round():
				y.Country = "past"
			default:
				y.Country = "hidden"
			}
		}
		if data.Warehouse {
			for k := range g.Seats() {
				if slices.Contains(g.Seat(s, k).Timeline, y.Round) {
					y.Left = append(y.Left, k)
				}
			}
		}
		out = append(out, y)
	}
	return out
}

func optionsOf(g *rules.Game, s *rules.State) []Option {
	out := make([]Option, len(rules.OptionIDs))
	for k := range out {
		o := rules.Option(k)
		v := Option{ID: o.String(), Price: rules.OptionPrice(s.Round(), o), TakenBy: []int{}}
		v.Closed, v.Rule = closed(g, s, o)
		for seat := range g.Seats() {
			if g.Seat(s, seat).Option == o {
				v.TakenBy = append(v.TakenBy, seat)
			}
		}
		out[k] = v
	}
	return out
}

// closed says why an option is closed to everybody, and by which rule.
func closed(g *rules.Game, s *rules.State, o rules.Option) (why, rule string) {
	if r := g.Closed(s, o); r != nil {
		return closedIDs[r.Key], r.Rule.String()
	}
	return "", ""
}

var closedIDs = map[rules.RefusalKey]string{
	rules.PilotsBanned: "pilot_banned", rules.ClosedInLast: "last_round", rules.WageIsTaken: "wage_taken",
	rules.NothingToRaise: "no_die_to_improve", rules.NoArrowDie: "no_die_on_arrow",
}
