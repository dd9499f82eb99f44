package policy

import (
	"ruhr/board"
	"ruhr/rules"
)

// The kinds of purchase, for features.
const (
	kLock = iota
	kEssen
	kMark
	kDepot
	kPort
	kAnyCity
	kAnyPort
	kShift
	kRepay
	kDone
	kInnThaler
	kInnVP
)

func buyKind(a rules.Action) int {
	switch {
	case a < rules.AEssen:
		return kLock
	case a < rules.AMark:
		return kEssen
	case a < rules.ADepot:
		return kMark
	case a < rules.APort:
		return kDepot
	case a < rules.AAnyCity:
		return kPort
	case a < rules.AAnyPort:
		return kAnyCity
	case a < rules.AShift:
		return kAnyPort
	case a < rules.ARepay:
		return kShift
	}
	return kRepay + int(a-rules.ARepay)
}

// buyPrice is what a purchase costs in Thaler.
func (c *extractor) buyPrice(kind int, a rules.Action) int {
	s := c.s
	switch kind {
	case kLock:
		if s.SecondLock(c.who) {
			return 0
		}
		return rules.LockPrice(s.Round())
	case kEssen, kMark:
		return c.G.CityPrice(s, c.G.Move(a).At)
	case kDepot:
		return c.G.DepotPrice(s, int(a-rules.ADepot))
	case kPort:
		return c.G.PortPrice(s)
	case kAnyCity, kAnyPort, kShift:
		return 2
	case kRepay:
		return 3
	case kInnThaler:
		return -3
	}
	return 0
}

func (c *extractor) describePurchase(a rules.Action, w int) {
	s := c.s
	kind := buyKind(a)
	price := c.buyPrice(kind, a)
	c.putMuch(fBuyW+kind*ages+c.age, w)
	c.put(fBuy + kind*Rounds + s.Round() - 1)
	if kind == kDone {
		c.describeDone()
		return
	}
	rest := c.have - price
	if rest < 0 {
		c.put(fBuyDebt + kind*3 + min(2, (1-rest)/2))
		rest = -rest & 1
	}
	c.put(fBuyRest + c.age*12 + min(11, rest))
	switch kind {
	case kLock:
		c.put(fLock + int(a-rules.ALock))
		if s.LockField(c.who) {
			c.put(fLockFirst + c.pair)
		}
		return
	case kRepay:
		c.put(fRepay + s.Debts(c.who)*ages + c.age)
		return
	case kInnThaler, kInnVP:
		return
	case kEssen, kMark, kAnyCity:
		c.describeCity(c.G.Move(a).At)
	case kDepot:
		c.describeDepot(int(a - rules.ADepot))
	case kPort, kAnyPort, kShift:
		c.describePort(c.G.Move(a), kind)
	}
	if kind != kShift {
		c.put(fBuySupply + c.age*4 + min(3, s.Supply(c.who)-1))
	}
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
	c.count()
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

func (c *extractor) describePort(m rules.Move, kind int) {
	s := c.s
	column := m.At
	if kind == kShift {
		column = m.To
	}
	place := s.PortLen(column)
	c.put(fPort + min(3, place)*pairs + c.pair)
	own := 0
	for other := range board.Countries {
		own += int(s.PortSeats(other) >> c.who & 1)
	}
	c.put(fPortOwn + min(1, own)*pairs + c.pair)
	gain := c.G.Board().Export[s.ExportBox()] + c.G.Board().Port.Bonus[place]
	c.putMuch(fPortHope, s.HiddenOf(column)*gain*Unit/4)
	if s.Country() == column {
		c.putMuch(fPortNow, gain*Unit)
	}
}
