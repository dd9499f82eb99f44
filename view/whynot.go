package view

import (
	"ruhr/board"
	"ruhr/rules"
)

// Refusal explains why an action is not possible: the rule, its section, and the
// key and arguments of the sentence refusal.<Key>.
type Refusal struct {
	Rule    string `json:"rule"`
	Section string `json:"section"`
	Key     string `json:"key"`
	Args    Args   `json:"args"`
}

// WhyNot explains why an action is not legal now; nil if it is.
func WhyNot(g *rules.Game, s *rules.State, a rules.Action) *Refusal {
	if g.Legal(s).Has(a) {
		return nil
	}
	return RefusalOf(g, g.Why(s, a))
}

// RefusalOf adds to a refusal by the rules the arguments of its sentence.
func RefusalOf(g *rules.Game, r *rules.Refusal) *Refusal {
	out := &Refusal{Rule: r.Rule.String(), Section: Section(r.Rule), Key: string(r.Key), Args: Args{}}
	b := g.Board()
	x := r.Args
	switch r.Key {
	case rules.NotNow:
		out.Args["phase"] = PhaseThing(max(x[0], 1))
		out.Args["now"] = PhaseThing(max(x[1], 1))
	case rules.MarkerNotUnseen, rules.NeedsMark:
		out.Args["n"] = x[0]
	case rules.NoSuchCountry:
		if x[0] >= 0 && x[0] < board.Countries {
			out.Args["country"] = columnThing(b, x[0])
		} else {
			out.Key = "no_country_due"
		}
	case rules.CannotPay, rules.CannotRepay:
		out.Args["price"], out.Args["means"] = x[0], x[1]
	case rules.ColourNotOwed, rules.WrongColour:
		out.Key += "." + colours[x[0]&1]
	case rules.WrongTerritory:
		out.Args["territory"] = territory(board.Territory(x[0]))
	case rules.NoMarker:
		out.Args["marker"], out.Args["n"] = progressThing(x[0]), x[1]
	case rules.MarkerGone, rules.MarkerUsedUp, rules.MarkerUsedNow:
		out.Args["marker"] = progressThing(x[0])
	case rules.NoArrowDie:
		out.Key += "." + [...]string{"black", "white", "none"}[x[0]]
	case rules.TooFar:
		out.Args["n"], out.Args["most"] = x[0], x[1]
	case rules.TooEarly:
		out.Args["round"] = x[0]
	case rules.PortLimit:
		out.Args["most"] = x[0]
	}
	return out
}

// ActionsAt lists the actions that a click on an element of the board could mean
// at the current decision, legal or not, likeliest first. For an element with no
// part in this decision, these are the actions it is for: loading, selling,
// building. An unknown element has none.
func ActionsAt(g *rules.Game, s *rules.State, t Target) []rules.Action {
	var out []rules.Action
	add := func(m rules.Move) {
		if a := g.Action(m); a != rules.None {
			out = append(out, a)
		}
	}
	b := g.Board()
	switch t.Kind {
	case "space":
		actionsAtSpace(b, s, t.ID, add)
	case "depot":
		for k, d := range b.Depots {
			if d.ID == t.ID {
				add(rules.Move{Do: rules.DoWarehouse, With: rules.WithDepot, At: k})
			}
		}
	case "column":
		actionsAtColumn(b, t.ID, add)
	case "option":
		for k, id := range rules.OptionIDs {
			if id == t.ID {
				add(rules.Move{Do: rules.DoOption, Option: rules.Option(k)})
				add(rules.Move{Do: rules.DoOption, Option: rules.Option(k), Free: true})
				add(rules.Move{Do: rules.DoOption, Option: rules.Option(k), Towed: true})
			}
		}
	case "progress":
		if t.ID == "inn" {
			add(rules.Move{Do: rules.DoInn})
			add(rules.Move{Do: rules.DoInn, VP: true})
		}
	}
	return out
}

func actionsAtColumn(b *board.Board, id string, add func(rules.Move)) {
	for k, column := range b.Port.Columns {
		if column != id {
			continue
		}
		add(rules.Move{Do: rules.DoWarehouse, With: rules.WithPort, At: k, InPort: true})
		add(rules.Move{Do: rules.DoWarehouse, With: rules.WithWarehouse, At: k, InPort: true})
		for from := range board.Countries {
			add(rules.Move{Do: rules.DoShift, From: from, To: k})
		}
	}
}

// storageVerbs gives the action that a click on a storage means at each
// decision.
var storageVerbs = map[rules.Decision]rules.Do{
	rules.Remove: rules.DoRemove, rules.Place: rules.DoPlace, rules.ChooseTransport: rules.DoTransport,
	rules.ChooseSupply: rules.DoSupply, rules.ChooseStart: rules.DoStart, rules.ChooseOption: rules.DoCoalHauler,
	rules.Sell: rules.DoCoalHauler,
}

func actionsAtSpace(b *board.Board, s *rules.State, id string, add func(rules.Move)) {
	for _, sp := range b.River {
		if sp.ID != id {
			continue
		}
		switch sp.Kind {
		case board.Storage:
			do, ok := storageVerbs[s.Decision()]
			if !ok {
				do = rules.DoStart
			}
			if s.Decision() == rules.ChooseOption && s.Die(sp.Index) != 0 {
				add(rules.Move{Do: rules.DoStart, At: sp.Index})
			}
			add(rules.Move{Do: do, At: sp.Index})
		case board.Lock:
			add(rules.Move{Do: rules.DoLock, At: sp.Index})
		default:
			sell := rules.Move{Do: rules.DoSell, At: sp.Sell}
			if s.Decision() != rules.Buy || sp.Kind != board.City {
				add(sell)
				return
			}
			for _, with := range [...]rules.With{rules.WithEssen, rules.WithMark, rules.WithWarehouse} {
				add(rules.Move{Do: rules.DoWarehouse, With: with, At: sp.Index})
			}
		}
	}
}
