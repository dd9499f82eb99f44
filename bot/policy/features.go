package policy

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

// Feature is one feature of an action in a position: which one, and how much of it
// in Units.
type Feature struct {
	Which  int16
	Amount int16
}

// Unit is the amount of a feature that is either present or not.
const Unit = 16

// accumulator sums the weights of the features of one action and, when
// collecting, lists them.
type accumulator struct {
	collect bool
	n       int
	list    [48]Feature
	weights *[1 << 12]int16 // by feature
	sum     int32           // of weight times amount
}

func (p *accumulator) put(which int) {
	if p.collect {
		p.list[p.n] = Feature{int16(which), Unit}
		p.n++
	}
	p.sum += int32(p.weights[which&(1<<12-1)]) * Unit
}

func (p *accumulator) putMuch(which, much int) {
	if p.collect {
		p.list[p.n] = Feature{int16(which), int16(max(-1<<14, min(much, 1<<14)))}
		p.n++
	}
	p.sum += int32(p.weights[which&(1<<12-1)]) * int32(much)
}

// layout allots feature numbers, block by block.
type layout int

func (n *layout) block(size int) int {
	at := int(*n)
	*n += layout(size)
	return at
}

const (
	ages  = 4 // three rounds each
	pairs = 6 // two rounds each
)

// The features of a sale, after those of the markers that its token brings nearer.
const (
	saleToken  = board.Kinds * 3 * ages
	saleFull   = saleToken + board.Areas*ages
	saleThaler = saleFull + board.Areas*ages
	saleOver10 = saleThaler + pairs
	saleOver5  = saleOver10 + ages
	saleAt     = saleOver5 + ages
	saleShip   = saleAt + board.Sells*ages
	saleMates  = saleShip + 2*ages
	saleLost   = saleMates + 1
	saleSize   = saleLost + 1
)

// The features by kind of decision. w is the evaluator's worth.
var (
	features layout

	fCash                          = features.block(3 * 2 * 8) // tax, gifts: VP or Thaler by Thaler
	fRemoveW, fRemoveAt, fRemoveDo = features.block(1), features.block(board.Storages), features.block(7)
	fPlaceW, fPlaceAt              = features.block(1), features.block(board.Storages * ages)

	fOptionW     = features.block(pairs)
	fOption      = features.block(optionKinds * Rounds)
	fOptionPurse = features.block(optionKinds * 5)
	fOptionTurn  = features.block(optionKinds * 4)
	fOptionReach = features.block(optionKinds * 5)
	fOptionDebt  = features.block(3 * ages)
	fOptionSale  = features.block(saleSize)

	fMoveW, fMoveAt    = features.block(3 * ages), features.block(3 * board.Storages)
	fMoveDie, fMoveOwn = features.block(3 * 7), features.block(3 * 2 * ages)

	fStartW    = features.block(pairs)
	fStartAt   = features.block(board.Storages * ages)
	fStartDie  = features.block(2 * 7)
	fStartSale = features.block(saleSize)

	fSellW      = features.block(pairs)
	fSellHauler = features.block(7 + ages)
	fSellSale   = features.block(saleSize)

	fBuyW      = features.block(buyKinds * ages)
	fBuy       = features.block(buyKinds * Rounds)
	fBuyDebt   = features.block(buyKinds * 3)
	fBuyRest   = features.block(ages * 12)
	fBuySupply = features.block(ages * 4)
	fDoneRest  = features.block(pairs * 12)
	fDoneLeft  = features.block(ages * 4)
	fDoneStock = features.block(ages * 4)
	fLock      = features.block(board.Obstacles)
	fLockFirst = features.block(pairs)
	fCity      = features.block(board.Cities * ages)
	fCityGroup = features.block(3 * 4)
	fCityRail  = features.block(2 * ages)
	fDepot     = features.block(5 * ages)
	fDepotKind = features.block(4 * ages)
	fPort      = features.block(4 * pairs)
	fPortOwn   = features.block(2 * pairs)
	fPortHope  = features.block(1)
	fPortNow   = features.block(1)
	fRepay     = features.block(5 * ages)
)

const (
	optionKinds = 9 + 3 + 4 // options, free ones; towed, strand, coal hauler, inn
	buyKinds    = 12

	widest = 40 * Unit // worths beyond this are cut to it
)

// extractor finds the features of the actions of a position.
type extractor struct {
	*Evaluator
	accumulator
	age, pair int
	// nearerScores are the scores of a token by what the sale is for: an option, a
	// start, or itself; see nearerScores.
	nearerScores *[3][ages][16][8]int32
}

// SetPosition sets the position that the following calls are about.
func (c *extractor) SetPosition(s *rules.State) {
	c.Evaluator.SetPosition(s)
	c.age, c.pair = (s.Round()-1)/3, (s.Round()-1)/2
	switch of := c.nearerScores; s.Decision() {
	case rules.ChooseOption:
		c.score = &of[0][c.age]
	case rules.ChooseStart:
		c.score = &of[1][c.age]
	case rules.Sell:
		c.score = &of[2][c.age]
	}
}

// scaled is a worth as an amount of a feature.
func scaled(worth int) int { return max(-widest, min(worth*Unit/100, widest)) }

