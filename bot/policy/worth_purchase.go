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

// purchase values an action of phase 6 compared with ending the phase.
func (v *Evaluator) purchase(a rules.Action) int {
	s, g := v.s, v.G
	switch {
	case a == rules.ADone:
		return 0
	case a == rules.ARepay:
		return v.spend(3) + v.params.debt + v.params.repay*min(1, v.left)
	case a >= rules.AInn && a < rules.AOption:
		return v.inn(a)
	case a < rules.AEssen:
		return v.lock(int(a - rules.ALock))
	case a < rules.ADepot:
		m := g.Move(a)
		return v.city(m.At) + v.spend(g.CityPrice(s, m.At))
	case a < rules.APort:
		k := int(a - rules.ADepot)
		return v.depot(k) + v.spend(g.DepotPrice(s, k))
	case a < rules.AAnyCity:
		c := int(a - rules.APort)
		return v.port(c, s.PortLen(c)) + v.spend(g.PortPrice(s))
	case a < rules.AAnyPort:
		c := int(a - rules.AAnyCity)
		w := v.city(c) + v.spend(2) - v.params.keepAny*v.left
		if v.groupOf[c] < 2 {
			w -= 30 // it can be built there in another way
		}
		return w
	case a < rules.AShift:
		c := int(a - rules.AAnyPort)
		return v.port(c, s.PortLen(c)) + v.spend(2) - v.params.keepAny*v.left
	}
	m := g.Move(a)
	return v.export(m.To, s.PortLen(m.To)) - v.export(m.From, s.PortPlace(m.From, v.who)) + v.spend(2) - 20
}

func (v *Evaluator) lock(k int) int {
	w := 100 * v.G.LockVP(k)
	if v.s.LockField(v.who) {
		w += v.params.firstLock + v.params.firstLater*v.left
	}
	if v.s.SecondLock(v.who) {
		return w
	}
	price := v.spend(rules.LockPrice(v.s.Round()))
	return w + price
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
	v.count()
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
