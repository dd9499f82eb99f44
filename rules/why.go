package rules

import (
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules/packed"
)

// Why says why a is not legal now. It is asked by people, so it looks for the
// reason a person would give first, and takes its time.
func (g *Game) Why(s *State, a Action) *Refusal {
	if s.decision == Over {
		return refuse(END6, GameOver)
	}
	if s.decision == DrawMarker || s.decision == RevealCountry {
		return refuse(ORDER1, ChanceFirst)
	}
	if int(a) >= ActionsCount {
		return refuse(ORDER1, NotNow, 0, int(s.phase))
	}
	m := g.Move(a)
	who := int(s.toDecide)
	c := &s.seats[who]
	if r := whyNotNow(s, m); r != nil {
		return r
	}
	switch m.Do {
	case DoPay:
		return whyPay(c, m)
	case DoRemove:
		return g.whyRemove(s, m.At)
	case DoPlace:
		return g.whyPlace(s, m.At)
	case DoCoalHauler:
		if r := g.whyMarker(s, who, coalHauler, START10); r != nil {
			return r
		}
		return whyRaise(s, m.At, START10)
	case DoInn:
		return g.whyMarker(s, who, inn, BUY11)
	case DoOption:
		return g.whyOption(s, who, m)
	case DoTransport:
		return g.whyTransport(s, who, m.At)
	case DoSupply:
		return whyRaise(s, m.At, START9)
	case DoStart:
		return g.whyStart(s, who, m.At)
	case DoStrand:
		return refuse(START12, NotStranded)
	case DoSell:
		return g.whySell(c, m.At)
	}
	return g.whyBuy(s, who, m)
}

// whyNotNow refuses what belongs to another decision. The start is asked about
// while the option is chosen, and whyStart answers.
func whyNotNow(s *State, m Move) *Refusal {
	v := &verbs[m.Do]
	if slices.Contains(v.decisions, s.decision) || m.Do == DoStart && s.decision == ChooseOption {
		return nil
	}
	return refuse(v.phaseRule, NotNow, int(v.phase), int(s.phase))
}

func whyPay(c *seat, m Move) *Refusal {
	if m.VP {
		return refuse(EVENTP, NoVP)
	}
	return refuse(EVENTP, CannotPay, 1, int(c.means()))
}

func (g *Game) whyRemove(s *State, k int) *Refusal {
	if s.dice.Value(k) == 0 {
		return refuse(EVENTR, NoDieThere)
	}
	return refuse(EVENTR, ColourNotOwed, int(g.white>>k&1))
}

func (g *Game) whyPlace(s *State, k int) *Refusal {
	if s.dice.Value(k) != 0 {
		return refuse(TRACK3, StorageTaken)
	}
	colour := 1
	if packed.Storages(s.legal)&g.black != 0 {
		colour = 0
	}
	if int(g.white>>k&1) != colour {
		return refuse(TRACK3, WrongColour, colour)
	}
	return refuse(EVENTC, WrongTerritory, int(g.board.Years[s.round-1].Returns))
}

func (g *Game) needsMark(s *State, who int) *Refusal {
	return refuse(START3, NeedsMark, g.Missing(s, who, bits.TrailingZeros16(uint16(grafschaftMark))))
}

// whyMarker refuses what needs a progress marker the seat does not have or has
// used; nil where it is ready.
func (g *Game) whyMarker(s *State, who int, m markers, rule Rule) *Refusal {
	c := &s.seats[who]
	k := bits.TrailingZeros16(uint16(m))
	switch {
	case c.blanks&m != 0:
		return refuse(PROG2, MarkerGone, k)
	case c.progress&m == 0:
		return refuse(PROG1, NoMarker, k, g.Missing(s, who, k))
	case c.used&m != 0:
		return refuse(rule, MarkerUsedUp, k)
	case c.bought()&m != 0:
		return refuse(BUY1, MarkerUsedNow, k)
	}
	return nil
}

func whyRaise(s *State, k int, rule Rule) *Refusal {
	if s.dice.Value(k) == 0 {
		return refuse(rule, NoDieThere)
	}
	return refuse(rule, DieIsSix)
}

