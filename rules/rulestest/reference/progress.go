package reference

// giveProgress is phase 5: in the phase's order every seat gets each progress
// marker whose tokens it has (PROG-1), or a blank where a limited one has run
// out (PROG-2).
func (g *Game) giveProgress() {
	for _, seat := range g.order {
		p := g.players[seat]
		for _, m := range g.board.Progress {
			if p.progress[m.ID] || p.blanks[m.ID] || !p.hasTokens(m.Needs) {
				continue
			}
			if m.Limited && g.copies[m.ID] == 0 {
				p.blanks[m.ID] = true
				continue
			}
			if m.Limited {
				g.copies[m.ID]--
			}
			p.progress[m.ID] = true
			if m.ID == "grafschaft_mark" { // PROG-3
				p.supply += p.markWarehouses
				p.markWarehouses = 0
			}
		}
	}
}

// hasTokens tells whether a seat has a combination of tokens.
func (p *player) hasTokens(needs map[string]int) bool {
	for area, n := range needs {
		if p.tokens[area] < n {
			return false
		}
	}
	return true
}

// holds tells whether a seat has a limited marker that it has not used yet.
func (p *player) holds(id string) bool {
	return p.progress[id] && !p.used[id]
}

// legalInn lists the two uses of an unused inn (BUY-11).
func (g *Game) legalInn(p *player) []Action {
	if !p.holds("inn") {
		return nil
	}
	return []Action{{Do: "inn", Take: "thaler"}, {Do: "inn", Take: "vp"}}
}

// doInn leaves the task on the agenda: the seat still has its turn.
func (g *Game) doInn(p *player, take string) {
	p.used["inn"] = true
	if take == "thaler" {
		p.thaler += 3
	} else {
		p.vp += 2
	}
}
