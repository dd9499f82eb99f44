package record

import (
	"math/bits"
	"slices"
	"strconv"

	"ruhr/board"
	"ruhr/rules"
)

// A game beside the printed one may have been played to the beginning of a later round
// without the program. It begins with a correction then, which also says what only such a
// position can have: the round, where the barges lie, and what has been drawn.

// opens reports whether a position is that of the first draw, before which nothing happens.
func opens(s *rules.State) bool { return s.Round() == 1 && s.Decision() == rules.DrawMarker }

// ofRound adds what hangs on how far a game is: barge (0 for none, else the space counted
// from 1), arrived (of barges at one space the higher came later), years (warehouses on
// the timeline) and a seat; hidden and a country; marker (how many are not drawn yet) and
// one with its face; track, a column and a box from the top.
func (l *fieldList) ofRound(g *rules.Game, p *rules.Position) {
	b := g.Board()
	for k := range p.Seats {
		seat := &p.Seats[k]
		l.put(Field{Kind: "barge", Seat: k, At: -1, Value: seat.Barge + 1, Most: len(b.River), set: func(n int) { seat.Barge = n - 1 }}, "")
		l.add("arrived", k, -1, "", &seat.Arrived, g.Seats())
		l.put(Field{Kind: "years", Seat: k, At: -1, Value: len(seat.Timeline), Most: len(board.WarehouseRounds), set: func(n int) {
			seat.Timeline = board.WarehouseRounds[len(board.WarehouseRounds)-n:]
		}}, "")
	}
	for c, id := range b.Port.Columns {
		l.add("hidden", -1, c, id, &p.Hidden[c], b.CountryMarkers[c])
	}
	markers, _ := Components(g)
	alike := map[int][]int{}
	for _, m := range markers {
		first := firstAlike(b, markers, m)
		alike[first] = append(alike[first], m)
	}
	for _, m := range markers {
		if list := alike[m]; list != nil {
			l.put(Field{Kind: "marker", Seat: -1, At: -1, ID: b.Markers[m].ID, Value: unseen(p, list), Most: len(list), set: func(n int) {
				for k, m := range list {
					if p.Unseen &^= 1 << m; k < n {
						p.Unseen |= 1 << m
					}
				}
			}}, b.Markers[m].ID)
		}
	}
	for colour, id := range colours {
		boxes := 0
		for _, t := range b.Tracks {
			if colour == 0 || t.TwoColumns {
				boxes = max(boxes, t.Above+1+t.Below)
			}
		}
		for row := range boxes {
			l.put(Field{Kind: "track", Seat: -1, At: colour, Place: row, Value: p.Track[colour][row], Most: 6, set: func(n int) { p.Track[colour][row] = n }},
				id+"."+strconv.Itoa(row+1))
		}
	}
}

// colours name the columns of the track.
var colours = [...]string{"black", "white"}

// unseen is how many of some markers are not drawn yet.
func unseen(p *rules.Position, list []int) (n int) {
	for _, m := range list {
		n += int(p.Unseen >> m & 1)
	}
	return n
}

// beginRound makes a position the one before the event of its round, and refuses what does
// not lie on the table then.
func beginRound(g *rules.Game, p *rules.Position) error {
	b := g.Board()
	if p.Round < 1 {
		return &Misplaced{What: "amount", Key: "round"}
	}
	for k, c := range p.Seats {
		switch at := c.Barge; {
		case len(c.Timeline) > 0 && c.Timeline[0] < p.Round:
			return &Misplaced{What: "amount", Key: "years." + strconv.Itoa(k), Rule: rules.EVENTW}
		case p.Round == 1 && at >= 0:
			return &Misplaced{What: "barges", Rule: rules.ORDER2}
		case p.Round > 1 && (at < 0 || b.River[at].Sell < 0):
			return &Misplaced{What: "barges", Rule: rules.SAIL1}
		}
	}
	markers, countries := Components(g)
	// Once the bag was empty (WATER-1), no more were unseen than lie under obstacles.
	if want, n := len(markers)-(p.Round-1), bits.OnesCount32(p.Unseen); n < want || n > max(want, board.Obstacles) {
		return &Misplaced{What: "unseen", Want: want}
	}
	want, hidden := len(countries), 0
	for round := 1; round < p.Round; round++ {
		if b.Years[round-1].Country {
			want--
		}
	}
	for _, n := range p.Hidden {
		hidden += n
	}
	if hidden != want {
		return &Misplaced{What: "hidden", Want: want}
	}
	if err := checkTrack(g, p, p.Round-1, [2][board.MaxTrackBoxes]int{}); err != nil || p.Round == 1 {
		return err
	}
	p.Phase, p.Turn, p.Order, p.Country = rules.Event, 0, nil, -1
	left := 0
	for _, who := range p.Locks {
		if who < 0 {
			left++
		}
	}
	if p.Bag = bits.OnesCount32(p.Unseen) - left; slices.Min(p.Copies[:]) < 0 {
		return &Misplaced{What: "markers"}
	}
	return nil
}
