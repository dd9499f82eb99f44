package record

import (
	"fmt"

	"ruhr/rules"
)

// Codec translates between actions of a game and those of its records. It is
// immutable and may be shared.
type Codec struct {
	encoded [rules.ActionsCount]Action
	decoded map[Action]rules.Action
}

// NewCodec builds the codec of a game, which depends on board and options.
func NewCodec(g *rules.Game) *Codec {
	c := &Codec{decoded: map[Action]rules.Action{}}
	for a := range rules.ActionsCount {
		c.encoded[a] = encode(g, g.Move(rules.Action(a)))
		c.decoded[c.encoded[a]] = rules.Action(a)
	}
	return c
}

// Encode returns an action in record notation, without seat and round, as in a
// legal list.
func (c *Codec) Encode(a rules.Action) Action { return c.encoded[a] }

// Decode returns the action that a record names; seat and round are ignored. It
// fails if there is no such action on this board.
func (c *Codec) Decode(a Action) (rules.Action, error) {
	a.Seat, a.Round = nil, nil
	if m, ok := c.decoded[a]; ok {
		return m, nil
	}
	return rules.None, fmt.Errorf("no action %q in the vocabulary of records", a)
}

// thalerOrVP names what is paid or received.
func thalerOrVP(vp bool) string {
	if vp {
		return "vp"
	}
	return "thaler"
}

func encode(g *rules.Game, m rules.Move) Action {
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

// String returns an action in one line, for the command line.
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
