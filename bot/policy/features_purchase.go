package policy

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

func (c *extractor) describePurchase(a rules.Action) {
	s := c.s
	p := c.purchaseOf(a)
	kind, at, price := int(p.kind), int(p.at), c.price(p)
	c.put(fBuy + kind*Rounds + s.Round() - 1)
	if kind == kDone { // worth nothing
		c.describeDone()
		return
	}
	c.putMuch(fBuyW+kind*ages+c.age, scaled(c.benefit(p)+c.spend(price)))
	c.describePrice(kind, price)
	switch kind {
	case kLock:
		c.put(fLock + at)
		c.describeFirst()
		return
	case kRepay:
		c.put(fRepay + s.Debts(c.who)*ages + c.age)
		return
	case kInnThaler, kInnVP:
		return
	case kEssen, kMark, kAnyCity:
		c.describeCity(at)
	case kDepot:
		c.describeDepot(at)
	case kPort, kAnyPort, kShift:
		c.describePort(at)
	}
	if kind != kShift {
		c.put(fBuySupply + c.age*4 + min(3, s.Supply(c.who)-1))
	}
}

// describeFirst describes that a lock would be the seat's first.
func (c *extractor) describeFirst() {
	if c.s.LockField(c.who) {
		c.put(fLockFirst + c.pair)
	}
}

// describePrice describes the debts that a price takes, and the Thaler it leaves.
func (c *extractor) describePrice(kind, price int) {
	rest := c.have - price
	if rest < 0 {
		c.put(fBuyDebt + kind*3 + min(2, (1-rest)/2))
		rest = -rest & 1
	}
	c.put(fBuyRest + c.age*12 + min(11, rest))
}

// rateLocks rates the locks of a set as describe does, and returns how many they
// are. Most purchases are locks. They differ only in their place and in the VP
// they score, so the rest is summed once.
func (p *Learned) rateLocks(set uint64) (n int) {
	price := p.price(purchase{kind: kLock})
	same := p.anyLock() + p.spend(price)
	p.sum = 0
	p.put(fBuy + kLock*Rounds + p.s.Round() - 1)
	p.describePrice(kLock, price)
	p.describeFirst()
	shared, vp := p.sum, -1
	for ; set != 0; set &= set - 1 {
		k := bits.TrailingZeros64(set)
		if own := p.G.LockVP(k); own != vp {
			vp, p.sum = own, shared
			p.putMuch(fBuyW+kLock*ages+p.age, scaled(same+100*vp))
		}
		p.scores[n&63] = (p.sum + int32(p.weights[(fLock+k)&(1<<12-1)])*Unit) / Unit
		n++
	}
	return n
}

// describeDone describes what is left unused: Thaler, warehouses, things to
// buy.
func (c *extractor) describeDone() {
	s := c.s
	c.put(fDoneRest + c.pair*12 + min(11, c.have))
	c.put(fDoneStock + c.age*4 + min(3, s.Supply(c.who)))
	open := c.G.Legal(s).Len() - 1
	c.put(fDoneLeft + c.age*4 + min(3, open/3))
}

func (c *extractor) describeCity(city int) {
	s := c.s
	group := c.groupOf[city]
	c.put(fCity + city*ages + c.age)
	c.countCities()
	c.put(fCityGroup + group*4 + c.inGroup[group])
	switch {
	case s.Held(c.who)>>board.Ruhrtalbahn&1 != 0:
		c.put(fCityRail + c.age)
	case (s.Gained(c.who)|s.SoldOut())>>board.Ruhrtalbahn&1 == 0:
		c.put(fCityRail + ages + c.age)
	}
}

func (c *extractor) describeDepot(k int) {
	own, most, kinds := c.inDepot(k)
	c.put(fDepot + max(0, min(4, own-most+2))*ages + c.age)
	if own == 0 {
		c.put(fDepotKind + kinds*ages + c.age)
	}
}

func (c *extractor) describePort(column int) {
	s := c.s
	place := s.PortLen(column)
	c.put(fPort + min(3, place)*pairs + c.pair)
	own := 0
	for other := range board.Countries {
		own += int(s.PortSeats(other) >> c.who & 1)
	}
	c.put(fPortOwn + min(1, own)*pairs + c.pair)
	gain := c.G.Board().Export[s.ExportBox()] + c.G.Board().Port.Bonus[place]
	c.putMuch(fPortHope, s.HiddenOf(column)*gain*(Unit/4))
	if s.Country() == column {
		c.putMuch(fPortNow, gain*Unit)
	}
}
