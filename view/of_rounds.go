package view

import (
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// eventIDs names the parts of round events; a stage has its own name.
var eventIDs = map[rules.RoundEvent]string{
	rules.StartDrawn: "start", rules.LocksOpen: "locks_open", rules.TaxPaid: "tax", rules.LocksDearer: "locks_dear",
	rules.OptionsDearer: "options_dear", rules.CoalEnriched: "richer_coal", rules.CoalRemoved: "coal_removed",
	rules.WarehouseGained: "warehouse", rules.GiftTaken: "gift", rules.CountryRevealed: "country",
	rules.NoMarkerDrawn: "no_marker", rules.OptionsClosed: "options_closed",
}

var stageIDs = [...]string{1: "paved_path", 2: "rails"}

func eventsOf(g *rules.Game, round int) (ids []string) {
	for _, e := range g.Timeline(round) {
		if e == rules.StageBegins {
			ids = append(ids, stageIDs[g.Board().Stage(round)])
		} else {
			ids = append(ids, eventIDs[e])
		}
	}
	return ids
}

func yearsOf(g *rules.Game, s *rules.State) []Year {
	var out []Year
	for i, data := range g.Board().Years {
		y := Year{Round: i + 1, Year: data.Year, Events: eventsOf(g, i+1), Returns: board.TerritoryIDs[data.Returns]}
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
