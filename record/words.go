package record

import (
	"fmt"

	"ruhr/rules"
)

// Words translates between the actions of a game and those of its records.
// Make one a game with NewWords and share it freely.
type Words struct {
	g     *rules.Game
	words [rules.ActionsCount]Action
	moves map[Action]rules.Action
}

// NewWords makes the translation for a game.
func NewWords(g *rules.Game) *Words {
	w := &Words{g: g, moves: map[Action]rules.Action{}}
	for a := range rules.ActionsCount {
		w.words[a] = say(g, g.Move(rules.Action(a)))
		w.moves[w.words[a]] = rules.Action(a)
	}
	return w
}

// Say gives the record's words for an action, without seat and round, as in a
// legal list.
func (w *Words) Say(a rules.Action) Action { return w.words[a] }

// Act finds the action of the record's words; seat and round are not looked at.
func (w *Words) Act(a Action) (rules.Action, error) {
	a.Seat, a.Round = nil, nil
	if m, ok := w.moves[a]; ok {
		return m, nil
	}
	return rules.None, fmt.Errorf("no action %s in the vocabulary of records", a)
}

// thalerOrVP names what is paid or taken.
func thalerOrVP(vp bool) string {
	if vp {
		return "vp"
	}
	return "thaler"
}

func say(g *rules.Game, m rules.Move) Action {
	b := g.Board()
	storage := func() string { return b.River[b.At.Storage[m.At]].ID }
	a := Action{Do: m.Do.String()}
	switch m.Do {
	case rules.DoPay:
		a.With = thalerOrVP(m.VP)
	case rules.DoTake:
		a.What = thalerOrVP(m.VP)
	case rules.DoInn:
		a.Take = thalerOrVP(m.VP)
	case rules.DoRemove, rules.DoPlace, rules.DoCoalHauler, rules.DoSupply, rules.DoStart:
		a.Storage = storage()
	case rules.DoTransport:
		a.Storage = storage()
		a.Coal = "black"
		if g.White()>>m.At&1 != 0 {
			a.Coal = "white"
		}
	case rules.DoOption:
		a.Option, a.Free, a.Towed = m.Option.String(), m.Free, m.Towed
	case rules.DoSell:
		a.Space = b.River[b.At.Sell[m.At]].ID
	case rules.DoLock:
		a.Space = b.River[b.At.Lock[m.At]].ID
	case rules.DoWarehouse:
		a.With = rules.WithIDs[m.With]
		switch {
		case m.InPort:
			a.At = b.Port.Columns[m.At]
		case m.With == rules.WithDepot:
			a.At = b.Depots[m.At].ID
		default:
			a.At = b.River[b.At.City[m.At]].ID
		}
	case rules.DoShift:
		a.From, a.To = b.Port.Columns[m.From], b.Port.Columns[m.To]
	}
	return a
}

// String gives an action in one line, as the command line shows it.
func (a Action) String() string {
	s := a.Do
	for _, f := range [...]struct{ name, value string }{
		{"with", a.With}, {"what", a.What}, {"take", a.Take}, {"coal", a.Coal}, {"storage", a.Storage},
		{"option", a.Option}, {"space", a.Space}, {"at", a.At}, {"from", a.From}, {"to", a.To},
	} {
		if f.value != "" {
			s += " " + f.name + "=" + f.value
		}
	}
	if a.Free {
		s += " free"
	}
	if a.Towed {
		s += " towed"
	}
	return s
}
