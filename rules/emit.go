package rules

import (
	"math/bits"

	"ruhr/board"
)

// The facts of a seat's action are emitted before it is carried out. Its outcome
// is certain, so it is worked out here on a copy: that way the code that carries
// actions out need not ask at every step whether somebody listens. What happens
// without an action is noted where it happens.

// emit notes the facts of choice k of the decision.
func (g *Game) emit(s *State, k int) {
	who := s.toDecide
	c := s.seats[who]
	switch s.decision {
	case Pay:
		g.emitTax(&c, who, k)
	case Take:
		g.emitGift(s, &c, who, k)
	case Remove:
		g.note(FRemoved, int(who), EVENTR, k, s.dice.Value(k), 0)
	case Place:
		after := *s
		g.placeDie(&after, k)
		g.note(FReturned, int(who), TRACK3, k, after.dice.Value(k), 0)
	case ChooseOption:
		g.emitOption(s, &c, who, k)
	case ChooseTransport:
		g.note(FTransport, int(who), START7, k, g.ArrowDie(s, int(g.storages[k].colour)), 0)
	case ChooseSupply:
		g.emitImproved(s, who, k, supplyPips, START9)
	case ChooseStart:
		g.note(FStart, int(who), START1, s.BargeAt(int(who)), int(g.storages[k].index), 0)
	case Sell:
		if k < int(sellSpace) {
			g.emitUsed(who, coalHauler)
			g.emitImproved(s, who, k, haulerPips, START10)
		} else {
			g.emitSale(s, k-int(sellSpace))
		}
	case Buy:
		g.emitPurchase(s, &c, who, k)
	}
}

func (g *Game) emitTax(c *seat, who uint8, k int) {
	if k == 0 {
		g.emitPayment(c, who, 1, EVENT3)
	} else {
		g.score(c, who, -1, EVENT3)
	}
}

func (g *Game) emitGift(s *State, c *seat, who uint8, k int) {
	if k == 0 {
		g.gain(c, who, 1, eventRule(s.round))
	} else {
		g.score(c, who, 1, eventRule(s.round))
	}
}

// emitPayment notes a price paid and the debts taken for it, on a copy of the
// seat.
func (g *Game) emitPayment(c *seat, who uint8, price uint8, rule Rule) {
	for c.thaler < price {
		before := *c
		c.borrow()
		if early := before.timeline &^ c.timeline; early != 0 {
			g.note(FEarly, int(who), DEBT4, board.WarehouseRounds[bits.TrailingZeros8(early)], 0, 0)
			g.note(FSupply, int(who), DEBT4, 1, 0, 0)
			if before.vp != c.vp {
				g.note(FVP, int(who), DEBT4, int(c.vp)-int(before.vp), 0, 0)
			}
		}
		g.note(FSupply, int(who), DEBT1, -1, 0, 0)
		g.note(FDebt, int(who), DEBT1, 1, 0, 0)
		g.note(FThaler, int(who), DEBT1, debtThaler, 0, 0)
	}
	g.gain(c, who, -int(price), rule)
}

func (g *Game) emitUsed(who uint8, m markers) {
	g.note(FUsed, int(who), NoRule, bits.TrailingZeros16(uint16(m)), 0, 0)
}

func (g *Game) emitImproved(s *State, who uint8, k, pips int, rule Rule) {
	after := *s
	after.dice.Improve(k, pips)
	g.note(FDie, int(who), rule, k, s.dice.Value(k), after.dice.Value(k))
}

func (g *Game) emitInn(c *seat, who uint8, k int) {
	g.emitUsed(who, inn)
	if k == 0 {
		g.gain(c, who, innThaler, BUY11)
	} else {
		g.score(c, who, innVP, BUY11)
	}
}

// How an option is come by.
const (
	paidFor = iota
	freeOfCharge
	towed
)

func (g *Game) emitOption(s *State, c *seat, who uint8, k int) {
	m := g.Move(AInn + Action(k))
	switch m.Do {
	case DoInn:
		g.emitInn(c, who, k)
		return
	case DoCoalHauler:
		g.emitUsed(who, coalHauler)
		g.emitImproved(s, who, m.At, haulerPips, START10)
		return
	case DoStrand:
		g.note(FStranded, int(who), START12, 0, 0, 0)
		return
	}
	price := g.year(s).prices[m.Option]
	switch {
	case m.Free:
		g.emitUsed(who, haulingAction)
		g.note(FOption, int(who), START5, int(m.Option), freeOfCharge, 0)
	case m.Towed:
		g.note(FOption, int(who), START5, int(m.Option), towed, 0)
		g.score(c, who, -min(towVP, int(c.vp)), START12)
	default:
		g.note(FOption, int(who), START5, int(m.Option), paidFor, int(price))
		g.emitPayment(c, who, price, START5)
	}
	if m.Option == Wage {
		g.gain(c, who, wage, START9)
	}
}

