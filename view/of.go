package view

import (
	"slices"

	"ruhr/rules"
)

// Of describes everything on the table at a position.
func Of(g *rules.Game, s *rules.State) Position {
	p := Position{
		Round: s.Round(), Year: g.Board().Years[s.Round()-1].Year, Phase: int(s.Phase()), Section: phaseSection(s.Phase()),
		Decision: DecisionIDs[s.Decision()], Decider: -1, Over: s.Decision() == rules.Over,
		River: g.River(s), Cities: cityRows(g, s), Depots: depotRows(g, s), Port: portOf(g, s),
		Track: trackOf(g, s), Years: yearsOf(g, s), Options: optionsOf(g, s), Bag: bagOf(g, s), Limited: limitedOf(g, s),
		PilotBanned: s.PilotBanned(), Duty: s.Duty(), ShipDocked: s.ShipDocked(), Country: s.Country(),
		CalmWater: g.Variant().CalmWater, EveryShip: g.Variant().EveryShip,
	}
	if p.Round >= rules.LockRound {
		p.LockPrice = rules.LockPrice(p.Round)
	}
	p.Order = orderOf(g, s)
	if s.Decision() < rules.DrawMarker {
		p.Decider = s.ToDecide()
		p.Because = whyDecider(s, p.Order)
	}
	p.Spaces = spacesOf(g, s)
	ended := g.Result(s)
	for k := range g.Seats() {
		p.Seats = append(p.Seats, seatOf(g, s, k, ended.VP[k]))
	}
	return p
}

func orderOf(g *rules.Game, s *rules.State) []Turn {
	noBarge := s.Round() == 1 && s.Phase() <= rules.Start
	var out []Turn
	for i, seat := range g.Order(s) {
		because := "river"
		switch {
		case noBarge && i == 0:
			because = "drawn"
		case noBarge || g.Seat(s, seat).Barge < 0:
			because = "clockwise"
		}
		out = append(out, Turn{seat, because})
	}
	return out
}

func whyDecider(s *rules.State, order []Turn) string {
	switch s.Decision() {
	case rules.Remove:
		return "downriver_first"
	case rules.Place:
		return "start_player"
	}
	i := slices.IndexFunc(order, func(t Turn) bool { return t.Seat == s.ToDecide() })
	return order[i].Because
}
