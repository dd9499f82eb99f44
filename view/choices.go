package view

import (
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// Choices lists what the seat to decide can do, by groups and with effects. It
// is empty when chance decides and after the end.
func Choices(g *rules.Game, w *record.Codec, s *rules.State) []Choice {
	out := []Choice{}
	legal, alike := g.Legal(s), g.Alike(s)
	t := newTrial(g, w)
	for _, a := range legal.Append(nil) {
		c, after := t.choice(s, a)
		c.First = int(firstAlike(legal, alike, a))
		c.NoUse = noUse(g, s, &after, a)
		if s.Phase() == rules.Purchase && g.Move(a).Do != rules.DoDone {
			c.purchase(g, s, &after)
		}
		c.Then = t.forced(after, c.Seat)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Choice) int {
		return slices.Index(GroupIDs[:], a.Group) - slices.Index(GroupIDs[:], b.Group)
	})
	return out
}

// ChoiceOf describes a single legal action, without NoUse, Then and First.
func ChoiceOf(g *rules.Game, w *record.Codec, s *rules.State, a rules.Action) Choice {
	c, _ := newTrial(g, w).choice(s, a)
	return c
}

// Line describes decisions that follow one another after a first one, as far as they
// are legal without chance.
func Line(g *rules.Game, w *record.Codec, s *rules.State, first rules.Action, rest []rules.Action) (out []Choice) {
	t, next := newTrial(g, w), *s
	for _, a := range append([]rules.Action{first}, rest...) {
		if !g.Legal(&next).Has(a) {
			break
		}
		var c Choice
		c, next = t.choice(&next, a)
		out = append(out, c)
	}
	return out[min(1, len(out)):]
}

// trial plays actions on copies of positions to see their effects.
type trial struct {
	g, noting *rules.Game
	words     *record.Codec
	facts     []rules.Fact
}

func newTrial(g *rules.Game, w *record.Codec) *trial {
	t := &trial{g: g, words: w}
	t.noting = g.WithFacts(&t.facts)
	return t
}

// choice describes an action and returns the position after it.
func (t *trial) choice(s *rules.State, a rules.Action) (Choice, rules.State) {
	c := describe(t.g, s, a)
	c.Words = t.words.Encode(a)
	t.facts = t.facts[:0]
	after := *s
	t.noting.Play(&after, a)
	c.Effect = effectOf(t.g, s, &after, a, t.facts)
	if c.Effect.Debts != 0 {
		c.Owing = t.g.Result(&after).Breakdown[c.Seat][rules.LineDebts] - t.g.Result(s).Breakdown[c.Seat][rules.LineDebts]
	}
	return c, after
}

// forced describes the decisions of a seat from a position on until it has a choice
// or has finished buying, or chance or another seat decides.
func (t *trial) forced(s rules.State, seat int) (out []Choice) {
	for s.Decides(seat) {
		a, forced := t.g.Forced(&s)
		if !forced || t.g.Move(a).Do == rules.DoDone {
			break
		}
		var c Choice
		c, s = t.choice(&s, a)
		out = append(out, c)
	}
	return out
}

// firstAlike is the first legal action between which and a nothing can differ.
func firstAlike(legal rules.Legal, alike []uint64, a rules.Action) rules.Action {
	for _, set := range alike {
		if set>>(a-legal.Base)&1 != 0 {
			return rules.Legal{Base: legal.Base, Mask: legal.Mask & set}.First()
		}
	}
	return a
}

// thalerOrVP are the endings of keys of payments in either.
func thalerOrVP(vp bool) string {
	if vp {
		return ".vp"
	}
	return ".thaler"
}

