package rules

import "ruhr/rules/packed"

// arrowDice are the storages that a die on an arrow box could go to: with a
// black one those outside the Mark, with a white one those inside (START-7).
func (g *Game) arrowDice(s *State) (storages packed.Storages) {
	path := &g.years[s.round&15].path
	if s.track[black].Arrow(path) != 0 {
		storages |= g.black
	}
	if s.track[white].Arrow(path) != 0 {
		storages |= g.white
	}
	return storages
}

// askReturn asks the start player of the phase where a die goes that was pushed
// off the bottom of its column (TRACK-3). Where several lie there after a change
// of the path, black comes before white and the upper first (TRACK-4).
func (g *Game) askReturn(s *State) {
	y := g.year(s)
	empty := ^s.dice.Loaded()
	to := empty & g.white
	if s.track[black].Off(&y.path) {
		if to = empty & y.returns; to == 0 { // EVENT-C
			to = empty & g.black
		}
	}
	s.ask(Place, s.order[0], uint64(to))
}

// placeDie puts the die that askReturn asked for on storage k.
func (g *Game) placeDie(s *State, k int) {
	s.dice.Set(k, s.track[g.storages[k&15].colour&1].TakeOff(&g.year(s).path))
	if g.facts != nil {
		g.emit(FReturned, int(s.toDecide), TRACK3, k, s.dice.Value(k), 0)
	}
}

// moveStage moves the dice sideways to the next path; those without a box
// there return (TRACK-4). turn tells whether they have moved already.
func (g *Game) moveStage(s *State) bool {
	if s.turn == 0 {
		s.turn = 1
		g.emit(FStage, -1, TRACK4, g.board.Stage(int(s.round)), 0, 0)
	}
	if (s.track[black] | s.track[white]).Off(&g.year(s).path) {
		g.askReturn(s)
		return true
	}
	return false
}

// enrich adds 1 to every die on the track, up to 6 (EVENT-9).
func (g *Game) enrich(s *State) {
	for colour := range s.track {
		column := &s.track[colour]
		for row := range g.year(s).path.Rows() {
			v := column.Box(row)
			if v == 0 || v == 6 {
				continue
			}
			column.Set(row, v+1)
			g.emit(FTrackDie, -1, EVENT9, colour, row, v+1)
		}
	}
}
