package policy

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

// Worth values a legal action in hundredths of a VP. Only differences between
// actions of the same decision are meaningful. It leaves the trip that an
// option, a die or a start leads to in plan.
func (v *Evaluator) Worth(a rules.Action) int {
	s := v.s
	v.plan.worth = nothing
	switch s.Decision() {
	case rules.Pay:
		return v.cashOrVP(int(a-rules.APay), -1)
	case rules.Take:
		return v.cashOrVP(int(a-rules.ATake), 1)
	case rules.Remove:
		return -v.dieWorth(int(a - rules.ARemove))
	case rules.Place:
		return v.within(int(a - rules.APlace))
	case rules.ChooseOption:
		return v.option(a)
	case rules.ChooseTransport:
		return v.transport(int(a - rules.ATransport))
	case rules.ChooseSupply:
		return v.raise(int(a-rules.ASupply), 2, s.OptionOf(v.who))
	case rules.ChooseStart:
		k := int(a - rules.AStart)
		v.trip(k, s.Die(k), s.OptionOf(v.who).HasPilot())
		return v.plan.worth
	case rules.Sell:
		return v.sell(a)
	}
	return v.purchase(a)
}

func (v *Evaluator) cashOrVP(vp, sign int) int {
	if vp == 1 {
		return 100 * sign
	}
	if sign < 0 && v.have == 0 {
		return -v.params.debt - 50
	}
	return v.thaler(sign)
}

// mine is the set of storages the seat may load from.
func (v *Evaluator) mine() uint16 {
	if v.s.Held(v.who)>>board.GrafschaftMark&1 != 0 {
		return 1<<board.Storages - 1
	}
	return ^v.G.White() & (1<<board.Storages - 1)
}

// dieWorth is the value to the seat of being able to load a storage's die
// later.
func (v *Evaluator) dieWorth(k int) int {
	w := 20 * v.s.Die(k)
	if v.mine()>>k&1 == 0 {
		w -= 60
	}
	if v.G.Below(v.s.BargeAt(v.who))>>k&1 == 0 {
		w -= 50
	}
	return w
}

// within is the value to the seat of a die returning to a storage.
func (v *Evaluator) within(k int) (w int) {
	if v.mine()>>k&1 == 0 {
		return 0
	}
	w = 40
	if v.G.Below(v.s.BargeAt(v.who))>>k&1 != 0 {
		w += 40
	}
	if v.G.Plain()>>k&1 != 0 {
		w += 30
	}
	v.trip(k, 3, false)
	return w + max(0, v.plan.worth)/4
}

// bestStart considers the trips from the storages where an option may start.
func (v *Evaluator) bestStart(o rules.Option) {
	i := 0
	if o.HasHauling() {
		i = 2
	}
	if o.HasPilot() {
		i++
	}
	if v.planned>>i&1 == 0 {
		v.planned |= 1 << i
		before := v.plan
		v.plan.worth = nothing
		v.raised(o, 0)
		v.plans[i], v.plan = v.plan, before
	}
	if v.plans[i].worth > v.plan.worth {
		v.plan = v.plans[i]
	}
}

// raised considers the same trips with dice that many pips higher.
func (v *Evaluator) raised(o rules.Option, pips int) {
	for m := v.starts(o); m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		v.trip(k, min(6, v.s.Die(k)+pips), o.HasPilot())
	}
}

// starts is the set of storages an option may start from, not counting
// transport.
func (v *Evaluator) starts(o rules.Option) uint16 {
	s := v.s
	open := s.Loaded() &^ s.Moored() & v.mine()
	at := s.BargeAt(v.who)
	if o.HasHauling() {
		open &= v.G.Above(at)
	} else {
		open &= v.G.Below(at)
	}
	if !o.HasPilot() {
		open &= v.G.Plain()
	}
	return open
}

func (v *Evaluator) option(a rules.Action) int {
	switch {
	case a >= rules.AHauler && a < rules.ASell:
		return v.haul(int(a - rules.AHauler))
	case a >= rules.AStrand:
		return 0
	case a >= rules.ATowed:
		return v.chosen(rules.Option(a-rules.ATowed)) - 200
	case a >= rules.AFree:
		o := [3]rules.Option{rules.Hauling, rules.HaulingPilot, rules.HaulingTransport}[a-rules.AFree]
		return v.chosen(o) - v.params.keepFree - 8*v.left
	case a >= rules.AOption:
		o := rules.Option(a - rules.AOption)
		return v.chosen(o) + v.spend(rules.OptionPrice(v.s.Round(), o))
	}
	return v.purchase(a) - 5 // the inn
}

// chosen is the value of an option without its price.
func (v *Evaluator) chosen(o rules.Option) int {
	extra := 0
	switch {
	case o == rules.Wage:
		extra = v.thaler(4) - v.thaler(2)
	case o == rules.Supply:
		v.raised(o, 2)
	case o.HasTransport():
		extra = 10
		v.bestTransport(o)
	}
	v.bestStart(o)
	return v.plan.worth + extra
}

// targets is the set of storages where the seat may load a die from an arrow
// box at once.
func (v *Evaluator) targets(o rules.Option) uint16 {
	at := v.s.BargeAt(v.who)
	to := v.G.Below(at)
	if o.HasHauling() {
		to = v.G.Above(at)
	}
	if !o.HasPilot() {
		to &= v.G.Plain()
	}
	return to & v.mine() &^ v.s.Loaded()
}

func (v *Evaluator) arrow(k int) int { return v.G.ArrowDie(v.s, v.colour(k)) }

// bestTransport considers the trips with a die from an arrow box.
func (v *Evaluator) bestTransport(o rules.Option) {
	for m := v.targets(o); m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		if value := v.arrow(k); value > 0 {
			v.trip(k, value, o.HasPilot())
		}
	}
}

func (v *Evaluator) transport(k int) int {
	o := v.s.OptionOf(v.who)
	if v.targets(o)>>k&1 != 0 {
		v.trip(k, v.arrow(k), o.HasPilot())
	}
	if o != rules.HaulingTransport {
		v.bestStart(o)
	}
	return v.plan.worth
}

// raise considers the trips after raising a die.
func (v *Evaluator) raise(k, pips int, o rules.Option) int {
	v.bestStart(o)
	if v.starts(o)>>k&1 != 0 {
		v.trip(k, min(6, v.s.Die(k)+pips), o.HasPilot())
	}
	return v.plan.worth
}

// haul is the value of using the coal hauler marker before the option: it pays
// to wait until it gains three whole pips.
func (v *Evaluator) haul(k int) int {
	for _, o := range [2]rules.Option{rules.NoOption, rules.Pilot} {
		if o == rules.Pilot && v.s.PilotBanned() {
			continue
		}
		if v.starts(o)>>k&1 != 0 {
			v.trip(k, min(6, v.s.Die(k)+3), o.HasPilot())
		}
	}
	return max(v.plan.worth, 0) - v.keepHauler()
}

func (v *Evaluator) keepHauler() int { return v.params.keepHauler + 6*v.left }

func (v *Evaluator) sell(a rules.Action) int {
	from := v.G.StorageOf(v.s.BargeAt(v.who))
	die := v.s.Die(from)
	if a < rules.ASell {
		if int(a-rules.AHauler) != from {
			return -1000
		}
		v.trip(from, min(6, die+3), v.s.OptionOf(v.who).HasPilot())
		return v.plan.worth - v.keepHauler()
	}
	v.consider(from, die, int(a-rules.ASell))
	return v.plan.worth
}
