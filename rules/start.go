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

// targets are the empty storages that a die on an arrow box may go to, whoever
// may load it there (START-7).
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
	c := &s.seats[who&3]
	targets := g.arrowDice(s) &^ s.dice.Loaded() // START-7
	starts := g.startsOf(s, c, targets)
	f := feasible[starts.Key(g.plainStarts, targets)] &^ g.closed(s, c)
	s.starts = starts
	legal := uint64(f&g.years[s.round&15].payable[min(c.means(), maxPrice)]) << chooseOption
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
	y := &g.years[s.round&15]
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
	c := &s.seats[s.toDecide&3]
	if o := k - int(chooseOption); uint(o) < options {
		c.option = Option(o)
		c.pay(g.years[s.round&15].prices[o&15])
	} else if !s.chooseOther(k) {
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
		c.thaler += wage
	}
	g.askStart(s, c)
	return true
}

// chooseOther carries out what else may be chosen there: an option free of
// charge or towed (true), inn, coal hauler, or to be stranded.
func (s *State) chooseOther(k int) (option bool) {
	c := s.decider()
	switch {
	case k < int(chooseOption):
		c.useInn(k)
	case k < int(chooseTowed):
		c.useUp(haulingAction)
		c.option = freeOptions[k-int(chooseFree)]
		return true
	case k < int(chooseStrand):
		c.option = Option(k - int(chooseTowed))
		c.loseVP(towVP)
		return true
	case k == int(chooseStrand):
		s.strand(c)
	default:
		s.useHauler(k - int(chooseHauler))
	}
	return false
}

// strand leaves the barge where it is for the round (START-12).
func (s *State) strand(c *seat) {
	c.option = Stranded
	s.starts = 0
	s.turn++
}

const wage = 2 // START-9

// transportTargets are the empty storages a die may go to so that a start is
// left (START-4, START-7, START-8).
func (g *Game) transportTargets(s *State, o Option) packed.Storages {
	down := s.starts.To(packed.Downriver)
	switch {
	case o == HaulingTransport:
		return s.starts.Targets(packed.Upriver) & g.plain
	case o == Transport && down&g.plain == 0:
		return s.starts.Targets(packed.Downriver) & g.plain
	case down == 0:
		return s.starts.Targets(packed.Downriver)
	}
	return g.arrowDice(s) &^ s.dice.Loaded()
}

// transportDie puts the die of an arrow box on storage k (START-7).
func (g *Game) transportDie(s *State, k int) {
	c := &s.seats[s.toDecide&3]
	s.dice.Set(k, s.track[g.storages[k&15].colour&1].TakeArrow(&g.years[s.round&15].path))
	if c.option == HaulingTransport { // START-8
		s.starts = packed.OnlyUpriver(k)
	} else {
		s.starts = s.starts.Filled(k)
	}
	g.askStart(s, c)
}

const supplyPips = 2 // START-9

func (g *Game) supplyDie(s *State, k int) {
	s.dice.Improve(k, supplyPips)
	g.askStart(s, s.decider())
}

const haulerPips = 3 // START-10

func (s *State) useHauler(k int) {
	s.decider().useUp(coalHauler)
	s.dice.Improve(k, haulerPips)
}

const (
	innThaler = 3 // BUY-11
	innVP     = 2
)

// useInn takes 3 Thaler (k = 0) or 2 VP (k = 1).
func (c *seat) useInn(k int) {
	c.useUp(inn)
	if k == 0 {
		c.thaler += innThaler
	} else {
		c.vp += innVP
	}
}

// askStart offers the storages with a die to which the option leads (START-2),
// with a pilot all, else those that need none (START-4).
func (g *Game) askStart(s *State, c *seat) {
	to := s.starts.To(c.option.direction())
	if pilotOptions.has(c.option) == 0 {
		to &= g.plain
	}
	s.ask(ChooseStart, s.toDecide, uint64(to))
}

// startAt moves the barge to storage k (START-1).
func (g *Game) startAt(s *State, k int) {
	s.seats[s.toDecide&3].barge = packed.ArrivedAt(g.storages[k&15].index, s.turn)
	s.moored |= packed.StorageSet(k)
	s.starts = 0
	s.turn++
}