// emitSale notes a trip and its sale by comparing the position after it with the
// one before.
func (g *Game) emitSale(before *State, space int) {
	sold := *before
	after := &sold
	g.sail(after, space)
	who := before.ToDecide()
	was, is := &before.seats[who], &after.seats[who]
	at := g.storageAt[was.barge.At()]
	to := &g.spaces[space]
	colour := int(g.storages[at].colour)
	loaded, value := before.Die(int(at)), before.Die(int(at))
	g.note(FSail, who, SAIL1, int(was.barge.At()), int(to.index), 0)
	if value > 1 && g.PipLost(before, int(at), space) {
		value--
		g.note(FPipLost, who, SAIL2, loaded, value, 0)
	}
	g.note(FSold, who, SAIL3, colour, value, space)
	if was.tokens != is.tokens {
		g.note(FToken, who, SAIL3, int(to.area[colour]), 0, 0)
		g.emitThaler(who, value-1, SAIL3)
	} else {
		g.note(FAreaFull, who, SAIL3, int(to.area[colour]), 0, 0)
		g.emitThaler(who, value, SAIL3)
	}
	g.emitThaler(who, before.Demand(space), SAIL4)
	if to.city != noCity {
		for other := range int(g.n) {
			if before.cities[to.city].Has(other) {
				g.emitThaler(other, 1, SAIL6)
			}
		}
	} else if to.index == g.ruhrort {
		g.emitThaler(who, 1, SAIL5)
		if before.export != after.export {
			g.note(FExport, who, SAIL5, int(before.export), int(after.export), 0)
		}
	}
	column, path := after.track[colour], &g.year(after).path
	g.note(FToTrack, who, SAIL7, colour, value, column.PushedTo(before.track[colour]))
	if column.Off(path) {
		g.note(FOffTrack, -1, TRACK3, colour, column.TakeOff(path), 0)
	}
}

func (g *Game) emitThaler(who, n int, rule Rule) {
	if n != 0 {
		g.note(FThaler, who, rule, n, 0, 0)
	}
}

func (g *Game) emitPurchase(s *State, c *seat, who uint8, k int) {
	switch m := g.Move(ALock + Action(k)); m.Do {
	case DoInn:
		g.emitInn(c, who, k-int(buyInn))
	case DoLock:
		g.emitLock(s, c, who, k)
	case DoWarehouse:
		g.emitWarehouse(s, c, who, m)
	case DoShift:
		g.note(FShift, int(who), BUY7, m.From, m.To, 0)
		g.emitPayment(c, who, g.shiftCost, BUY7)
	case DoRepay:
		g.gain(c, who, -repayThaler, BUY10)
		g.note(FDebt, int(who), BUY10, -1, 0, 0)
		g.stock(c, who, 1, BUY10)
	}
}

func (g *Game) emitLock(s *State, c *seat, who uint8, k int) {
	if c.freeLock {
		g.note(FLock, int(who), BUY2, k, 1, 0)
	} else {
		g.note(FLock, int(who), BUY2, k, 0, 0)
		g.emitPayment(c, who, lockPrice(s.round), BUY2)
	}
	g.score(c, who, int(g.lockVP[k]), BUY2)
	if c.waiting&waitingLock != 0 {
		g.stock(c, who, 2, BUY2)
	}
}

func (g *Game) emitWarehouse(s *State, c *seat, who uint8, m Move) {
	rule := m.With.Rule()
	var price, port int
	switch {
	case m.InPort:
		price, port = g.PortPrice(s), 1
	case m.With == WithDepot:
		price = g.DepotPrice(s, m.At)
	default:
		price = g.CityPrice(s, m.At)
	}
	g.note(FWarehouse, int(who), rule, int(m.With), m.At, port)
	if m.With == WithWarehouse {
		price = anyPrice
		g.emitUsed(who, warehouse)
	}
	g.emitPayment(c, who, uint8(price), rule)
	g.stock(c, who, -1, rule)
	g.score(c, who, warehouseVP, rule)
}
