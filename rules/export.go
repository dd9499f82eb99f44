package rules

const purse = 10 // Thaler a seat keeps over a round's end (EXP-2)

// exports is phase 7: the revealed country's column scores, then the round is
// cleared away (EXP).
func (g *Game) exports(s *State) {
	if s.country != noCountry {
		g.scoreColumn(s, int(s.country))
	}
	for who := range s.seats[:g.n] {
		c := &s.seats[who]
		if c.thaler > purse {
			over := int(c.thaler) - purse
			if g.facts != nil {
				g.note(FCut, who, EXP2, over, 0, 0)
			}
			g.gain(c, uint8(who), -over, EXP2)
		}
		c.option = Unchosen
	}
	s.flags = 0
	s.country = noCountry
}

// scoreColumn gives each warehouse of a column the export box's value and its
// place's bonus, and moves the marker left by their number (EXP-1).
func (g *Game) scoreColumn(s *State, column int) {
	p := &s.port[column]
	for k := range p.Len() {
		who := uint8(p.Owner(k))
		if g.facts != nil {
			g.note(FExported, int(who), EXP1, column, k, 0)
		}
		g.score(&s.seats[who], who, g.board.Export[s.export]+g.board.Port.Bonus[k], EXP1)
	}
	from := s.export
	s.export -= min(s.export, uint8(p.Len()))
	if g.facts != nil && from != s.export {
		g.note(FExport, -1, EXP1, int(from), int(s.export), 0)
	}
}
