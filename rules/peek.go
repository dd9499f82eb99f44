package rules

import "ruhr/board"

// Quick looks at a position for those that ask millions of times: opponents in
// their playouts. None of these allocates. Seats, storages, selling spaces and
// progress markers go by their numbers; sets have a bit for each number.

// Thaler a seat has.
func (s *State) Thaler(seat int) int { return int(s.seats[seat].thaler) }

// VP a seat has scored so far, without the lines of the end.
func (s *State) VP(seat int) int { return int(s.seats[seat].vp) }

// Supply is how many warehouses of a seat are ready to be built.
func (s *State) Supply(seat int) int { return int(s.seats[seat].supply) }

// Debts of a seat, 0 to 4.
func (s *State) Debts(seat int) int { return int(s.seats[seat].debts()) }

// LockField says whether a seat's first lock is still to be built, which
// brings two warehouses (SET-2).
func (s *State) LockField(seat int) bool { return s.seats[seat].waiting&waitingLock != 0 }

// Held is the set of progress markers a seat has and has not used up.
func (s *State) Held(seat int) uint16 {
	return uint16(s.seats[seat].progress &^ s.seats[seat].used)
}

// Gained is the set of progress markers a seat has gained, used up or not, or
// found run out (PROG-2): what more tokens bring nothing for.
func (s *State) Gained(seat int) uint16 { return uint16(s.seats[seat].progress | s.seats[seat].blanks) }

// SoldOut is the set of limited progress markers nobody can gain any more.
func (s *State) SoldOut() (set uint16) {
	for k, n := range s.copies {
		if n == 0 {
			set |= 1 << (firstLimited + k)
		}
	}
	return set
}

// Bought is the set of black progress markers a seat has used in this phase 6.
func (s *State) Bought(seat int) uint16 { return uint16(s.seats[seat].bought()) }

// SecondLock says whether a seat's next lock is free (BUY-3).
func (s *State) SecondLock(seat int) bool { return s.seats[seat].freeLock }

// Tokens is a seat's development tokens as one number below Game.TokenCodes.
func (s *State) Tokens(seat int) int { return int(s.seats[seat].tokens) }

// BargeAt is the river index of a seat's barge, 255 off the river.
func (s *State) BargeAt(seat int) int {
	if at := s.seats[seat].barge.at(); at != offRiver {
		return int(at)
	}
	return 255
}

// OptionOf is a seat's option of the round.
func (s *State) OptionOf(seat int) Option { return s.seats[seat].option }

// Loaded is the set of storages with a die, Moored of those with a barge.
func (s *State) Loaded() uint16 { return s.dice.loaded() }

// Moored is the set of storages with a barge.
func (s *State) Moored() uint16 { return s.moored }

// Built is the set of obstacles whose lock is built.
func (s *State) Built() uint16 { return s.built }

// CitySeats is the set of seats with a warehouse in a city.
func (s *State) CitySeats(city int) uint8 { return s.cities[city].seats }

// CityLen is how many warehouses stand in a city.
func (s *State) CityLen(city int) int { return int(s.cities[city].n) }

// CitiesOf is how many city warehouses a seat has.
func (s *State) CitiesOf(seat int) int { return s.cityCount(seat) }

// DepotLen is how many warehouses stand in a depot.
func (s *State) DepotLen(depot int) int { return int(s.depots[depot].n) }

// DepotOf is how many warehouses a seat has in a depot.
func (s *State) DepotOf(depot, seat int) (n int) {
	p := &s.depots[depot]
	if p.seats>>seat&1 == 0 {
		return 0
	}
	for k := range int(p.n) {
		if p.owner(k) == seat {
			n++
		}
	}
	return n
}

// PortSeats is the set of seats in a port column, PortLen how many stand there.
func (s *State) PortSeats(column int) uint8 { return s.port[column].seats }

// PortLen is how many warehouses stand in a port column.
func (s *State) PortLen(column int) int { return int(s.port[column].n) }

// PortPlace is a seat's place in a port column from the top, -1 for none.
func (s *State) PortPlace(column, seat int) int {
	p := &s.port[column]
	if p.seats>>seat&1 != 0 {
		for k := range int(p.n) {
			if p.owner(k) == seat {
				return k
			}
		}
	}
	return -1
}

// HiddenOf is how many face-down country markers of a column are left.
func (s *State) HiddenOf(column int) int { return int(s.hidden[column]) }

// TurnOf is the seat at a place in the order of this phase, Turn the place
// that is on.
func (s *State) TurnOf(place int) int { return int(s.order[place]) }

// Turn is the place in the order of the phase that is on.
func (s *State) Turn() int { return int(s.turn) }

