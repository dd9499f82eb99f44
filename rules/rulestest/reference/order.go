package reference

import "slices"

// riverOrder lists all seats, the barge farthest upriver first (ORDER-1). Seats
// off the river come after all barges, clockwise from the drawn start player
// (ORDER-2).
func (g *Game) riverOrder() []int {
	order := slices.Clone(g.river)
	for i := range g.players {
		seat := (g.startSeat + i) % len(g.players)
		if g.players[seat].barge == "" {
			order = append(order, seat)
		}
	}
	return order
}

// moveBarge puts a seat's barge on a space. It stands upriver of every barge
// already there: who arrived earlier is farther downriver (ORDER-3).
func (g *Game) moveBarge(seat int, to string) {
	var without []int
	for _, other := range g.river {
		if other != seat {
			without = append(without, other)
		}
	}
	at := 0
	for at < len(without) && g.board.index(g.players[without[at]].barge) < g.board.index(to) {
		at++
	}
	g.river = slices.Insert(without, at, seat)
	g.players[seat].barge = to
}

// occupied tells whether a barge of another seat stands on a space.
func (g *Game) occupied(id string, seat int) bool {
	for other, p := range g.players {
		if other != seat && p.barge == id {
			return true
		}
	}
	return false
}
