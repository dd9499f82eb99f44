package reference

import "strconv"

// Snapshot writes the whole public position as flat text onto the end of to,
// for comparing with another reading of the rules: one line for each thing in
// this order, its name and its value with a space between. Flags are "true" or
// "false", lists of seats and ids are separated by commas, and what there is
// none of is "".
//
//	round, phase        1 to 12, 1 to 7; both stay at the last when the game is over
//	toDecide            seat, "" where chance is due or the game is over
//	track.black, .white the boxes from the top, separated by commas, 0 for empty; white is "" on the brickearth path
//	export              the marker's box, 0 the leftmost
//	bag                 how many markers are in the bag
//	unseen              the markers in play that have not been drawn, in the board file's order
//	pilotBan, duty, wageTaken  this round's flags
//	country             this round's country, "" before it is turned and in rounds without one
//	river               all seats, upriver first; those off the river last
//
// then of each space of the river
//
//	storage.<id>        the die's value, 0 for none
//	space.<id>.thaler   for cities and industries: 0 to 2
//	city.<id>           owners from the left
//	lock.<id>           the builder's seat, "" for an obstacle
//
// then
//
//	depot.<id>          owners from the left
//	port.<column>       owners from the top
//	seat.N.*            thaler, vp, supply, debts, timeline (rounds still to come), lockWarehouses,
//	                    markWarehouses, tokens.<area>, barge; progress (used ones too), blanks, used; areas and
//	                    progress markers in the order of their names
func (g *Game) Snapshot(to []byte) []byte {
	s := (*Sheet)(&to)
	s.Number(g.round, "round")
	s.Number(g.phase, "phase")
	s.Seat(g.ToDecide(), "toDecide")
	s.Numbers(g.track["black"], "track.black")
	s.Numbers(g.track["white"], "track.white")
	s.Number(g.export, "export")
	s.Number(g.bag, "bag")
	s.Begin("unseen")
	for i := range g.board.Markers {
		s.Item(g.board.Markers[i].ID, g.unseen[g.board.Markers[i].ID])
	}
	s.End()
	s.Flag(g.pilotBan, "pilotBan")
	s.Flag(g.duty, "duty")
	s.Flag(g.wage, "wageTaken")
	s.Text(g.country, "country")
	s.Numbers(g.riverOrder(), "river")
	g.snapshotBoard(s)
	for seat, p := range g.players {
		g.snapshotSeat(s, "seat."+strconv.Itoa(seat), p)
	}
	return to
}

// snapshotBoard adds the spaces and building places.
func (g *Game) snapshotBoard(s *Sheet) {
	for i := range g.board.River {
		sp := &g.board.River[i]
		switch sp.Kind {
		case "storage":
			s.Number(g.storages[sp.ID], "storage.", sp.ID)
		case "industry":
			s.Number(g.thaler[sp.ID], "space.", sp.ID, ".thaler")
		case "city":
			s.Number(g.thaler[sp.ID], "space.", sp.ID, ".thaler")
			s.Numbers(g.cities[sp.ID], "city.", sp.ID)
		case "lock":
			s.Seat(g.locks[sp.ID], "lock.", sp.ID)
		}
	}
	for _, d := range g.board.Depots {
		s.Numbers(g.depots[d.ID], "depot.", d.ID)
	}
	for _, column := range g.board.Harbour.Columns {
		s.Numbers(g.port[column], "port.", column)
	}
}

// snapshotSeat adds what belongs to one seat.
func (g *Game) snapshotSeat(s *Sheet, seat string, p *player) {
	s.Number(p.thaler, seat, ".thaler")
	s.Number(p.vp, seat, ".vp")
	s.Number(p.supply, seat, ".supply")
	s.Number(p.debts, seat, ".debts")
	s.Numbers(p.timeline, seat, ".timeline")
	s.Number(p.lockWarehouses, seat, ".lockWarehouses")
	s.Number(p.markWarehouses, seat, ".markWarehouses")
	for _, area := range g.board.areas {
		s.Number(p.tokens[area], seat, ".tokens.", area)
	}
	s.Text(p.barge, seat, ".barge")
	g.snapshotMarkers(s, p.progress, seat, ".progress")
	g.snapshotMarkers(s, p.blanks, seat, ".blanks")
	g.snapshotMarkers(s, p.used, seat, ".used")
}

func (g *Game) snapshotMarkers(s *Sheet, set map[string]bool, name ...string) {
	s.Begin(name...)
	if len(set) > 0 {
		for _, id := range g.board.markers {
			s.Item(id, set[id])
		}
	}
	s.End()
}

// Sheet is a snapshot being written. A name is given in parts, so that nobody
// has to join them.
type Sheet []byte

// Begin writes the name of a line, Item one more of its values if it is in,
// and End ends the line.
func (s *Sheet) Begin(name ...string) {
	for _, part := range name {
		*s = append(*s, part...)
	}
	*s = append(*s, ' ')
}

// Item writes one more value of a line if it is in.
func (s *Sheet) Item(value string, in bool) {
	if !in {
		return
	}
	if (*s)[len(*s)-1] != ' ' {
		*s = append(*s, ',')
	}
	*s = append(*s, value...)
}

// End ends a line.
func (s *Sheet) End() { *s = append(*s, '\n') }

// Text writes a line with one value.
func (s *Sheet) Text(value string, name ...string) {
	s.Begin(name...)
	s.Item(value, true)
	s.End()
}

// Number writes a line with a number.
func (s *Sheet) Number(n int, name ...string) {
	s.Begin(name...)
	*s = strconv.AppendInt(*s, int64(n), 10)
	s.End()
}

// Numbers writes a line with a list of numbers.
func (s *Sheet) Numbers(list []int, name ...string) {
	s.Begin(name...)
	for _, n := range list {
		s.Item(strconv.Itoa(n), true)
	}
	s.End()
}

// Seat writes a line with a seat, or with nothing for a number below 0.
func (s *Sheet) Seat(seat int, name ...string) {
	if seat < 0 {
		s.Text("", name...)
	} else {
		s.Number(seat, name...)
	}
}

// Flag writes a line with "true" or "false".
func (s *Sheet) Flag(yes bool, name ...string) { s.Text(strconv.FormatBool(yes), name...) }
