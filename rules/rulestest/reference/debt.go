package reference

// debtsFor is how many debts of 2 Thaler a payment needs, and no more (DEBT-1).
func (p *player) debtsFor(price int) int {
	n := 0
	for p.thaler+2*n < price {
		n++
	}
	return n
}

// canPay tells whether a seat can pay a price with its Thaler and debts from
// its supply, and have so many warehouses left there afterwards (DEBT-1, 2).
func (p *player) canPay(price, warehousesLeft int) bool {
	n := p.debtsFor(price)
	return p.debts+n <= maxDebts && p.supply-n >= warehousesLeft
}

// canPayWithTimeline tells the same if warehouses from the timeline may serve
// as well (DEBT-4).
func (p *player) canPayWithTimeline(price int) bool {
	n := p.debtsFor(price)
	return p.debts+n <= maxDebts && n <= p.supply+len(p.timeline)
}

// pay pays a price that the seat can pay, with debts as needed. Warehouses from
// the supply go first; each one from the timeline costs 2 VP (DEBT-4).
func (p *player) pay(price int) {
	for p.thaler < price {
		if p.supply > 0 {
			p.supply--
		} else {
			p.timeline = p.timeline[1:]
			p.vp = max(0, p.vp-2)
		}
		p.debts++
		p.thaler += 2
	}
	p.thaler -= price
}
