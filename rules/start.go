package rules

import "ruhr/rules/packed"

// start is phase 3: one seat after another chooses an option and a start
// (START-1).
func (g *Game) start(s *State) bool {
	if s.turn == g.n {
		return false
	}
	g.askOption(s, s.order[s.turn&3])
	return true
}

// targets are the empty storages that a die on an arrow box may go to, whichever
// seat loads it there (START-7).
func (g *Game) targets(s *State) packed.Storages { return g.arrowDice(s) &^ s.dice.Loaded() }

// startsOf returns the starts a seat finds: storages with a die, no barge (START-1)
// and coal it may load (START-3), and the targets for a die it may load there
// (START-7), downriver and upriver of its barge (START-2).
func (g *Game) startsOf(s *State, c *seat, targets packed.Storages) packed.Starts {
	mine := g.mine[c.progress/grafschaftMark&1]
	open := s.dice.Loaded() &^ s.moored & mine
	return packed.StartsAnywhere(open, targets&mine) & g.around[c.barge.At()&riverMask]
}

// askOption offers what the seat can do and pay (START-5, DEBT-1); the
// timeline's warehouses, towing and stranding come only where nothing else is
// left (DEBT-4, START-12).
func (g *Game) askOption(s *State, who uint8) {
	c := s.seat(who)
	targets := g.targets(s)
	starts := g.startsOf(s, c, targets)
	f := feasible[starts.Key(g.plainStarts, targets)] &^ g.closed(s, c)
	s.starts = starts
	legal := uint64(f&g.year(s).payable[min(c.means(), maxPrice)]) << chooseOption
	ready := c.ready
	if ready&haulingAction != 0 {
		legal |= freeMask(f) << chooseFree
	}
	if legal == 0 {
		legal = g.lastResort(s, c, f)
	}
	if ready&(coalHauler|inn) != 0 {
		if ready&coalHauler != 0 {
			legal |= uint64(s.dice.BelowSix()) << chooseHauler
		}
		if ready&inn != 0 {
			legal |= bothInn
		}
	}
	s.ask(ChooseOption, who, legal)
}

func (g *Game) lastResort(s *State, c *seat, f optionSet) uint64 {
	if f == 0 {
		return 1 << chooseStrand
	}
	y := g.year(s)
	if a := f & y.payable[min(c.lastMeans(), maxPrice)]; a != 0 {
		return uint64(a) << chooseOption
	}
	return uint64(y.cheapest(f)) << chooseTowed
}

const towVP = 2 // START-12

// chooseOption carries out a choice in phase 3. After an option it asks for
// what that needs, then for the start, and says true; coal hauler and inn come
// before it.
func (g *Game) chooseOption(s *State, k int) (more bool) {
	c := s.decider()
	if o := k - int(chooseOption); uint(o) < options {
		price := g.year(s).prices[o&15]
		c.option = Option(o)
		g.emit(FOption, int(s.toDecide), START5, o, paidFor, int(price))
		g.pay(c, s.toDecide, price, START5)
	} else if !g.chooseOther(s, k) {
		return false
	}
	switch o := c.option; {
	case transportOptions.has(o) != 0:
		s.ask(ChooseTransport, s.toDecide, uint64(g.transportTargets(s, o)))
		return true
	case o == Supply:
		s.ask(ChooseSupply, s.toDecide, uint64(s.dice.BelowSix()))
		return true
	case o == Wage:
		s.flags |= wageTaken
		g.gain(c, s.toDecide, wage, START9)
	}
	g.askStart(s, c)
	return true
}

// How a seat pays for an option: part B of FOption.
const (
	paidFor = iota
	freeOfCharge
	towed
)

// chooseOther carries out what else may be chosen there: an option free of
// charge or towed (true), inn, coal hauler, or to be stranded.
func (g *Game) chooseOther(s *State, k int) (option bool) {
	c, who := s.decider(), s.toDecide
	switch {
	case k < int(chooseOption):
		g.useInn(c, who, k)
	case k < int(chooseTowed):
		g.useUp(c, who, haulingAction)
		c.option = freeOptions[k-int(chooseFree)]
		g.emit(FOption, int(who), START5, int(c.option), freeOfCharge, 0)
		return true
	case k < int(chooseStrand):
		c.option = Option(k - int(chooseTowed))
		g.emit(FOption, int(who), START5, int(c.option), towed, 0)
		g.loseVP(c, who, towVP, START12)
		return true
	case k == int(chooseStrand):
		g.strand(s, c)
	default:
		g.useHauler(s, k-int(chooseHauler))
	}
	return false
}

// strand leaves the barge where it is for the round (START-12).
func (g *Game) strand(s *State, c *seat) {
	g.emit(FStranded, int(s.toDecide), START12, 0, 0, 0)
	c.option = Stranded
	s.starts = 0
	s.turn++
}

const wage = 2 // START-9

// transportTargets are the empty storages a die may go to so that a start is
// left (START-4, START-7, START-8).
func (g *Game) transportTargets(s *State, o Option) packed.Storages {
	usable := g.usable[pilotOptions.has(o)&1]
	if o != HaulingTransport && (s.starts.To(packed.Downriver) & usable).Any() {
		return g.targets(s) // there is a start already
	}
	return s.starts.Targets(o.direction()) & usable
}

// transportDie puts the die of an arrow box on storage k (START-7).
func (g *Game) transportDie(s *State, k int) {
	c := s.decider()
	s.dice.Set(k, s.track[g.storages[k&15].colour&1].TakeArrow(&g.year(s).path))
	if g.facts != nil {
		g.emit(FTransport, int(s.toDecide), START7, k, s.dice.Value(k), 0)
	}
	if c.option == HaulingTransport { // START-8
		s.starts = packed.OnlyUpriver(k)
	} else {
		s.starts = s.starts.Filled(k)
	}
	g.askStart(s, c)
}

const supplyPips = 2 // START-9

func (g *Game) supplyDie(s *State, k int) {
	g.improve(s, k, supplyPips, START9)
	g.askStart(s, s.decider())
}

const haulerPips = 3 // START-10

func (g *Game) useHauler(s *State, k int) {
	g.useUp(s.decider(), s.toDecide, coalHauler)
	g.improve(s, k, haulerPips, START10)
}

// improve adds pips to the die on storage k, up to 6.
func (g *Game) improve(s *State, k, pips int, rule Rule) {
	before := s.dice.Value(k)
	s.dice.Improve(k, pips)
	g.emit(FDie, int(s.toDecide), rule, k, before, s.dice.Value(k))
}

const (
	innThaler = 3 // BUY-11
	innVP     = 2
)

// useInn takes 3 Thaler (k = 0) or 2 VP (k = 1).
func (g *Game) useInn(c *seat, who uint8, k int) {
	g.useUp(c, who, inn)
	if k == 0 {
		g.gain(c, who, innThaler, BUY11)
	} else {
		g.score(c, who, innVP, BUY11)
	}
}

// askStart offers the storages with a die to which the option leads (START-2) and
// from which the barge can sell.
func (g *Game) askStart(s *State, c *seat) {
	to := s.starts.To(c.option.direction()) & g.usable[pilotOptions.has(c.option)&1]
	s.ask(ChooseStart, s.toDecide, uint64(to))
}

// startAt moves the barge to storage k (START-1).
func (g *Game) startAt(s *State, k int) {
	s.decider().barge = packed.ArrivedAt(g.storages[k&15].index, s.turn)
	s.moored |= packed.StorageSet(k)
	s.starts = 0
	s.turn++
}
