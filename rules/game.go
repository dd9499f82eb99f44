package rules

import (
	"fmt"
	"math/bits"

	"ruhr/board"
)

// Version is the version of the rules as implemented: 1 is spec/rules.md as it
// stands. A record names the version it was played by.
const Version = 1

// Variant holds the two options of a table.
type Variant struct {
	CalmWater bool // the two starred markers stay out (SET-4)
	EveryShip bool // every ship in Ruhrort moves the export marker (SAIL-5)
}

// Game is the judge of one table: a board, the number of seats and the options,
// with what follows from them worked out beforehand. It is never changed after
// NewGame, so any number of goroutines may share it.
type Game struct {
	facts *[]Fact // where to note what happens; nil while nobody listens

	n       uint8 // seats
	variant Variant
	board   *board.Board

	// By storage.
	black, white uint16                 // storages outside and inside the Mark
	plain        uint16                 // storages from which no pilot is needed (START-4)
	territory    [4]uint16              // storages by territory
	storageAt    [board.Spaces]uint8    // number of the storage at a river index
	river        [board.Storages]uint8  // river index of a storage
	near, far    [board.Storages]uint32 // selling spaces by a plain trip and with a pilot (SAIL-1)
	locksBelow   [board.Storages]uint16 // obstacles downriver of a storage

	// By river index of a barge, [0] for off the river: storages upriver and down.
	above, below [board.Spaces + 1]uint16

	// By selling space.
	sellAt     [board.Sells]uint8
	locksAbove [board.Sells]uint16 // obstacles upriver of it
	sellCity   [board.Sells]uint8  // number of the city, noCity for others
	sellArea   [board.Sells][2]uint8
	ruhrort    uint8 // river index

	lockVP   [board.Obstacles]uint8
	cityOf   [2][3]uint8 // Essen and Mark cities, upriver first
	cityCost [board.Cities][board.MaxCitySlots + 1]uint8
	depCost  [4][board.MaxDepotSlots + 1]uint8
	portCost [board.Countries*board.MaxPortRows + 1]uint8
	portRows uint8

	stages [3]stage
	tokens tokenTable

	moves   [ActionsCount]Move
	actions map[Move]Action
}

const (
	noCity  = 255
	tooDear = 255 // the price where no space is left
)

// NewGame makes the judge for a table of 2 to 4 seats. It panics on another
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
	for i, t := range b.Tracks {
		g.stages[i] = stage{rows: uint8(t.Above + 1 + t.Below), arrow: uint8(t.Above)}
	}
	g.tokens.fill(b)
	g.nameMoves()
	return g
}

// Board, Seats and Variant give back what the game was made of.
func (g *Game) Board() *board.Board { return g.board }

// Seats is the number of seats, 2 to 4.
func (g *Game) Seats() int { return int(g.n) }

// Variant gives the table's options.
func (g *Game) Variant() Variant { return g.variant }

func (g *Game) surveyRiver() {
	for i, sp := range g.board.River {
		switch sp.Kind {
		case board.Storage:
			bit := uint16(1) << sp.Index
			g.river[sp.Index] = uint8(i)
			g.storageAt[i] = uint8(sp.Index)
			g.territory[sp.Territory] |= bit
			if !sp.PilotOnly {
				g.plain |= bit
			}
		case board.Lock:
			g.lockVP[sp.Index] = 2
			if sp.Territory == board.Mark {
				g.lockVP[sp.Index] = 3
			}
		case board.Harbour:
			g.ruhrort = uint8(i)
		}
	}
	g.white = g.territory[board.Mark]
	g.black = 1<<board.Storages - 1 - g.white
	for i := range g.board.River {
		for k, at := range g.river {
			if int(at) > i {
				g.below[i] |= 1 << k
			} else if int(at) < i {
				g.above[i] |= 1 << k
			}
		}
	}
	g.below[board.Spaces] = 1<<board.Storages - 1
}

