package bot

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

// worth is what a legal action is worth, in hundredths of a VP. Only the
// differences between the actions of one decision mean something.
func (v *sense) worth(a rules.Action) int {
	s := v.s
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
		return v.trip(k, s.Die(k), s.OptionOf(v.who).HasPilot())
	case rules.Sell:
		return v.sell(a)
	}
	return v.purchase(a)
}

func (v *sense) cashOrVP(vp, sign int) int {
	if vp == 1 {
		return 100 * sign
	}
	if sign < 0 && v.have == 0 {
		return -260 // a debt
	}
	return v.thaler(sign)
}

// mine is the set of storages the seat may load from.
func (v *sense) mine() uint16 {
	if v.s.Held(v.who)>>grafschaftMark&1 != 0 {
		return 1<<board.Storages - 1
	}
	return ^v.g.White() & (1<<board.Storages - 1)
}

// dieWorth is what a die on a storage may be worth to the seat some time.
func (v *sense) dieWorth(k int) int {
	w := 20 * v.s.Die(k)
	if v.mine()>>k&1 == 0 {
		w -= 60
	}
	if v.g.Below(v.s.BargeAt(v.who))>>k&1 == 0 {
		w -= 50
	}
	return w
}

// within is what a die returning to a storage is worth to the seat.
func (v *sense) within(k int) (w int) {
	if v.mine()>>k&1 == 0 {
		return 0
	}
	w = 40
	if v.g.Below(v.s.BargeAt(v.who))>>k&1 != 0 {
		w += 40
	}
	if v.g.Plain()>>k&1 != 0 {
		w += 30
	}
	return w + v.trip(k, 3, false)/4
}

// bestStart is the best trip that an option leads to over a set of storages.
func (v *sense) bestStart(storages uint16, pilot bool) int {
	best := -1 << 20
	for m := storages; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		best = max(best, v.trip(k, v.s.Die(k), pilot))
	}
	return best
}

// starts is the set of storages an option may start from, leaving transport
// aside.
func (v *sense) starts(o rules.Option) uint16 {
	s := v.s
	open := s.Loaded() &^ s.Moored() & v.mine()
	at := s.BargeAt(v.who)
	if o.HasHauling() {
		open &= v.g.Above(at)
	} else {
		open &= v.g.Below(at)
	}
	if !o.HasPilot() {
		open &= v.g.Plain()
	}
	return open
}

func (v *sense) option(a rules.Action) int {
	switch {
	case a >= rules.AHauler && a < rules.ASell:
		return v.haul(int(a - rules.AHauler))
	case a >= rules.AStrand:
		return 0
	case a >= rules.ATowed:
		return v.chosen(rules.Option(a-rules.ATowed)) - 200
	case a >= rules.AFree:
		o := [3]rules.Option{rules.Hauling, rules.HaulingPilot, rules.HaulingTransport}[a-rules.AFree]
		return v.chosen(o) - 110 + 8*(rounds-1-v.left)
	case a >= rules.AOption:
		o := rules.Option(a - rules.AOption)
		return v.chosen(o) + v.spend(rules.OptionPrice(v.s.Round(), o))
	}
	return v.inn(a) - 100000*int(a-rules.AInn)
}

// chosen is what an option is worth apart from its price.
func (v *sense) chosen(o rules.Option) int {
	w := v.bestStart(v.starts(o), o.HasPilot())
	switch {
	case o == rules.Wage:
		w += v.thaler(4) - v.thaler(2)
	case o == rules.Supply:
		w = max(w, v.bestRaise(v.starts(o), 2))
	case o.HasTransport():
		w = max(w, v.bestTransport(o)) + 10
	}
	return w
}

// bestRaise is the best trip when a die may be raised first.
func (v *sense) bestRaise(storages uint16, pips int) int {
	best := -1 << 20
	for m := storages; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		best = max(best, v.trip(k, min(6, v.s.Die(k)+pips), false))
	}
	return best
}

// bestTransport is the best trip with a die from an arrow box.
func (v *sense) bestTransport(o rules.Option) int {
	at := v.s.BargeAt(v.who)
	to := v.g.Below(at)
	if o.HasHauling() {
		to = v.g.Above(at)
	}
	if !o.HasPilot() {
		to &= v.g.Plain()
	}
	to &= v.mine() &^ v.s.Loaded()
	best := -1 << 20
	for m := to; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		if value := v.g.ArrowDie(v.s, int(v.g.White()>>k&1)); value > 0 {
			best = max(best, v.trip(k, value, o.HasPilot()))
		}
	}
	return best
}

func (v *sense) transport(k int) int {
	o := v.s.OptionOf(v.who)
	if o == rules.HaulingTransport {
		return v.trip(k, v.g.ArrowDie(v.s, int(v.g.White()>>k&1)), false)
	}
	base := v.bestStart(v.starts(o), o.HasPilot())
	if v.mine()>>k&1 == 0 || v.g.Below(v.s.BargeAt(v.who))>>k&1 == 0 || !o.HasPilot() && v.g.Plain()>>k&1 == 0 {
		return base
	}
	return max(base, v.trip(k, v.g.ArrowDie(v.s, int(v.g.White()>>k&1)), o.HasPilot()))
}

// raise is the best trip after a die is raised.
func (v *sense) raise(k, pips int, o rules.Option) int {
	base := v.bestStart(v.starts(o), o.HasPilot())
	if v.starts(o)>>k&1 == 0 {
		return base
	}
	return max(base, v.trip(k, min(6, v.s.Die(k)+pips), o.HasPilot()))
}

// haul is the coal hauler marker before the option: worth waiting for three
// whole pips.
func (v *sense) haul(k int) int {
	die := v.s.Die(k)
	w := 0
	for _, o := range [2]rules.Option{rules.NoOption, rules.Pilot} {
		if o == rules.Pilot && v.s.PilotBanned() {
			continue
		}
		if v.starts(o)>>k&1 != 0 {
			w = max(w, v.trip(k, min(6, die+3), o.HasPilot()))
		}
	}
	return w - v.keepHauler()
}

func (v *sense) keepHauler() int { return 60 + 6*v.left }

func (v *sense) sell(a rules.Action) int {
	from := v.g.StorageOf(v.s.BargeAt(v.who))
	die := v.s.Die(from)
	pilot := v.s.OptionOf(v.who).HasPilot()
	if a < rules.ASell {
		if int(a-rules.AHauler) != from {
			return -100000
		}
		return v.trip(from, min(6, die+3), pilot) - v.keepHauler()
	}
	v.survey()
	return v.tripTo(from, die, int(a-rules.ASell))
}

// inn is worth its 3 Thaler where the seat is short of them; its 2 VP come by
// themselves at the end (END-4).
func (v *sense) inn(a rules.Action) int {
	if a == rules.AInn {
		return v.thaler(3) - 200
	}
	return -1
}