func (g *Game) whyOption(s *State, who int, m Move) *Refusal {
	c := &s.seats[who]
	if m.Free {
		if r := g.whyMarker(s, who, haulingAction, START11); r != nil {
			return r
		}
	}
	if f := feasible[s.starts.Key(g.plainStarts, g.targets(s))] &^ g.closed(s, c); f.has(m.Option) == 0 {
		return g.whyNotFeasible(s, who, m.Option)
	}
	if m.Towed {
		return refuse(START12, NotTowed)
	}
	return refuse(DEBT1, CannotPay, OptionPrice(int(s.round), m.Option), int(c.means()))
}

// whyNotFeasible finds the first link of an option's chain that fails (START-4).
func (g *Game) whyNotFeasible(s *State, who int, o Option) *Refusal {
	c := &s.seats[who]
	if s.round < rounds && (o == Wage || o == Supply) {
		if r := g.whyMarker(s, who, wageMarker<<(o-Wage), START6); r != nil {
			return r
		}
	}
	if r := g.Closed(s, o); r != nil {
		return r
	}
	if o.HasTransport() && g.targets(s) == 0 {
		return refuse(START7, NoEmptyStorage)
	}
	if o.HasHauling() && c.barge.At() == offRiver {
		return refuse(START2, NothingToHaul)
	}
	direction, key := o.direction(), NoStartDown
	if direction == packed.Upriver {
		key = NoStartUp
	}
	starts := s.starts.To(direction)
	switch {
	case o == HaulingTransport:
		starts = s.starts.Targets(direction)
	case o.HasTransport():
		starts |= s.starts.Targets(direction)
	}
	if starts != 0 && !o.HasPilot() {
		return refuse(START4, OnlyPilotStarts)
	}
	return refuse(START2, key)
}

// Closed says why an option is closed to all seats now; nil where it is open, which
// does not mean that a seat can complete it (START-4).
func (g *Game) Closed(s *State, o Option) *Refusal {
	switch {
	case o.HasPilot() && s.PilotBanned():
		return refuse(WATER3, PilotsBanned)
	case (o == Wage || o == Supply) && s.round == rounds:
		return refuse(START6, ClosedInLast)
	case o == Wage && s.WageTaken():
		return refuse(START5, WageIsTaken)
	case o == Supply && s.dice.BelowSix() == 0:
		return refuse(START9, NothingToRaise)
	case o.HasTransport() && g.arrowDice(s) == 0:
		return refuse(START7, NoArrowDie, 2)
	}
	return nil
}

func (g *Game) whyTransport(s *State, who, k int) *Refusal {
	bit := packed.StorageSet(k)
	c := &s.seats[who]
	if s.dice.Value(k) != 0 {
		return refuse(START7, StorageTaken)
	}
	if g.arrowDice(s)&bit == 0 {
		return refuse(START7, NoArrowDie, int(g.white>>k&1))
	}
	if c.option == HaulingTransport {
		if g.above[c.barge.At()]&bit == 0 {
			return refuse(START2, HaulOnlyUpriver)
		}
		if g.white&bit != 0 && c.progress&grafschaftMark == 0 {
			return g.needsMark(s, who)
		}
		return refuse(START4, PilotNeeded)
	}
	return refuse(START4, LeavesNoStart)
}

func (g *Game) whyStart(s *State, who, k int) *Refusal {
	bit := packed.StorageSet(k)
	c := &s.seats[who]
	at := c.barge.At()
	switch {
	case s.dice.Value(k) == 0:
		return refuse(START1, NoDieThere)
	case s.moored&bit != 0:
		return refuse(START1, BargeThere)
	case g.white&bit != 0 && c.progress&grafschaftMark == 0:
		return g.needsMark(s, who)
	case s.decision == ChooseOption:
		return refuse(START1, OptionFirst)
	case c.option == HaulingTransport:
		return refuse(START8, MustStartThere)
	case c.option.HasHauling() && g.above[at]&bit == 0:
		return refuse(START2, HaulOnlyUpriver)
	case !c.option.HasHauling() && g.below[at]&bit == 0:
		return refuse(START2, UpriverNeedsHaul)
	}
	return refuse(START4, PilotNeeded)
}

func (g *Game) whySell(c *seat, k int) *Refusal {
	to := int(g.spaces[k].index)
	switch {
	case to < int(c.barge.At()):
		return refuse(SAIL1, SailUpriver)
	case to == int(g.ruhrort):
		return refuse(SAIL1, RuhrortPilot)
	}
	return refuse(SAIL1, TooFar, to-int(c.barge.At()), board.PlainReach)
}