// whereIs gives the place of a barge in the tables above and below.
func whereIs(at uint8) uint8 { return min(at, board.Spaces) }

const plainReach = 2 // spaces of a plain trip (SAIL-1)

func (g *Game) surveySales() {
	for k, at := range g.river {
		for l, lock := range g.board.At.Lock {
			if lock > int(at) {
				g.locksBelow[k] |= 1 << l
			}
		}
		for v, sell := range g.board.At.Sell {
			if sell <= int(at) {
				continue
			}
			g.far[k] |= 1 << v
			if sell <= int(at)+plainReach && sell != int(g.ruhrort) {
				g.near[k] |= 1 << v
			}
		}
	}
	for v, at := range g.board.At.Sell {
		sp := g.board.River[at]
		g.sellAt[v] = uint8(at)
		g.sellCity[v] = noCity
		switch sp.Kind {
		case board.City:
			g.sellCity[v] = uint8(sp.Index)
			g.sellArea[v] = [2]uint8{blackCity, whiteCity}
		case board.Industry:
			g.sellArea[v] = [2]uint8{blackIndustry, whiteIndustry}
		case board.Harbour:
			g.sellArea[v] = [2]uint8{ruhrortArea, ruhrortArea}
		}
		for l, lock := range g.board.At.Lock {
			if lock < at {
				g.locksAbove[v] |= 1 << l
			}
		}
	}
}

func (g *Game) groupCities() {
	for group, ids := range [2][3]string{board.EssenCities, board.MarkCities} {
		n := 0
		for c, at := range g.board.At.City {
			for _, id := range ids {
				if g.board.River[at].ID == id {
					g.cityOf[group][n] = uint8(c)
					n++
				}
			}
		}
	}
}

func (g *Game) listPrices() {
	for c := range g.cityCost {
		priceList(g.cityCost[c][:], g.board.Cities[c].Costs)
	}
	for d := range g.depCost {
		priceList(g.depCost[d][:], g.board.Depots[d].Costs)
	}
	costs := g.board.Port.Costs
	for i := range g.portCost {
		g.portCost[i] = uint8(costs[min(i, len(costs)-1)])
	}
	g.portRows = uint8(g.board.Port.Rows)
}

// priceList copies the prices and ends with one nobody can pay.
func priceList(to []uint8, costs []int) {
	for i := range to {
		to[i] = tooDear
		if i < len(costs) {
			to[i] = uint8(costs[i])
		}
	}
}

// Start is the position of a new game (SET) whose start player was drawn to be
// startSeat, at its first decision.
func (g *Game) Start(startSeat int) State {
	var s State
	if startSeat < 0 || startSeat >= int(g.n) {
		panic(fmt.Sprintf("rules: start seat %d of %d seats", startSeat, g.n))
	}
	b := g.board
	for i := range g.n {
		s.seats[i] = seat{
			thaler: uint8(b.StartingThaler), supply: 1, at: offRiver,
			timeline: 1<<len(timelineRounds) - 1, waiting: waitingLock | waitingMark, option: Unchosen,
		}
		s.river[i] = uint8((startSeat + int(i)) % int(g.n))
	}
	for k, v := range b.Setups[g.n] {
		s.dice.set(k, v)
	}
	g.stages[0].push(&s.track[0], b.TrackStart)
	for m, mk := range b.Markers {
		if !mk.Star || !g.variant.CalmWater {
			s.unseen |= 1 << m
		}
	}
	s.bag = uint8(bits.OnesCount32(s.unseen) - board.Obstacles)
	for c, n := range b.CountryMarkers {
		s.hidden[c] = uint8(n)
	}
	for i := range s.copies {
		s.copies[i] = uint8(b.LimitedCopies[g.n])
	}
	s.players = g.n
	s.country = noCountry
	s.round = 1
	s.decision = deciding
	g.beginPhase(&s, Event)
	g.run(&s)
	return s
}
