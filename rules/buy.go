package rules

import (
	"ruhr/board"
	"ruhr/rules/packed"
)

const (
	LockRound     = 2 // the first with locks (EVENT-2)
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
	g.askPurchase(s, s.order[s.turn&3])
	return true
}

// buildingMarkers are the progress markers by which a warehouse is built.
const buildingMarkers = essenWarehouse | markWarehouse | coalDepot | portRuhrort | warehouse

// askPurchase offers all the seat can buy and pay (BUY).
func (g *Game) askPurchase(s *State, who uint8) {
	c := &s.seats[who&3]
	ready := c.ready
	means := c.means()
	legal := uint64(1) << buyDone
	if ready&lockBuilding != 0 && means >= g.year(s).lockPrice || c.freeLock {
		legal |= uint64(allLocks &^ s.built)
	}
	if ready&inn != 0 {
		legal |= bothInn << buyInn
	}
	if s.flags&buildingDuty != 0 && g.dutyBinds(s, c) {
		if locks := g.dutyOffer(s, c); locks != 0 {
			s.ask(Buy, who, locks|legal&(bothInn<<buyInn))
			return
		}
	}
	if c.credit < maxDebts && c.thaler >= repayThaler { // no new debt for an old one (DEBT-3)
		legal |= 1 << buyRepay
	}
	if c.inPort != 0 && means >= g.shiftCost {
		legal |= uint64(shiftOffers[c.inPort&7][s.portRoom&7]) << buyShift
	}
	if c.supply > 0 && ready&buildingMarkers != 0 { // BUY-12
		if means := c.buildingMeans(); means >= g.cheapest {
			legal |= g.buildingOffer(s, c, ready, means)
		}
	}
	s.ask(Buy, who, legal)
}

func (g *Game) lockReady(s *State, c *seat) bool {
	return c.ready&lockBuilding != 0 && s.round >= LockRound
}

// dutyBinds reports whether the seat has yet to build a lock before all else
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

// buildingOffer is where a seat with a warehouse in its supply may build it
// with the markers it has ready: in a city of the group without one of its own
// (BUY-4), in any depot (BUY-5), in the port (BUY-6), each at the price of the
// next space, or in any city or the port by the limited marker (BUY-8).
func (g *Game) buildingOffer(s *State, c *seat, ready markers, means uint8) (legal uint64) {
	budget := packed.BudgetOf(means)
	if ready&(essenWarehouse|markWarehouse) != 0 {
		open := s.cityPrices.Within(budget) &^ uint64(c.cities)
		if ready&essenWarehouse != 0 {
			legal |= open & essenPlaces << buyEssen
		}
		if ready&markWarehouse != 0 {
			legal |= open & markPlaces << buyEssen
		}
	}
	if ready&(coalDepot|portRuhrort) != 0 {
		open := s.otherPrices.Within(budget)
		if ready&coalDepot != 0 {
			legal |= open & depotPlaces << buyDepot
		}
		if ready&portRuhrort != 0 && open&(1<<portPlace) != 0 {
			legal |= s.portOffer(c) << buyPort
		}
	}
	if ready&warehouse != 0 && means >= anyPrice {
		open := s.cityPrices.Within(packed.BudgetOf(packed.MostThaler)) &^ uint64(c.cities)
		legal |= uint64(g.byNumber[open&127])<<buyAnyCity | s.portOffer(c)<<buyAnyPort
	}
	return legal
}

// portOffer: the columns with room where the seat has none, while it has fewer
// than two (BUY-6; board files keep to two).
func (s *State) portOffer(c *seat) uint64 {
	if c.inPort.Several() {
		return 0
	}
	return uint64(s.portRoom &^ c.inPort)
}

// shiftOffers are the moves within the port, by the columns where a seat has a
// warehouse and the columns with room: from one of the first to one of the
// second that is not of the first (BUY-7).
var shiftOffers = func() (t [8][8]uint8) {
	for own := range t {
		for room := range t[own] {
			for k, pair := range shifts {
				if from, to := pair[0], pair[1]; own>>from&1 != 0 && room&^own>>to&1 != 0 {
					t[own][room] |= 1 << k
				}
			}
		}
	}
	return t
}()

// The places of the cities among cityPrices, and of the depots (by territory)
// and the port among otherPrices.
const (
	essenPlaces = 7
	markPlaces  = 7 << 3
	lastCity    = 6 // Mülheim, which is in neither group
	depotPlaces = 15
	portPlace   = 4
)

// pricePlaces writes all prices of next spaces down.
func (g *Game) pricePlaces(s *State) {
	for c := range s.cities {
		s.cityPrices.Set(g.cityPlace[c], g.cityCost[c][s.cities[c].Len()])
	}
	for d := range s.depots {
		s.otherPrices.Set(uint8(d), g.depCost[d][s.depots[d].Len()])
	}
	g.pricePort(s)
}

// pricePort writes down the price of the next warehouse in the port and which
// columns have room.
func (g *Game) pricePort(s *State) {
	s.otherPrices.Set(portPlace, g.portCost[s.inPort()&15])
	s.portRoom = 0
	for k := range s.port {
		if s.port[k].Len() < g.portRows {
			s.portRoom |= 1 << k
		}
	}
}