// RiverPlace is a seat's place in river order, 0 the farthest upriver.
func (s *State) RiverPlace(seat int) (place int) {
	for i := range s.seats {
		if s.seats[i].barge < s.seats[seat].barge {
			place++
		}
	}
	return place
}

// ArrowDie is the value of the die on the arrow box of a colour's column, 0
// for none.
func (g *Game) ArrowDie(s *State, colour int) int {
	return s.track[colour].box(int(g.stage(s.round).arrow))
}

// White is the set of storages inside the Mark, Plain of those from which no
// pilot is needed (START-4).
func (g *Game) White() uint16 { return g.white }

// Plain is the set of storages from which no pilot is needed.
func (g *Game) Plain() uint16 { return g.plain }

// Reach is the set of selling spaces that a trip from a storage leads to
// (SAIL-1).
func (g *Game) Reach(storage int, pilot bool) uint32 {
	if pilot {
		return g.storages[storage].reach[1]
	}
	return g.storages[storage].reach[0]
}

// PipLost says whether a trip from a storage to a selling space passes an
// obstacle (SAIL-2).
func (g *Game) PipLost(s *State, storage, sell int) bool {
	return g.storages[storage].locksBelow&g.spaces[sell].locksAbove&^s.built != 0
}

// SellCity is the number of the city at a selling space, -1 for others.
func (g *Game) SellCity(sell int) int {
	if c := g.spaces[sell].city; c != noCity {
		return int(c)
	}
	return -1
}

// SellArea is the development area of a die of a colour sold at a space.
func (g *Game) SellArea(sell, colour int) int { return int(g.spaces[sell].area[colour]) }

// SellIndex and StorageIndex are the river indexes of a selling space and of a
// storage; StorageOf is the number of the storage at a river index.
func (g *Game) SellIndex(sell int) int { return int(g.spaces[sell].index) }

// StorageIndex is the river index of a storage.
func (g *Game) StorageIndex(storage int) int { return int(g.storages[storage].index) }

// StorageOf is the number of the storage at a river index.
func (g *Game) StorageOf(index int) int { return int(g.storageAt[index]) }

// CityPrice is the price of a city's next space; more than anybody can pay where
// none is left.
func (g *Game) CityPrice(s *State, city int) int { return int(g.cityCost[city][s.cities[city].n]) }

// DepotPrice is the price of a depot's next space; more than anybody can pay
// where none is left.
func (g *Game) DepotPrice(s *State, depot int) int { return int(g.depCost[depot][s.depots[depot].n]) }

// PortPrice is the price of the next warehouse in the port.
func (g *Game) PortPrice(s *State) int { return int(g.portCost[s.inPort()]) }

// TokenCodes is how many different sets of development tokens there are.
func (g *Game) TokenCodes() int { return g.tokens.codes }

// AddToken is a set of tokens with one more in an area; the same set where the
// area is full.
func (g *Game) AddToken(code, area int) int {
	if g.tokens.of.full[code&lastToken]>>area&1 != 0 {
		return code
	}
	return code + int(g.tokens.stride[area])
}

// Lacking is how many tokens a set still needs for a progress marker.
func (g *Game) Lacking(code, kind int) int {
	return g.tokens.missing(g.board, uint16(code), g.board.Progress[kind].Needs)
}

// Score is a seat's final VP if the game ended here (END-1 to END-6).
func (g *Game) Score(s *State, seat int) int {
	line := g.endLines(s, seat)
	vp := int(s.seats[seat].vp)
	for _, v := range line {
		vp += v
	}
	return vp
}

// Sells is the number of selling spaces, for arrays over them.
const Sells = board.Sells

// The numbers of the actions, for tables over them: the first of each kind.
// Storages, locks, cities, selling spaces and port columns follow in order.
const (
	APay, ATake, ARemove, APlace        = pay0, take0, remove0, place0
	ATransport, ASupply, AStart         = transport0, supply0, start0
	ALock, AEssen, AMark, ADepot, APort = lock0, essen0, mark0, depot0, port0
	AAnyCity, AAnyPort, AShift          = anyCity0, anyPort0, shift0
	ARepay, ADone, AInn                 = repay, done, inn0
	AOption, AFree, ATowed, AStrand     = option0, free0, towed0, strand
	AHauler, ASell                      = hauler0, sell0
)

// Below and Above are the storages downriver and upriver of a river index, 255
// for a barge off the river, to which all are below (START-2).
func (g *Game) Below(at int) uint16 { return g.below[min(uint8(at), offRiver)] }

// Above is the set of storages upriver of a river index.
func (g *Game) Above(at int) uint16 { return g.above[min(uint8(at), offRiver)] }