// describe names an action: key, arguments, group, target and rule.
func describe(g *rules.Game, s *rules.State, a rules.Action) Choice {
	b := g.Board()
	m := g.Move(a)
	rule := m.Do.Rule()
	c := Choice{Action: int(a), Seat: s.ToDecide(), Do: m.Do.String(), Group: m.Do.String(), Key: m.Do.String(), Args: Args{}}
	space := func(t Thing) {
		c.Args["place"] = t
		c.Target = Target{"space", t.ID}
	}
	switch m.Do {
	case rules.DoPay, rules.DoTake:
		c.Key += thalerOrVP(m.VP)
		if m.Do == rules.DoTake && s.Round() == 10 {
			rule = rules.EVENT10
		}
	case rules.DoInn:
		c.Key += thalerOrVP(m.VP)
		c.Group, c.Target = "extra", Target{"progress", "inn"}
	case rules.DoRemove, rules.DoPlace, rules.DoTransport, rules.DoSupply, rules.DoStart:
		space(storageThing(b, m.At))
	case rules.DoCoalHauler:
		space(storageThing(b, m.At))
		c.Group = "extra"
	case rules.DoOption:
		rule = describeOption(&c, m)
	case rules.DoSell:
		space(sellThing(b, m.At))
	case rules.DoLock:
		space(obstacleThing(b, m.At))
		if g.Seat(s, s.ToDecide()).FreeLock {
			c.Key, rule = "lock_free", rules.BUY3
		}
	case rules.DoWarehouse:
		rule = m.With.Rule()
		describeWarehouse(b, &c, m)
	case rules.DoShift:
		c.Args["from"], c.Args["to"] = columnThing(b, m.From), columnThing(b, m.To)
		c.Target = Target{"column", b.Port.Columns[m.To]}
	}
	c.Rule, c.Section = rule.String(), Section(rule)
	return c
}

func describeOption(c *Choice, m rules.Move) rules.Rule {
	c.Args["option"] = optionThing(m.Option)
	c.Target = Target{"option", m.Option.String()}
	switch {
	case m.Free:
		c.Key, c.Group = "option_free", "free"
		return rules.START11
	case m.Towed:
		c.Key, c.Group = "option_towed", "towed"
		return rules.START12
	case m.Option == rules.NoOption:
		c.Key = "option_none"
	}
	return rules.START5
}

func describeWarehouse(b *board.Board, c *Choice, m rules.Move) {
	var place Thing
	switch {
	case m.InPort:
		c.Group, place = "port", columnThing(b, m.At)
		c.Key, c.Target = "warehouse_port", Target{"column", place.ID}
	case m.With == rules.WithDepot:
		c.Group, place = "depot", depotThing(m.At)
		c.Key, c.Target = "warehouse_depot", Target{"depot", b.Depots[m.At].ID}
	default:
		c.Group, place = "city", spaceThing(b, b.At.City[m.At])
		c.Key, c.Target = "warehouse_city", Target{"space", place.ID}
	}
	c.Args["place"] = place
	c.Args["marker"] = progressThing(m.With.Marker())
	if m.With == rules.WithWarehouse {
		c.Group = "any"
		c.Key += "_any"
	}
}

// own keeps the facts of the action itself, without what the rules then do for
// the next phase or, at an event, for all seats.
func own(facts []rules.Fact) []rules.Fact {
	for i, f := range facts {
		if f.Kind == rules.FRound || f.Kind == rules.FPhase || f.Kind == rules.FStage ||
			f.Kind == rules.FSupply && f.Rule == rules.EVENTW {
			return facts[:i]
		}
	}
	return facts
}

// effectOf sums up the facts of an action.
func effectOf(g *rules.Game, before, after *rules.State, a rules.Action, facts []rules.Fact) Effect {
	e := effect{g: g, before: before, who: before.ToDecide()}
	for _, f := range own(facts) {
		e.add(f)
	}
	e.known(after, a)
	return e.Effect
}

// effect is an Effect being summed up for seat who.
type effect struct {
	Effect
	g      *rules.Game
	before *rules.State
	who    int
}

