package rules

import (
	"math/bits"

	"ruhr/board"
)

const (
	lockRound     = 2 // the first with locks (EVENT-2)
	dearLockRound = 5 // EVENT-5
	warehouseVP   = 2 // BUY-4 to BUY-8
	anyPrice      = 2 // price with the limited marker warehouse (BUY-8)
	lastTwoForOne = 5 // two seats: the last round with a free second lock (BUY-3)
	allLocks      = 1<<board.Obstacles - 1
)

// lockPrice is the price of a lock in a round (BUY-2).
func lockPrice(round uint8) uint8 {
	if round >= dearLockRound {
		return 3
	}
	return 2
}

// purchase is phase 6: one seat after another buys until it is done.
func (g *Game) purchase(s *State) bool {
	if s.turn == g.n {
		return false
	}
	g.askPurchase(s, s.order[s.turn])
	return true
}

// askPurchase offers all the seat can buy and pay (BUY).
func (g *Game) askPurchase(s *State, who uint8) {
	c := &s.seats[who]
	legal := g.lockOffer(s, c)
	ready := c.progress &^ c.used
	if ready&inn != 0 {
		legal |= bothInn << buyInn
	}
	if g.dutyBinds(s, c) {
		if locks := g.dutyOffer(s, c); locks != 0 {
			s.ask(Buy, who, locks|legal&(bothInn<<buyInn))
			return
		}
	}
	legal |= 1 << buyDone
	if c.debts > 0 && c.thaler >= repayThaler {
		legal |= 1 << buyRepay
	}
	if c.supply > 0 {
		means := c.buildingMeans()
		open := c.progress &^ c.bought
		if open&(essenWarehouse|markWarehouse) != 0 {
			legal |= g.cityOffer(s, who, open, means)
		}
		if open&coalDepot != 0 {
			legal |= g.depotOffer(s, means)
		}
		if open&portRuhrort != 0 && means >= g.portCost[s.inPort()] {
			legal |= g.portOffer(s, who) << buyPort
		}
		if ready&warehouse != 0 && means >= anyPrice {
			legal |= g.anyOffer(s, who)
		}
	}
	if c.progress&(portRuhrort|warehouse) != 0 {
		legal |= g.shiftOffer(s, who)
	}
	s.ask(Buy, who, legal)
}

// lockOffer: any unbuilt obstacle, once a round, or the free second (BUY-2,
// BUY-3).
func (g *Game) lockOffer(s *State, c *seat) uint64 {
	if c.freeLock || g.lockReady(s, c) && c.means() >= lockPrice(s.round) {
		return uint64(allLocks &^ s.built)
	}
	return 0
}

func (g *Game) lockReady(s *State, c *seat) bool {
	return c.progress&lockBuilding&^c.bought != 0 && s.round >= lockRound
}

// dutyBinds says whether the seat has yet to build a lock before all else
// (BUY-9).
func (g *Game) dutyBinds(s *State, c *seat) bool {
	return s.flags&buildingDuty != 0 && g.lockReady(s, c)
}

// dutyOffer: for its duty a seat must take debts from the timeline too
// (DEBT-4).
func (g *Game) dutyOffer(s *State, c *seat) uint64 {
	if c.lastMeans() >= lockPrice(s.round) {
		return uint64(allLocks &^ s.built)
	}
	return 0
}

// cityOffer: a city of the group without a warehouse of one's own, at the
// price of its next space (BUY-4).
func (g *Game) cityOffer(s *State, who uint8, open markers, means uint8) (legal uint64) {
	for group := range g.cityOf {
		if open>>(group+1)&1 == 0 {
			continue
		}
		for i, city := range g.cityOf[group] {
			p := &s.cities[city]
			if p.seats>>who&1 == 0 && g.cityCost[city][p.n] <= means {
				legal |= 1 << (int(buyEssen) + 3*group + i)
			}
		}
	}
	return legal
}

// depotOffer: any depot, at the price of its next space (BUY-5).
func (g *Game) depotOffer(s *State, means uint8) (legal uint64) {
	for d := range s.depots {
		if g.depCost[d][s.depots[d].n] <= means {
			legal |= 1 << (int(buyDepot) + d)
		}
	}
	return legal
}

// inPort is the number of warehouses in the port.
func (s *State) inPort() uint8 { return s.port[0].n + s.port[1].n + s.port[2].n }

// portOffer: the columns with room where the seat has none, while it has fewer
// than two (BUY-6).
func (g *Game) portOffer(s *State, who uint8) (columns uint64) {
	own := 0
	for k := range s.port {
		p := &s.port[k]
		if p.seats>>who&1 != 0 {
			own++
		} else if p.n < g.portRows {
			columns |= 1 << k
		}
	}
	if own >= g.board.Port.PerSeat {
		return 0
	}
	return columns
}

// anyOffer: any city or the port by the limited marker warehouse (BUY-8).
func (g *Game) anyOffer(s *State, who uint8) uint64 {
	legal := g.portOffer(s, who) << buyAnyPort
	for city := range s.cities {
		p := &s.cities[city]
		if p.seats>>who&1 == 0 && g.cityCost[city][p.n] != tooDear {
			legal |= 1 << (int(buyAnyCity) + city)
		}
	}
	return legal
}

