package rules

import "math/bits"

// fresh is how many warehouses of a supply may still go on debt fields
// (DEBT-1, DEBT-2).
func (c *seat) fresh(supply uint8) uint8 { return uint8(min(int(supply), maxDebts-int(c.debts))) }

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
func (g *Game) pay(c *seat, who uint8, price uint8, rule Rule) {
	if c.thaler < price {
		g.borrow(c, who, price)
	}
	g.gain(c, who, -int(price), rule)
}

// borrow takes debts up to a price: warehouses from the supply first, then the
// next from the timeline at 2 VP each (DEBT-1, DEBT-4).
func (g *Game) borrow(c *seat, who uint8, price uint8) {
	for c.thaler < price {
		if c.supply == 0 {
			next := c.timeline & -c.timeline
			c.timeline &^= next
			if g.facts != nil {
				g.note(FEarly, int(who), DEBT4, int(timelineRounds[bits.TrailingZeros8(next)]), 0, 0)
			}
			g.stock(c, who, 1, DEBT4)
			g.loseVP(c, who, 2, DEBT4)
		}
		g.stock(c, who, -1, DEBT1)
		c.debts++
		if g.facts != nil {
			g.note(FDebt, int(who), DEBT1, 1, 0, 0)
		}
		g.gain(c, who, debtThaler, DEBT1)
	}
}
