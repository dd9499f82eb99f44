package view

import "ruhr/rules"

// noUse is the key of the reason why a choice, though legal, is of no use this
// round to the seat that decides: it moves or raises a die that this seat cannot
// load (START-1 to START-4). "" if it can, or if that is not known yet.
func noUse(g *rules.Game, before, after *rules.State, a rules.Action) string {
	m := g.Move(a)
	switch m.Do {
	case rules.DoTransport, rules.DoSupply:
		load := rules.Move{Do: rules.DoStart, At: m.At}
		if after.Decision() != rules.ChooseStart {
			return ""
		}
		if r := WhyNot(g, after, g.Action(load)); r != nil {
			return r.Key
		}
	case rules.DoCoalHauler:
		at := g.Board().At.Storage[m.At]
		switch {
		case before.Decision() == rules.Sell && before.BargeAt(before.ToDecide()) == at:
		case before.Moored()&(1<<m.At) != 0:
			return string(rules.BargeThere)
		case before.Decision() == rules.Sell:
			return "not_aboard"
		}
	}
	return ""
}
