package rules

import (
	"slices"

	"ruhr/board"
	"ruhr/rules/packed"
)

// The tables of a game: what follows from the board and is looked up at every
// turn. Their sizes are powers of two, so that an index that is cut to size
// needs no check of its bounds.

// year is what the timeline fixes for a round (§6.1).
type year struct {
	payable   [8]optionSet    // the options that 0, 1 … Thaler pay for (START-5)
	prices    [16]uint8       // of the options
	path      packed.Path     // of the transport track (TRACK-1)
	closed    optionSet       // options closed in this round (START-6)
	returns   packed.Storages // storages that black coal returns to first (EVENT-C)
	events    [4]RoundEvent   // that phase 1 carries out, in their order, ended by noEvent
	lockPrice uint8           // unavailable before locks may be built (EVENT-2, BUY-2)
	_         [7]uint8        // 64 bytes in all, so that a round's row is found by a shift
}

func (g *Game) year(s *State) *year { return &g.years[s.round&15] }

const maxPrice = 7 // of an option, for payable

func (g *Game) writeTimeline() {
	for round := uint8(1); round <= rounds; round++ {
		y := &g.years[round]
		n := 0
		for _, e := range g.Timeline(int(round)) {
			if e <= CountryRevealed {
				y.events[n] = e
				n++
			}
		}
		copy(y.prices[:], optionPrices(round)[:])
		y.lockPrice = unavailable
		if round >= LockRound {
			y.lockPrice = lockPrice(round)
		}
		track := g.board.Tracks[g.board.Stage(int(round))]
		y.path = packed.PathOf(track.Above, track.Below)
		for means := range y.payable {
			y.payable[means] = affordable(round, uint8(means))
		}
		if round == rounds {
			y.closed = 1<<Wage | 1<<Supply
		}
		y.returns = g.territory[g.board.Years[round-1].Returns]
	}
}

// storage is what there is to know of a storage; reach is the selling spaces
// of a plain trip and of one with a pilot (SAIL-1).
type storage struct {
	reach      [2]uint32
	locksBelow locks // obstacles downriver of it
	index      packed.RiverIndex
	colour     uint8 // of its dice: 0 black, 1 white
	_          [4]uint8
}

// selling is what there is to know of a selling space.
type selling struct {
	locksAbove locks    // obstacles upriver of it
	area       [2]uint8 // development area of a black and a white die (SAIL-3)
	index      packed.RiverIndex
	city       uint8 // number of the city, noCity for others
	_          [10]uint8
}

// storageOf is the number of the storage where a seat's barge lies.
func (g *Game) storageOf(c *seat) int { return int(g.storageAt[c.barge.At()&riverMask]) }

const (
	noCity      = 255
	unavailable = 255 // the price where no space is left
)

func (g *Game) surveyRiver() {
	for i, sp := range g.board.River {
		switch sp.Kind {
		case board.Storage:
			bit := packed.StorageSet(sp.Index)
			g.storages[sp.Index].index = packed.RiverIndex(i)
			g.storageAt[i] = uint8(sp.Index)
			if sp.Territory == board.Mark {
				g.storages[sp.Index].colour = 1
			}
			g.territory[sp.Territory] |= bit
			g.usable[1] |= bit
			if !sp.PilotOnly {
				g.usable[0] |= bit
			}
		case board.Lock:
			g.lockVP[sp.Index] = 2
			if sp.Territory == board.Mark {
				g.lockVP[sp.Index] = 3
			}
		case board.Harbour:
			g.ruhrort = packed.RiverIndex(i)
		}
	}
	g.white = g.territory[board.Mark]
	g.black = 1<<board.Storages - 1 - g.white
	for i := range g.board.River {
		for k, at := range g.board.At.Storage {
			if at > i {
				g.below[i] |= 1 << k
			} else if at < i {
				g.above[i] |= 1 << k
			}
		}
	}
	g.below[offRiver] = 1<<board.Storages - 1
	for i := range g.around {
		g.around[i] = packed.Around(g.below[i], g.above[i])
	}
	g.plainStarts = packed.InEverySet(g.usable[0])
	g.mine = [2]packed.Storages{g.black, g.black | g.white}
}

func (g *Game) surveySales() {
	for k, at := range g.board.At.Storage {
		st := &g.storages[k]
		for l, lock := range g.board.At.Lock {
			if lock > at {
				st.locksBelow |= 1 << l
			}
		}
		for v, sell := range g.board.At.Sell {
			if sell <= at {
				continue
			}
			st.reach[1] |= 1 << v
			if sell <= at+board.PlainReach && sell != int(g.ruhrort) {
				st.reach[0] |= 1 << v
			}
		}
	}
	for v, at := range g.board.At.Sell {
		sp := g.board.River[at]
		to := &g.spaces[v]
		to.index, to.city = packed.RiverIndex(at), noCity
		switch sp.Kind {
		case board.City:
			to.city = uint8(sp.Index)
			to.area = [2]uint8{blackCity, whiteCity}
		case board.Industry:
			to.area = [2]uint8{blackIndustry, whiteIndustry}
		case board.Harbour:
			to.area = [2]uint8{ruhrortArea, ruhrortArea}
		}
		for l, lock := range g.board.At.Lock {
			if lock < at {
				to.locksAbove |= 1 << l
			}
		}
	}
}

func (g *Game) groupCities() {
	for c := range g.cityPlace {
		g.cityPlace[c] = lastCity
	}
	for group, ids := range [2][3]string{board.EssenCities, board.MarkCities} {
		n := 0
		for c, at := range g.board.At.City {
			for _, id := range ids {
				if g.board.River[at].ID == id {
					g.cityOf[group][n] = uint8(c)
					g.cityPlace[c] = uint8(3*group + n)
					n++
				}
			}
		}
	}
	for set := range g.byNumber {
		for c := range board.Cities {
			g.byNumber[set] |= uint8(set>>g.cityPlace[c]&1) << c
		}
	}
}

func (g *Game) listPrices() {
	for c := range g.board.Cities {
		priceList(g.cityCost[c][:], g.board.Cities[c].Costs)
	}
	for d := range g.board.Depots {
		priceList(g.depCost[d][:], g.board.Depots[d].Costs)
	}
	costs := g.board.Port.Costs
	for i := range g.portCost {
		g.portCost[i] = uint8(costs[min(i, len(costs)-1)])
	}
	g.portRows = g.board.Port.Rows
	g.shiftCost = uint8(g.board.Port.ShiftCost)
	g.cheapest = anyPrice
	for _, c := range g.board.Cities {
		g.cheapest = min(g.cheapest, uint8(slices.Min(c.Costs)))
	}
	for _, d := range g.board.Depots {
		g.cheapest = min(g.cheapest, uint8(slices.Min(d.Costs)))
	}
	g.cheapest = min(g.cheapest, uint8(slices.Min(costs)))
}

// priceList copies the prices and ends with one nobody can pay.
func priceList(to []uint8, costs []int) {
	for i := range to {
		to[i] = unavailable
		if i < len(costs) {
			to[i] = uint8(costs[i])
		}
	}
}
