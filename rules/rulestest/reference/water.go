package reference

import "fmt"

// beginWater is phase 2: a draw in rounds 1 to 11, if there is anything in the
// bag (WATER-1). With nothing to draw the building duty holds all the same, but
// not in round 12, which has no draw at all (EVENT-12, WATER-4).
func (g *Game) beginWater() {
	if g.round == lastRound {
		return
	}
	if g.bag == 0 {
		g.duty = true
		return
	}
	g.later(task{kind: "draw"})
}

// Draw takes the marker of that id from the bag and carries it out. It is
// refused when no draw is due or when the marker is not among the unseen ones.
func (g *Game) Draw(markerID string) error {
	if g.Needs() != "draw" {
		return fmt.Errorf("no marker is to be drawn now: the game waits for %q", g.Needs())
	}
	m, known := g.board.marker(markerID)
	if !known || !g.unseen[markerID] {
		return fmt.Errorf("marker %q cannot be drawn: it is not among the unseen ones", markerID)
	}
	g.bag--
	delete(g.unseen, markerID)
	g.carryOutMarker(m)
	if g.bag <= 1 {
		g.duty = true
	}
	g.finish()
	g.run()
	return nil
}

// carryOutMarker does what the marker's face says (WATER-2, WATER-3).
func (g *Game) carryOutMarker(m marker) {
	switch m.Effect {
	case "industries_of_territory":
		for _, s := range g.board.spaces("industry") {
			if s.Territory == m.Territory {
				g.demand(s.ID)
			}
		}
	case "industries_of_type":
		for _, s := range g.board.spaces("industry") {
			if s.Industry == m.Industry {
				g.demand(s.ID)
			}
		}
	case "cities":
		for _, city := range m.Cities {
			g.demand(city)
		}
	case "pilot_banned":
		g.pilotBan = true
		g.changeStorages(m.Coal)
	}
}

// demand lays 1 Thaler on a space; at most 2 lie there (WATER-2).
func (g *Game) demand(id string) {
	g.thaler[id] = min(2, g.thaler[id]+1)
}

// changeStorages changes every die on a storage, staying within 1 and 6.
func (g *Game) changeStorages(by int) {
	for id, value := range g.storages {
		if value > 0 {
			g.storages[id] = max(1, min(maxDie, value+by))
		}
	}
}
