package rules

import (
	"math/bits"

	"ruhr/board"
)

// fresh is how many warehouses of a supply may still go on debt fields
// (DEBT-1, DEBT-2).
func (c *seat) fresh(supply uint8) uint8 { return min(supply, c.credit) }

// debts is how many warehouses lie on the debt fields.
func (c *seat) debts() uint8 { return maxDebts - c.credit }

// means is what a seat can pay with the debts it may take (DEBT-1).
func (c *seat) means() uint8 { return c.thaler + debtThaler*c.fresh(c.supply) }

// buildingMeans is what it can pay for a warehouse, which must still be in the
// supply after the debts (DEBT-2); call it only with a warehouse in supply.
func (c *seat) buildingMeans() uint8 { return c.thaler + debtThaler*c.fresh(c.supply-1) }

// lastMeans counts the warehouses on the timeline too, which may go on debt
// fields only where every legal choice needs it (DEBT-4).
func (c *seat) lastMeans() uint8 {
	return c.thaler + debtThaler*c.fresh(c.supply+uint8(bits.OnesCount8(c.timeline)))
}

// pay takes a price from a seat, with as many debts as it needs and no more
// (DEBT-1).
func (g *Game) pay(c *seat, who, price uint8, rule Rule) {
	if c.thaler < price || g.facts != nil {
		g.preparePayment(c, who, price, rule)
	}
	c.thaler -= price
}

// preparePayment takes the debts that a price needs, each a warehouse from the
// supply, else the next from the timeline for 2 VP (DEBT-1, DEBT-4), and records
// the payment.
func (g *Game) preparePayment(c *seat, who, price uint8, rule Rule) {
	for c.thaler < price {
		if c.supply == 0 {
			g.emit(FEarly, int(who), DEBT4, board.WarehouseRounds[bits.TrailingZeros8(c.timeline)], 0, 0)
			c.timeline &= c.timeline - 1
			g.stock(c, who, 1, DEBT4)
			g.loseVP(c, who, earlyVP, DEBT4)
		}
		c.supply--
		c.credit--
		c.thaler += debtThaler
		if g.facts != nil {
			g.emitDebt(who)
		}
	}
	if g.facts != nil {
		g.recordChange(FThaler, who, -int(price), rule)
	}
}

func (g *Game) emitDebt(who uint8) {
	g.recordChange(FSupply, who, -1, DEBT1)
	g.recordChange(FDebt, who, 1, DEBT1)
	g.recordChange(FThaler, who, debtThaler, DEBT1)
}

const earlyVP = 2 // DEBT-4

// loseVP takes VP, not below 0.
func (g *Game) loseVP(c *seat, who, n uint8, rule Rule) { g.score(c, who, -int(min(n, c.vp)), rule) }
