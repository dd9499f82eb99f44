package reference

// scoreExport is the first half of phase 7 (EXP-1): in rounds 4 to 11 the
// warehouses in the country's column score, then the export marker moves left.
func (g *Game) scoreExport() {
	if g.country == "" {
		return
	}
	owners := g.port[g.country]
	for row, owner := range owners {
		g.players[owner].vp += g.board.ExportTrack[g.export] + g.board.Harbour.PositionBonus[row]
	}
	g.export = max(0, g.export-len(owners))
}

// clearRound is the second half (EXP-2): Thaler above 10 go back and whatever
// held for this round only is cleared.
func (g *Game) clearRound() {
	g.country = ""
	g.pilotBan = false
	g.duty = false
	g.wage = false
	g.docked = false
	for _, p := range g.players {
		p.thaler = min(maxThaler, p.thaler)
		p.option = ""
		p.transportTo = ""
		p.stranded = false
		p.usedNow = map[string]bool{}
		p.freeLock = false
	}
}
