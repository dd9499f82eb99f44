package rules

import "math/bits"

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
func (c *seat) pay(price uint8) {
	for c.thaler < price {
		c.borrow()
	}
	c.thaler -= price
}

// borrow takes a debt: a warehouse from the supply, else the next from the
// timeline for 2 VP (DEBT-1, DEBT-4).
func (c *seat) borrow() {
	if c.supply == 0 {
		c.timeline &= c.timeline - 1
		c.supply++
		c.loseVP(earlyVP)
	}
	c.supply--
	c.credit--
	c.thaler += debtThaler
}

const earlyVP = 2 // DEBT-4

// loseVP takes VP, not below 0.
func (c *seat) loseVP(n uint8) { c.vp -= min(n, c.vp) }
