package reference

import (
	"fmt"
	"maps"
	"strconv"
)

// New sets a game up (SET). boardJSON holds the bytes of board.json; seats is 2
// to 4; calmWater is the variant of SET-4 and exportEveryShip the table option
// of SAIL-5; startSeat is the seat drawn in SET-6, 0 to seats-1. The game has
// then run up to the first thing it needs, the draw of round 1.
func New(boardJSON []byte, seats int, calmWater, exportEveryShip bool, startSeat int) (*Game, error) {
	board, err := ReadBoard(boardJSON)
	if err != nil {
		return nil, err
	}
	return NewOn(board, seats, calmWater, exportEveryShip, startSeat)
}

// NewOn is New on a board that has been read.
func NewOn(board *Board, seats int, calmWater, exportEveryShip bool, startSeat int) (*Game, error) {
	if seats < 2 || seats > 4 {
		return nil, fmt.Errorf("%d seats: the game is for 2 to 4", seats)
	}
	if startSeat < 0 || startSeat >= seats {
		return nil, fmt.Errorf("start seat %d: with %d seats it is 0 to %d", startSeat, seats, seats-1)
	}
	g := &Game{
		board: board, calmWater: calmWater, everyShip: exportEveryShip, startSeat: startSeat,
		round: 1, phase: 0,
		storages: map[string]int{}, track: map[string][]int{}, thaler: map[string]int{}, locks: map[string]int{},
		cities: map[string][]int{}, depots: map[string][]int{}, port: map[string][]int{},
		copies: map[string]int{}, unseen: map[string]bool{}, hidden: map[string]int{}, owed: map[string]int{},
	}
	for range seats {
		g.players = append(g.players, newPlayer(board))
	}
	g.setBoard()
	g.setMarkers()
	g.run()
	return g, nil
}

// newPlayer is one seat's share of SET-1 and SET-2.
func newPlayer(board *Board) *player {
	p := &player{
		thaler: board.StartingThaler, supply: 1, lockWarehouses: 2, markWarehouses: 2,
		tokens: map[string]int{}, progress: map[string]bool{}, blanks: map[string]bool{},
		used: map[string]bool{}, usedNow: map[string]bool{},
	}
	for _, field := range board.Timeline {
		if field.Warehouse {
			p.timeline = append(p.timeline, field.Round)
		}
	}
	return p
}

// setBoard lays out dice, obstacles and empty building places (SET-5).
func (g *Game) setBoard() {
	dice := g.board.Setup[strconv.Itoa(len(g.players))]
	for _, s := range g.board.spaces("storage") {
		g.storages[s.ID] = dice[s.ID]
	}
	first := g.board.TransportTracks[0]
	for _, column := range first.Columns {
		g.track[column] = make([]int, first.Above+1+first.Below)
	}
	g.track[g.board.TrackStart.Coal][first.Above] = g.board.TrackStart.Value
	for _, s := range g.board.spaces("lock") {
		g.locks[s.ID] = -1
	}
	for city := range g.board.CityWarehouses {
		g.cities[city] = nil
	}
	for _, d := range g.board.Depots {
		g.depots[d.ID] = nil
	}
	for _, column := range g.board.Harbour.Columns {
		g.port[column] = nil
	}
}

// setMarkers puts out progress, country and obstacle markers (SET-3, 4, 7).
func (g *Game) setMarkers() {
	for _, m := range g.board.Progress {
		if m.Limited {
			g.copies[m.ID] = g.board.LimitedCopies[strconv.Itoa(len(g.players))]
		}
	}
	maps.Copy(g.hidden, g.board.CountryMarkers)
	for _, m := range g.board.Markers {
		if g.calmWater && m.Star {
			continue
		}
		g.unseen[m.ID] = true
	}
	g.bag = len(g.unseen) - len(g.locks)
}