// inPort is the number of warehouses in the port.
func (s *State) inPort() int { return s.port[0].Len() + s.port[1].Len() + s.port[2].Len() }

// endPurchase ends the phase for a seat.
func (s *State) endPurchase() {
	c := s.decider()
	c.ready, c.freeLock = c.progress&^c.used, false
	s.turn++
}

// buy carries out one purchase.
func (g *Game) buy(s *State, k int) {
	who := s.toDecide
	a := ALock + Action(k)
	switch {
	case a < AEssen:
		g.buildLock(s, who, k)
	case a < ADepot:
		group, i := (a-AEssen)/3, (a-AEssen)%3
		g.buildInCity(s, who, g.cityOf[group][i], WithEssen+With(group))
	case a < APort:
		g.buildInDepot(s, who, int(a-ADepot))
	case a < AAnyCity:
		g.buildInPort(s, who, int(a-APort), WithPort)
	case a < AAnyPort:
		g.buildInCity(s, who, uint8(a-AAnyCity), WithWarehouse)
	case a < AShift:
		g.buildInPort(s, who, int(a-AAnyPort), WithWarehouse)
	case a < ARepay:
		g.shift(s, who, int(a-AShift))
	case a == ARepay:
		g.repayDebt(s.decider(), who)
	default:
		g.useInn(s.decider(), who, int(a-AInn))
	}
}

// buildLock builds lock k: paid, or free as the second (BUY-2, BUY-3).
func (g *Game) buildLock(s *State, who uint8, k int) {
	c := s.seat(who)
	first := c.waiting&waitingLock != 0
	if c.freeLock {
		g.emit(FLock, int(who), BUY2, k, 1, 0)
		c.freeLock = false
	} else {
		g.emit(FLock, int(who), BUY2, k, 0, 0)
		g.pay(c, who, g.year(s).lockPrice, BUY2)
		c.ready &^= lockBuilding
		c.freeLock = g.n == 2 && s.round <= lastTwoForOne || g.n == 3 && first
	}
	s.built |= 1 << (k & 15)
	s.builders.Set(k, who)
	s.bag++ // its marker, unseen (SET-9)
	if s.built == allLocks {
		c.freeLock = false
	}
	g.score(c, who, int(g.lockVP[k&15]), BUY2)
	if first {
		c.waiting &^= waitingLock
		g.stock(c, who, 2, BUY2)
	}
}

// spend pays for a warehouse and takes it from the supply.
func (g *Game) spend(c *seat, who uint8, with With, price uint8) {
	if with == WithWarehouse {
		price = anyPrice
		g.useUp(c, who, warehouse)
	} else {
		c.ready &^= essenWarehouse << with
	}
	rule := with.Rule()
	g.pay(c, who, price, rule)
	g.stock(c, who, -1, rule)
	g.score(c, who, warehouseVP, rule)
}

func (g *Game) buildInCity(s *State, who, city uint8, with With) {
	g.emit(FWarehouse, int(who), with.Rule(), int(with), int(city), 0)
	p := &s.cities[city]
	c := s.seat(who)
	price := g.cityCost[city&7][p.Len()&7]
	p.Add(who)
	place := g.cityPlace[city&7]
	c.cities |= 1 << (place & 7)
	s.cityPrices.Set(place, g.cityCost[city&7][p.Len()&7])
	g.spend(c, who, with, price)
}

func (g *Game) buildInDepot(s *State, who uint8, d int) {
	g.emit(FWarehouse, int(who), BUY5, int(WithDepot), d, 0)
	p := &s.depots[d&3]
	price := g.depCost[d&3][p.Len()&15]
	p.Add(who)
	s.otherPrices.Set(uint8(d), g.depCost[d&3][p.Len()&15])
	g.spend(s.seat(who), who, WithDepot, price)
}

func (g *Game) buildInPort(s *State, who uint8, column int, with With) {
	g.emit(FWarehouse, int(who), with.Rule(), int(with), column, 1)
	c := s.seat(who)
	price := g.portCost[s.inPort()&15]
	s.port[column].Add(who)
	c.inPort |= 1 << (column & 3)
	g.pricePort(s)
	g.spend(c, who, with, price)
}

// shift moves a port warehouse; those below it move up (BUY-7).
func (g *Game) shift(s *State, who uint8, k int) {
	from, to := shifts[k][0], shifts[k][1]
	c := s.seat(who)
	g.emit(FShift, int(who), BUY7, from, to, 0)
	g.pay(c, who, g.shiftCost, BUY7)
	s.port[from].Remove(who)
	s.port[to].Add(who)
	c.inPort ^= 1<<from | 1<<to
	s.portRoom |= 1 << from
	if s.port[to].Len() == g.portRows {
		s.portRoom &^= 1 << to
	}
}

// repayDebt brings a warehouse from a debt field back into the supply (BUY-10).
func (g *Game) repayDebt(c *seat, who uint8) {
	g.gain(c, who, -repayThaler, BUY10)
	c.credit++
	g.emit(FDebt, int(who), BUY10, -1, 0, 0)
	g.stock(c, who, 1, BUY10)
}