// describe collects the features of a legal action.
func (c *extractor) describe(a rules.Action) {
	c.n, c.sum = 0, 0
	s := c.s
	if s.Decision() == rules.Buy {
		c.describePurchase(a)
		return
	}
	w := scaled(c.Worth(a))
	switch s.Decision() {
	case rules.Pay, rules.Take:
		kind := min(1, s.Round()/6) + s.Round()/10
		c.put(fCash + (kind*2+int(a&1))*8 + min(7, c.have))
	case rules.Remove:
		k := int(a - rules.ARemove)
		c.putMuch(fRemoveW, w)
		c.put(fRemoveAt + k)
		c.put(fRemoveDo + s.Die(k))
	case rules.Place:
		c.putMuch(fPlaceW, w)
		c.put(fPlaceAt + int(a-rules.APlace)*ages + c.age)
	case rules.ChooseOption:
		c.describeOption(a, w)
	case rules.ChooseTransport:
		k := int(a - rules.ATransport)
		c.describeMove(0, k, c.arrow(k), w)
	case rules.ChooseSupply:
		k := int(a - rules.ASupply)
		c.describeMove(1, k, s.Die(k), w)
	case rules.ChooseStart:
		k := int(a - rules.AStart)
		c.putMuch(fStartW+c.pair, w)
		c.put(fStartAt + k*ages + c.age)
		c.put(fStartDie + c.colour(k)*7 + s.Die(k))
		c.describePlan(fStartSale)
	case rules.Sell:
		c.putMuch(fSellW+c.pair, w)
		if a < rules.ASell {
			c.put(fSellHauler + s.Die(int(a-rules.AHauler)))
			c.put(fSellHauler + 7 + c.age)
		}
		c.describePlan(fSellSale)
	}
}

// describeMove describes a die moved or raised: 0 transport, 1 supply, 2 coal
// hauler.
func (c *extractor) describeMove(kind, k, die, w int) {
	c.putMuch(fMoveW+kind*ages+c.age, w)
	c.put(fMoveAt + kind*board.Storages + k)
	c.put(fMoveDie + kind*7 + die)
	own := 0
	if c.plan.worth > nothing && c.plan.from == k {
		own = 1
	}
	c.put(fMoveOwn + (kind*2+own)*ages + c.age)
}

// describePlan describes where the best trip goes and what it brings.
func (c *extractor) describePlan(bank int) {
	if c.plan.worth == nothing {
		return
	}
	p := &c.plan
	s, sell := c.s, p.to
	area := c.G.SellArea(sell, c.colour(p.from))
	c.describeToken(bank, area)
	thaler := p.value - 1 + s.Demand(sell)
	if c.G.AddToken(c.code, area) == c.code {
		thaler++
	}
	if city := c.G.SellCity(sell); city >= 0 {
		seats := s.CitySeats(city)
		thaler += int(seats >> c.who & 1)
		c.putMuch(bank+saleMates, bits.OnesCount8(seats&^(1<<c.who))*Unit)
	}
	if p.value > 1 && c.G.PipLost(s, p.from, sell) {
		thaler--
		c.put(bank + saleLost)
	}
	c.putMuch(bank+saleThaler+c.pair, thaler*(Unit/4))
	c.putMuch(bank+saleOver10+c.age, max(0, c.have+thaler-10)*(Unit/4))
	c.putMuch(bank+saleOver5+c.age, max(0, c.have+thaler-5)*(Unit/4))
	c.put(bank + saleAt + sell*ages + c.age)
	if sell == ruhrort && !s.ShipDocked() {
		own := 0
		for column := range board.Countries {
			own += int(s.PortSeats(column) >> c.who & 1)
		}
		c.put(bank + saleShip + min(own, 1)*ages + c.age)
	}
}

// describeToken describes what a token in an area brings.
func (c *extractor) describeToken(bank, area int) {
	if c.G.AddToken(c.code, area) == c.code {
		c.put(bank + saleFull + area*ages + c.age)
		return
	}
	c.put(bank + saleToken + area*ages + c.age)
	if !c.collect {
		c.sum += c.scored[area]
		return
	}
	for m := c.helps[c.code][area] & c.open; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		c.put(bank + nearerFeature(k, int(c.lacking[c.code][k]), c.age))
	}
}

// nearerFeature is the feature of a sale whose token brings a progress marker nearer
// that lacks so many.
func nearerFeature(kind, lack, age int) int { return (kind*3+min(3, lack)-1)*ages + age }

// nearerScores are what such features add to the score, by age, kind and lack.
func nearerScores(weights []int16, bank int) (t [ages][16][8]int32) {
	for age := range t {
		for kind := range board.Kinds {
			for lack := 1; lack < 8; lack++ {
				t[age][kind][lack] = int32(weights[bank+nearerFeature(kind, lack, age)]) * Unit
			}
		}
	}
	return t
}

func (c *extractor) describeOption(a rules.Action, w int) {
	s := c.s
	kind, price := 0, 0
	switch {
	case a >= rules.AHauler:
		k := int(a - rules.AHauler)
		c.describeMove(2, k, s.Die(k), w)
		kind = 14
	case a >= rules.AStrand:
		kind = 13
	case a >= rules.ATowed:
		kind = 12
	case a >= rules.AFree:
		kind = 9 + int(a-rules.AFree)
	case a >= rules.AOption:
		kind = int(a - rules.AOption)
		price = rules.OptionPrice(s.Round(), rules.Option(kind))
	default:
		kind = 15
	}
	c.putMuch(fOptionW+c.pair, w)
	c.put(fOption + kind*Rounds + s.Round() - 1)
	c.put(fOptionPurse + kind*5 + min(4, c.have/2))
	c.put(fOptionTurn + kind*4 + s.Turn())
	reach := 4 // off the river counts as farthest, as it did in training
	if at := s.BargeAt(c.who); at >= 0 {
		reach = min(reach, at/10)
	}
	c.put(fOptionReach + kind*5 + reach)
	if price > c.have {
		c.put(fOptionDebt + min(2, (price-c.have+1)/2)*ages + c.age)
	}
	if kind < 13 {
		c.describePlan(fOptionSale)
	}
}
