package rules

import "ruhr/rules/packed"

// OptionPrice is what an option costs in a round, in Thaler (START-5).
func OptionPrice(round int, o Option) int { return int(optionPrices(uint8(round))[o]) }

// LockPrice is what a lock costs in a round, in Thaler (BUY-2).
func LockPrice(round int) int { return int(lockPrice(uint8(round))) }

// LockVP is what building a lock scores (BUY-2).
func (g *Game) LockVP(lock int) int { return int(g.lockVP[lock]) }

// CityPrice is the price of a city's next space; more than any seat can pay where
// none is left (BUY-4).
func (g *Game) CityPrice(s *State, city int) int {
	return int(g.cityCost[city][s.cities[city].Len()])
}

// DepotPrice is the price of a depot's next space; more than any seat can pay
// where none is left (BUY-5).
func (g *Game) DepotPrice(s *State, depot int) int {
	return int(g.depCost[depot][s.depots[depot].Len()])
}

// PortPrice is the price of the next warehouse in the port (BUY-6).
func (g *Game) PortPrice(s *State) int { return int(g.portCost[s.inPort()]) }

// White is the set of storages inside the Mark.
func (g *Game) White() uint16 { return uint16(g.white) }

// Plain is the set of storages from which no pilot is needed (START-4).
func (g *Game) Plain() uint16 { return uint16(g.usable[0]) }

// Below is the set of storages downriver of a river index; all of them for
// OffRiver (START-2).
func (g *Game) Below(at int) uint16 { return uint16(g.below[tableIndex(at)]) }

// Above is the set of storages upriver of a river index; none for OffRiver.
func (g *Game) Above(at int) uint16 { return uint16(g.above[tableIndex(at)]) }

// tableIndex is the place of a river index or OffRiver in tables.
func tableIndex(at int) packed.RiverIndex { return packed.RiverIndex(min(uint8(at), uint8(offRiver))) }

// Reach is the set of selling spaces that a trip from a storage leads to
// (SAIL-1).
func (g *Game) Reach(storage int, pilot bool) uint32 {
	if pilot {
		return g.storages[storage].reach[1]
	}
	return g.storages[storage].reach[0]
}

// PipLost reports whether a trip from a storage to a selling space passes an
// unbuilt obstacle (SAIL-2).
func (g *Game) PipLost(s *State, storage, space int) bool {
	return g.storages[storage].locksBelow&g.spaces[space].locksAbove&^s.built != 0
}

// StorageIndex is the river index of a storage.
func (g *Game) StorageIndex(storage int) int { return int(g.storages[storage].index) }

// StorageOf is the number of the storage at a river index.
func (g *Game) StorageOf(index int) int { return int(g.storageAt[index]) }

// SellIndex is the river index of a selling space.
func (g *Game) SellIndex(space int) int { return int(g.spaces[space].index) }

// SellCity is the number of the city at a selling space, -1 for others.
func (g *Game) SellCity(space int) int {
	if c := g.spaces[space].city; c != noCity {
		return int(c)
	}
	return -1
}

// SellArea is the development area of a die of a colour sold at a space
// (SAIL-3).
func (g *Game) SellArea(space, colour int) int { return int(g.spaces[space].area[colour]) }

// TokenCodes is how many different sets of development tokens there are.
func (g *Game) TokenCodes() int { return g.tokens.codes }

// AddToken is a set of tokens with one more in an area; the same set where the
// area is full (SAIL-3).
func (g *Game) AddToken(code, area int) int {
	if !g.tokens.room(uint16(code), uint8(area)) {
		return code
	}
	return int(g.tokens.plus(uint16(code), uint8(area)))
}

// Lacking is how many tokens a set still needs for a progress marker, by its
// place in board.ProgressIDs (PROG-1).
func (g *Game) Lacking(code, kind int) int {
	return g.tokens.missing(g.board, uint16(code), g.board.Progress[kind].Needs)
}
