package rules

import (
	"fmt"
	"math/bits"

	"ruhr/board"
	"ruhr/rules/packed"
)

// Version is the version of the rules as implemented: 1 is spec/rules.md as it
// stands. A record names the version it was played by.
const Version = 1

// Variant holds the two options of a table.
type Variant struct {
	CalmWater bool // the two starred markers stay out (SET-4)
	EveryShip bool // every ship in Ruhrort moves the export marker (SAIL-5)
}

// Game is the rules as one table plays them: a board, the number of seats and the
// options, with what follows from them worked out beforehand. It is never changed after
// NewGame, so any number of goroutines may share it.
type Game struct {
	facts *[]Fact // where facts are recorded, nil for nowhere

	n       uint8 // seats
	variant Variant
	board   *board.Board

	years    [16]year    // by round
	storages [16]storage // by number
	spaces   [32]selling // by number of the selling space

	black, white packed.Storages    // storages outside and inside the Mark
	usable       [2]packed.Storages // storages from which a barge can sell, without and with a pilot (START-4)
	territory    [4]packed.Storages // storages by territory
	storageAt    [64]uint8          // number of the storage at a river index

	// By river index of a barge, offRiver included: storages upriver and down.
	above, below [64]packed.Storages
	around       [64]packed.Starts
	plainStarts  packed.Starts      // usable without a pilot, once for each set of starts
	mine         [2]packed.Storages // storages whose dice a seat may load, without and with Grafschaft Mark (START-3)

	ruhrort   packed.RiverIndex
	lockVP    [16]uint8
	cityOf    [2][3]uint8 // Essen and Mark cities, upriver first
	cityPlace [8]uint8    // place of a city in offers: Essen, Mark, then Mülheim
	byNumber  [128]uint8  // a set of such places as a set of cities by number
	cityCost  [8][8]uint8 // of the next space, by number of warehouses there
	depCost   [4][16]uint8
	portCost  [16]uint8 // by number of warehouses in the port
	portRows  int
	shiftCost uint8
	cheapest  uint8 // the lowest price of a warehouse on this board

	tokens  tokenTable
	alike   interchangeable
	opening State // the table as SET lays it out

	moves   [ActionsCount]Move
	actions map[Move]Action
}

// NewGame makes the game for a table of 2 to 4 seats. It panics on another
// number: that is the caller's mistake, not a player's.
func NewGame(b *board.Board, seats int, v Variant) *Game {
	if seats < 2 || seats > 4 {
		panic(fmt.Sprintf("rules: a game has 2 to 4 seats, not %d (SET-1)", seats))
	}
	g := &Game{n: uint8(seats), variant: v, board: b}
	g.surveyRiver()
	g.surveySales()
	g.groupCities()
	g.listPrices()
	g.writeTimeline()
	g.tokens.fill(b)
	g.listMoves()
	g.listAlike()
	g.opening = g.setUp()
	return g
}

// Board is the board the game is played on.
func (g *Game) Board() *board.Board { return g.board }

// Seats is the number of seats, 2 to 4.
func (g *Game) Seats() int { return int(g.n) }

// Variant returns the table's options.
func (g *Game) Variant() Variant { return g.variant }

// Start is the position of a new game (SET) at its first decision. startSeat was
// drawn to be the first start player (SET-6, EVENT-1).
// It panics on a seat that is not at the table.
func (g *Game) Start(startSeat int) State {
	if startSeat < 0 || startSeat >= int(g.n) {
		panic(fmt.Sprintf("rules: start seat %d of %d seats", startSeat, g.n))
	}
	s := g.opening
	for i := range g.n {
		who := (uint8(startSeat) + i) % g.n // clockwise (ORDER-2)
		s.seats[who].barge = packed.SettledAt(offRiver, i)
		s.order[i] = who
	}
	g.beginPhase(&s, Event)
	g.run(&s)
	return s
}

// setUp lays the table out (SET), all but the order that the draw of the first
// start player gives. The export marker is on box 0 (SET-6).
func (g *Game) setUp() (s State) {
	b := g.board
	for i := range uint8(len(s.seats)) {
		s.seats[i].barge = packed.SettledAt(noSeat, i)
		s.order[i] = i
	}
	for i := range g.n { // SET-1, SET-2
		s.seats[i] = seat{
			thaler: uint8(b.StartingThaler), supply: 1, credit: maxDebts,
			timeline: 1<<len(board.WarehouseRounds) - 1, waiting: waitingLock | waitingMark, option: Unchosen,
		}
	}
	for k, v := range b.Setups[g.n] { // SET-5, and the die on the arrow box
		s.dice.Set(k, v)
	}
	s.track[0] = s.track[0].Push(&g.years[1].path, b.TrackStart)
	for m, mk := range b.Markers { // SET-4
		if !mk.Star || !g.variant.CalmWater {
			s.unseen |= 1 << m
		}
	}
	s.bag = uint8(bits.OnesCount32(s.unseen) - board.Obstacles)
	for c, n := range b.CountryMarkers { // SET-3
		s.hidden[c] = uint8(n)
	}
	for i := range s.copies { // SET-7
		s.copies[i] = uint8(b.LimitedCopies[g.n])
	}
	g.pricePlaces(&s)
	s.players = g.n
	s.country = noCountry
	s.round = 1
	return s
}