// add adds one fact.
func (e *effect) add(f rules.Fact) {
	b := e.g.Board()
	switch f.Kind {
	case rules.FThaler, rules.FVP:
		e.gain(f)
	case rules.FSupply:
		e.Supply += int(f.A)
	case rules.FDebt:
		e.Debts += int(f.A)
	case rules.FEarly:
		e.Early = append(e.Early, int(f.A))
	case rules.FSail, rules.FStart:
		e.Path = path(int(f.A), int(f.B))
	case rules.FPipLost:
		e.PipsLost += int(f.A - f.B)
	case rules.FSold:
		e.Colour, e.Value = colours[f.A], int(f.B)
	case rules.FToken:
		e.Token = board.AreaIDs[f.A]
	case rules.FAreaFull:
		e.Full = board.AreaIDs[f.A]
	case rules.FExport:
		e.Export = &Step{int(f.A), int(f.B)}
	case rules.FDie:
		e.Dice = append(e.Dice, Die{b.At.Storage[f.A], int(f.B), int(f.C)})
	case rules.FTransport, rules.FReturned:
		e.Colour, e.Value = colours[colourOf(e.g, int(f.A))], int(f.B)
		e.Dice = append(e.Dice, Die{b.At.Storage[f.A], 0, int(f.B)})
	case rules.FRemoved:
		e.Colour, e.Value = colours[colourOf(e.g, int(f.A))], int(f.B)
		e.Dice = append(e.Dice, Die{b.At.Storage[f.A], int(f.B), 0})
	case rules.FOffTrack:
		e.OffTrack = int(f.B)
	}
}

// gain adds a change of Thaler or VP.
func (e *effect) gain(f rules.Fact) {
	part := Gain{Seat: int(f.Seat), Rule: f.Rule.String()}
	if f.Kind == rules.FThaler {
		part.Thaler = int(f.A)
	} else {
		part.VP = int(f.A)
	}
	e.Parts = append(e.Parts, part)
	if part.Seat == e.who {
		e.Thaler += part.Thaler
		e.VP += part.VP
		e.Price += max(0, -part.Thaler)
		return
	}
	i := slices.IndexFunc(e.Others, func(o Gain) bool { return o.Seat == part.Seat })
	if i < 0 {
		i = len(e.Others)
		e.Others = append(e.Others, Gain{Seat: part.Seat})
	}
	e.Others[i].Thaler += part.Thaler
	e.Others[i].VP += part.VP
}

// known adds what follows from the position: the die loaded and where it could
// be sold, and what the tokens complete.
func (e *effect) known(after *rules.State, a rules.Action) {
	g := e.g
	m := g.Move(a)
	switch m.Do {
	case rules.DoStart:
		e.Colour, e.Value = colours[colourOf(g, m.At)], e.before.Die(m.At)
		e.reach(m.At)
	case rules.DoTransport:
		if noUse(g, e.before, after, a) == "" {
			e.reach(m.At)
		}
	case rules.DoSell:
		gained := e.before.Gained(e.who)
		for kind, id := range board.ProgressIDs {
			if gained>>kind&1 == 0 && g.Missing(e.before, e.who, kind) > 0 && g.Missing(after, e.who, kind) == 0 {
				e.Progress = append(e.Progress, Reward{id, e.before.CopiesLeft(kind)})
			}
		}
	}
}

// reach lists where coal loaded at a storage could be sold.
func (e *effect) reach(storage int) {
	for to := e.g.Reach(storage, e.before.OptionOf(e.who).HasPilot()); to != 0; to &= to - 1 {
		e.Reach = append(e.Reach, e.g.SellIndex(bits.TrailingZeros32(to)))
	}
}

// path lists the river indexes from one to another, in the direction of the
// trip; only the end where the barge was off the river.
func path(from, to int) []int {
	if from < 0 {
		return []int{to}
	}
	step := 1
	if to < from {
		step = -1
	}
	out := []int{from}
	for from != to {
		from += step
		out = append(out, from)
	}
	return out
}
