package policy

import (
	"ruhr/board"
	"ruhr/rules"
)

// spend is the (negative) value of paying a price, with the debts it needs.
func (v *Evaluator) spend(price int) int {
	if price == 0 {
		return 0
	}
	short := max(0, price-v.have)
	debts := (short + 1) / 2
	return v.thaler(2*debts-price) - v.params.debt*debts
}

// The kinds of purchase.
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

// purchase is an action of phase 6: its kind, and the number of the lock, city,
// depot or port column; from is the column a warehouse is shifted from.
type purchase struct{ kind, at, from uint8 }

func newPurchase(g *rules.Game, a rules.Action) purchase {
	m := g.Move(a)
	p := purchase{at: uint8(m.At), from: uint8(m.From)}
	switch {
	case a < rules.AEssen:
		p.kind = kLock
	case a < rules.AMark:
		p.kind = kEssen
	case a < rules.ADepot:
		p.kind = kMark
	case a < rules.APort:
		p.kind = kDepot
	case a < rules.AAnyCity:
		p.kind = kPort
	case a < rules.AAnyPort:
		p.kind = kAnyCity
	case a < rules.AShift:
		p.kind = kAnyPort
	case a < rules.ARepay:
		p.kind, p.at = kShift, uint8(m.To)
	default:
		p.kind = kRepay + uint8(a-rules.ARepay)
	}
	return p
}

func (l *Tables) purchaseOf(a rules.Action) purchase { return l.purchases[(a-rules.ALock)&63] }

// purchase values an action of phase 6 compared with ending the phase.
func (v *Evaluator) purchase(a rules.Action) int {
	p := v.purchaseOf(a)
	return v.benefit(p) + v.spend(v.price(p))
}

// price is what a purchase costs in Thaler.
func (v *Evaluator) price(p purchase) int {
	switch p.kind {
	case kLock:
		if v.s.SecondLock(v.who) {
			return 0
		}
		return rules.LockPrice(v.s.Round())
	case kEssen, kMark:
		return v.G.CityPrice(v.s, int(p.at))
	case kDepot:
		return v.G.DepotPrice(v.s, int(p.at))
	case kPort:
		return v.G.PortPrice(v.s)
	case kAnyCity, kAnyPort, kShift:
		return 2
	case kRepay:
		return 3
	case kInnThaler:
		return -3
	}
	return 0
}

// benefit is the value of a purchase without its price.
func (v *Evaluator) benefit(p purchase) int {
	s, at := v.s, int(p.at)
	switch p.kind {
	case kLock:
		return 100*v.G.LockVP(at) + v.anyLock()
	case kEssen, kMark:
		return v.city(at)
	case kDepot:
		return v.depot(at)
	case kPort:
		return v.port(at, s.PortLen(at))
	case kAnyCity:
		w := v.city(at) - v.params.keepAny*v.left
		if v.groupOf[at] < 2 {
			w -= 30 // it can be built there in another way
		}
		return w
	case kAnyPort:
		return v.port(at, s.PortLen(at)) - v.params.keepAny*v.left
	case kShift:
		from := int(p.from)
		return v.export(at, s.PortLen(at)) - v.export(from, s.PortPlace(from, v.who)) - 20
	case kRepay:
		return v.params.debt + v.params.repay*min(1, v.left)
	case kInnThaler:
		return -200 // its 2 VP come anyway at the end (END-4)
	case kInnVP:
		return -1
	}
	return 0
}

// anyLock is the value of a lock besides its own VP.
func (v *Evaluator) anyLock() int {
	if v.s.LockField(v.who) {
		return v.params.firstLock + v.params.firstLater*v.left
	}
	return 0
}

// The value of a warehouse is its 2 VP and what its place brings, less the
// chance to build it elsewhere.
func (v *Evaluator) city(c int) int {
	s := v.s
	w := 200 + v.params.city*v.left - v.scarce()
	if s.Held(v.who)>>board.Ruhrtalbahn&1 != 0 {
		w += 100
	} else if s.Gained(v.who)>>board.Ruhrtalbahn&1 == 0 && v.left > 2 {
		w += 15
	}
	v.countCities()
	if group := v.groupOf[c]; group < 2 {
		w += [3]int{v.params.group[0], v.params.group[1], 100}[v.inGroup[group]]
	}
	if s.CitiesOf(v.who) == board.Cities-1 {
		w += 300
	}
	return w
}

// scarce is the value of keeping the last warehouses in the supply.
func (v *Evaluator) scarce() int {
	if v.left > 0 && v.s.Supply(v.who) == 1 {
		return v.params.scarce
	}
	return 0
}

func (v *Evaluator) depot(k int) int {
	own, most, kinds := v.inDepot(k)
	w := 200 - v.scarce()
	switch own - most {
	case 0:
		w += v.params.most[1]
	case -1:
		w += v.params.most[0]
	case 1:
		w += v.params.most[2]
	}
	if own == 0 {
		w += [4]int{v.params.spread[0], v.params.spread[1], v.params.spread[2], 200}[kinds]
	}
	return w
}

func (v *Evaluator) port(column, place int) int {
	return 200 + v.export(column, place) - v.scarce()
}

// export is what a warehouse at a place in a port column can still score.
func (v *Evaluator) export(column, place int) int {
	s := v.s
	hidden := s.HiddenOf(0) + s.HiddenOf(1) + s.HiddenOf(2)
	each := 100*v.G.Board().Export[s.ExportBox()]/2 + v.params.export + 100*v.G.Board().Port.Bonus[place]
	w := 0
	if hidden > 0 {
		w = each * s.HiddenOf(column)
	}
	if s.Country() == column {
		w += 100 * (v.G.Board().Export[s.ExportBox()] + v.G.Board().Port.Bonus[place])
	}
	return w
}
