package reference

// beginSail is phase 4: every seat sells its die, but a stranded one (START-12).
func (g *Game) beginSail() {
	for _, seat := range g.order {
		if !g.players[seat].stranded {
			g.later(task{kind: "sell", seat: seat})
		}
	}
}

// sail lists the selling spaces downriver of a storage: within two spaces, or
// all of them with a pilot; Ruhrort only with a pilot (SAIL-1).
func (b *Board) sail(storage string, pilot bool) []string {
	from := b.index(storage)
	var spaces []string
	for i := from + 1; i < len(b.River); i++ {
		s := b.River[i]
		if !s.sells() {
			continue
		}
		if !pilot && (i-from > 2 || s.Kind == "harbour") {
			continue
		}
		spaces = append(spaces, s.ID)
	}
	return spaces
}

// reach looks up where a trip may end, which is the same all game long.
func (g *Game) reach(storage string, pilot bool) []string {
	return g.board.trips[trip{storage, pilot}]
}

// legalSell lists where the seat may sell, and an unused coal hauler.
func (g *Game) legalSell(seat int) []Action {
	p := g.players[seat]
	legal := g.legalCoalHauler(p)
	for _, id := range g.reach(p.barge, optionByID(p.option).pilot) {
		legal = append(legal, Action{Do: "sell", Space: id})
	}
	return legal
}

// passesObstacle tells whether an unbuilt obstacle lies between two spaces.
func (g *Game) passesObstacle(from, to string) bool {
	for i := g.board.index(from) + 1; i < g.board.index(to); i++ {
		s := g.board.River[i]
		if s.Kind == "lock" && g.locks[s.ID] == -1 {
			return true
		}
	}
	return false
}

// doSell sails to a space and sells the die there.
func (g *Game) doSell(seat int, to string) {
	p := g.players[seat]
	from := g.board.space(p.barge)
	place := g.board.space(to)
	value := g.storages[from.ID]
	if g.passesObstacle(from.ID, to) {
		value = max(1, value-1) // SAIL-2
	}
	g.storages[from.ID] = 0
	g.moveBarge(seat, to)
	g.payForCoal(p, from.coal(), place, value)
	if place.Kind == "harbour" {
		g.dock(p, value)
	}
	p.thaler += g.thaler[to] // SAIL-4
	g.thaler[to] = 0
	for _, owner := range g.cities[to] {
		g.players[owner].thaler++ // SAIL-6
	}
	g.finish()
	g.ontoTrack(from.coal(), value) // SAIL-7
}

// payForCoal gives a development token and the rest of the value in Thaler, or
// all of it in Thaler where the area is full (SAIL-3).
func (g *Game) payForCoal(p *player, coal string, place space, value int) {
	area := coal + "_" + place.Kind
	if place.Kind == "harbour" {
		area = "ruhrort"
	}
	if p.tokens[area] < g.board.DevelopmentAreas[area] {
		p.tokens[area]++
		p.thaler += value - 1
	} else {
		p.thaler += value
	}
}

// dock is what Ruhrort adds: 1 Thaler, and the first ship of the round, or
// every ship by the table's option, moves the export marker (SAIL-5).
func (g *Game) dock(p *player, value int) {
	p.thaler++
	if g.docked && !g.everyShip {
		return
	}
	g.docked = true
	steps := 1
	if value >= 4 {
		steps = 2
	}
	g.export = min(len(g.board.ExportTrack)-1, g.export+steps)
}
