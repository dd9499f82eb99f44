package rules

const thalerLimit = 10 // Thaler a seat keeps over a round's end (EXP-2)

// exports is phase 7: the revealed country's column scores, then the round is
// cleared away (EXP).
func (g *Game) exports(s *State) {
	if s.country != noCountry {
		g.scoreColumn(s, int(s.country))
	}
	for who := range s.seats[:g.n] {
		c := &s.seats[who]
		if c.thaler > thalerLimit {
			g.returnThaler(c, uint8(who), c.thaler-thalerLimit)
		}
		c.option = Unchosen
	}
	s.flags = 0
	s.country = noCountry
}

// returnThaler gives the Thaler above the limit back to the bank (EXP-2).
func (g *Game) returnThaler(c *seat, who, over uint8) {
	g.emit(FCut, int(who), EXP2, int(over), 0, 0)
	g.gain(c, who, -int(over), EXP2)
}

// scoreColumn gives each warehouse of a column the export box's value and its
// place's bonus, and moves the marker left by their number (EXP-1).
func (g *Game) scoreColumn(s *State, column int) {
	p := &s.port[column]
	for k := range p.Len() {
		who := uint8(p.Owner(k))
		g.emit(FExported, int(who), EXP1, column, k, 0)
		g.score(&s.seats[who], who, g.board.Export[s.export]+g.board.Port.Bonus[k], EXP1)
	}
	from := s.export
	s.export -= min(s.export, uint8(p.Len()))
	if from != s.export {
		g.emit(FExport, -1, EXP1, int(from), int(s.export), 0)
	}
}