// shiftOffer: an own port warehouse to a column with room (BUY-7).
func (g *Game) shiftOffer(s *State, who uint8) (legal uint64) {
	if s.seats[who].means() < uint8(g.board.Port.ShiftCost) {
		return 0
	}
	for k, pair := range shifts {
		from, to := &s.port[pair[0]], &s.port[pair[1]]
		if from.seats>>who&1 != 0 && to.seats>>who&1 == 0 && to.n < g.portRows {
			legal |= 1 << (int(buyShift) + k)
		}
	}
	return legal
}

// buy carries out one purchase, or the end of the seat's phase 6.
func (g *Game) buy(s *State, k int) {
	who := s.toDecide
	c := &s.seats[who]
	a := lock0 + Action(k)
	switch {
	case a == done:
		c.bought, c.freeLock = 0, false
		s.turn++
	case a < essen0:
		g.buildLock(s, who, k)
	case a < depot0:
		group, i := (a-essen0)/3, (a-essen0)%3
		g.buildInCity(s, who, g.cityOf[group][i], WithEssen+With(group))
	case a < port0:
		g.buildInDepot(s, who, int(a-depot0))
	case a < anyCity0:
		g.buildInPort(s, who, int(a-port0), WithPort)
	case a < anyPort0:
		g.buildInCity(s, who, uint8(a-anyCity0), WithWarehouse)
	case a < shift0:
		g.buildInPort(s, who, int(a-anyPort0), WithWarehouse)
	case a < repay:
		g.shift(s, who, int(a-shift0))
	case a == repay:
		g.repayDebt(c, who)
	default:
		g.useInn(c, who, int(a-inn0))
	}
}

// buildLock builds lock k: paid, or free as the second (BUY-2, BUY-3).
func (g *Game) buildLock(s *State, who uint8, k int) {
	c := &s.seats[who]
	free := c.freeLock
	first := c.waiting&waitingLock != 0
	if free {
		c.freeLock = false
	} else {
		c.bought |= lockBuilding
		c.freeLock = g.n == 2 && s.round <= lastTwoForOne || g.n == 3 && first
	}
	if g.facts != nil {
		isFree := 0
		if free {
			isFree = 1
		}
		g.note(FLock, int(who), BUY2, k, isFree)
	}
	if !free {
		g.pay(c, who, lockPrice(s.round), BUY2)
	}
	s.built |= 1 << k
	s.builders |= uint32(who) << (2 * k)
	s.bag++ // its marker, unseen (SET-9)
	if s.built == allLocks {
		c.freeLock = false
	}
	g.score(c, who, int(g.lockVP[k]), BUY2)
	if first {
		c.waiting &^= waitingLock
		g.stock(c, who, 2, BUY2)
	}
}

// spend pays for a warehouse and takes it from the supply.
func (g *Game) spend(c *seat, who uint8, with With, place int, inPort bool, price uint8) {
	if g.facts != nil {
		port := 0
		if inPort {
			port = 1
		}
		g.note(FWarehouse, int(who), withRules[with], int(with), place, port)
	}
	if with == WithWarehouse {
		price = anyPrice
		g.useUp(c, who, warehouse)
	} else {
		c.bought |= essenWarehouse << with
	}
	g.pay(c, who, price, withRules[with])
	g.stock(c, who, -1, withRules[with])
	g.score(c, who, warehouseVP, withRules[with])
}

// withRules are the rules of the five ways to build a warehouse.
var withRules = [...]Rule{BUY4, BUY4, BUY5, BUY6, BUY8}

func (g *Game) buildInCity(s *State, who, city uint8, with With) {
	p := &s.cities[city]
	g.spend(&s.seats[who], who, with, int(city), false, g.cityCost[city][p.n])
	p.add(who)
}

func (g *Game) buildInDepot(s *State, who uint8, d int) {
	p := &s.depots[d]
	g.spend(&s.seats[who], who, WithDepot, d, false, g.depCost[d][p.n])
	p.add(who)
}

func (g *Game) buildInPort(s *State, who uint8, column int, with With) {
	g.spend(&s.seats[who], who, with, column, true, g.portCost[s.inPort()])
	s.port[column].add(who)
}

// shift moves a port warehouse; those below it move up (BUY-7).
func (g *Game) shift(s *State, who uint8, k int) {
	from, to := shifts[k][0], shifts[k][1]
	if g.facts != nil {
		g.note(FShift, int(who), BUY7, from, to)
	}
	g.pay(&s.seats[who], who, uint8(g.board.Port.ShiftCost), BUY7)
	s.port[from].remove(who)
	s.port[to].add(who)
}

// repayDebt brings a warehouse from a debt field back into the supply (BUY-10).
func (g *Game) repayDebt(c *seat, who uint8) {
	g.gain(c, who, -repayThaler, BUY10)
	c.debts--
	if g.facts != nil {
		g.note(FDebt, int(who), BUY10, -1)
	}
	g.stock(c, who, 1, BUY10)
}

// built says how many locks a set has.
func locksIn(set uint16) int { return bits.OnesCount16(set) }
