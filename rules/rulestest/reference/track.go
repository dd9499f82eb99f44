package reference

// path is the transport track in use this round (TRACK-1).
func (g *Game) path() transportTrack {
	used := g.board.TransportTracks[0]
	for _, t := range g.board.TransportTracks {
		if t.FromRound <= g.round {
			used = t
		}
	}
	return used
}

// columns are the columns in use, black before white.
func (g *Game) columns() []string {
	return g.path().Columns
}

// arrow is the arrow box's row, counted from the top.
func (g *Game) arrow() int {
	return g.path().Above
}

// columnFor is the column a die of a colour goes to. The brickearth path has
// one for all.
func (g *Game) columnFor(coal string) string {
	for _, column := range g.columns() {
		if column == coal {
			return column
		}
	}
	return g.columns()[0]
}

// ontoTrack puts a sold die on the track: on the arrow, else on the next free
// box above, else everything moves down to make room at the top (TRACK-2). What
// is pushed off the bottom returns to a storage (TRACK-3).
func (g *Game) ontoTrack(coal string, value int) {
	column := g.track[g.columnFor(coal)]
	for row := g.arrow(); row >= 0; row-- {
		if column[row] == 0 {
			column[row] = value
			return
		}
	}
	bottom := len(column) - 1
	pushedOff := column[bottom]
	for row := bottom; row > 0; row-- {
		column[row] = column[row-1]
	}
	column[0] = value
	if pushedOff > 0 {
		g.next(g.placeTask(coal, pushedOff))
	}
}

// takeFromArrow takes the die on a column's arrow box; those above it move down
// one box (START-7).
func (g *Game) takeFromArrow(coal string) int {
	column := g.track[coal]
	value := column[g.arrow()]
	for row := g.arrow(); row > 0; row-- {
		column[row] = column[row-1]
	}
	column[0] = 0
	return value
}

// changePath moves the dice sideways to the path of this round, row by row from
// the top. Those below its last row return, black before white, the upper die
// of a column first (TRACK-4).
func (g *Game) changePath() {
	rows := g.path().Above + 1 + g.path().Below
	var returning []task
	moved := map[string][]int{}
	for _, coal := range g.columns() {
		moved[coal] = make([]int, rows)
		for row, value := range g.track[coal] {
			if row < rows {
				moved[coal][row] = value
			} else if value > 0 {
				returning = append(returning, g.placeTask(coal, value))
			}
		}
	}
	g.track = moved
	g.next(returning...)
}

// improveTrack is round 9: every die on the track +1 (EVENT-9).
func (g *Game) improveTrack() {
	for _, column := range g.track {
		for row, value := range column {
			if value > 0 {
				column[row] = min(maxDie, value+1)
			}
		}
	}
}

// placeTask asks the phase's start player where a die returns (TRACK-3).
func (g *Game) placeTask(coal string, value int) task {
	return task{kind: "place", seat: g.order[0], coal: coal, value: value}
}

// legalPlace lists the empty storages for a returning die: white to the Mark;
// black to the territory on the timeline (EVENT-C), or if that is full to any
// other outside the Mark. With more storages than dice one is always empty.
func (g *Game) legalPlace(coal string) []Action {
	var named, others []Action
	for _, s := range g.board.spaces("storage") {
		if g.storages[s.ID] > 0 || s.coal() != coal {
			continue
		}
		place := Action{Do: "place", Storage: s.ID}
		if coal == "white" || s.Territory == g.board.thisRound(g.round).BlackCoalReturnsTo {
			named = append(named, place)
		} else {
			others = append(others, place)
		}
	}
	if len(named) > 0 {
		return named
	}
	return others
}

func (g *Game) doPlace(t task, storage string) {
	g.storages[storage] = t.value
	g.finish()
}
