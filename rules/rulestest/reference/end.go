package reference

import "slices"

// Scores is the final scoring (END), by seat: the VP, the rank (equal scores
// share it, END-6) and the VP of END-1 to END-5 under the record's ten keys.
// All three are nil while the game is not over.
func (g *Game) Scores() (vp []int, rank []int, breakdown []map[string]int) {
	if !g.over {
		return nil, nil, nil
	}
	for seat, p := range g.players {
		parts := g.scoreSeat(seat)
		total := p.vp
		for _, points := range parts {
			total += points
		}
		vp = append(vp, total)
		breakdown = append(breakdown, parts)
	}
	for _, own := range vp {
		place := 1
		for _, other := range vp {
			if other > own {
				place++
			}
		}
		rank = append(rank, place)
	}
	return vp, rank, breakdown
}

// scoreSeat is one seat's breakdown.
func (g *Game) scoreSeat(seat int) map[string]int {
	p := g.players[seat]
	parts := map[string]int{
		"essenCities": 0, "markCities": 0, "allCities": 0, "allDepots": 0, "depotMajorities": 0,
		"inn": 0, "mayor": 0, "ruhrtalbahn": 0, "ruhraake": 0, "debts": -2 * p.debts,
	}
	essen := g.inAll(seat, g.cities, essenCities)
	mark := g.inAll(seat, g.cities, markCities)
	if essen {
		parts["essenCities"] = 1
	}
	if mark {
		parts["markCities"] = 1
	}
	if essen && mark && slices.Contains(g.cities["city-muelheim"], seat) {
		parts["allCities"] = 3
	}
	g.scoreDepots(seat, parts)
	if p.progress["ruhrtalbahn"] {
		for _, owners := range g.cities {
			parts["ruhrtalbahn"] += count(owners, seat)
		}
	}
	if p.progress["ruhraake"] {
		parts["ruhraake"] = 2
		if p.barge != "" && g.board.space(p.barge).Kind == "harbour" {
			parts["ruhraake"] = 4
		}
	}
	scoreMayorAndInn(p, parts)
	return parts
}

// scoreDepots is the depots' part of END-1.
func (g *Game) scoreDepots(seat int, parts map[string]int) {
	var all []string
	for _, d := range g.board.Depots {
		all = append(all, d.ID)
	}
	if g.inAll(seat, g.depots, all) {
		parts["allDepots"] = 2
	}
	for _, id := range all {
		most := count(g.depots[id], seat) > 0
		for other := range g.players {
			if other != seat && count(g.depots[id], other) >= count(g.depots[id], seat) {
				most = false
			}
		}
		if most {
			parts["depotMajorities"]++
		}
	}
}

// scoreMayorAndInn is END-3 and END-4: an unused inn is settled first, whichever
// way is the better one for the seat.
func scoreMayorAndInn(p *player, parts map[string]int) {
	mayor := p.progress["mayor"] && p.debts == 0
	thaler := p.thaler
	if p.holds("inn") {
		if mayor {
			thaler += 3
		} else {
			parts["inn"] = 2
		}
	}
	if mayor {
		parts["mayor"] = thaler
	}
}

// inAll tells whether a seat has a warehouse in each of the places named.
func (g *Game) inAll(seat int, owners map[string][]int, places []string) bool {
	for _, place := range places {
		if !slices.Contains(owners[place], seat) {
			return false
		}
	}
	return true
}

// count is how many of the owners are that seat.
func count(owners []int, seat int) int {
	n := 0
	for _, owner := range owners {
		if owner == seat {
			n++
		}
	}
	return n
}
