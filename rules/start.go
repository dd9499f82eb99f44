package rules

// optionPriceLists are the options' prices in rounds 1 to 6 and from round 7
// (START-5, EVENT-7).
var optionPriceLists = [2][options]uint8{
	{NoOption: 0, Pilot: 0, Transport: 0, Wage: 0, Supply: 0, Hauling: 1, TransportPilot: 1, HaulingPilot: 2, HaulingTransport: 2},
	{NoOption: 0, Pilot: 0, Transport: 0, Wage: 0, Supply: 0, Hauling: 2, TransportPilot: 2, HaulingPilot: 3, HaulingTransport: 3},
}

const dearRound = 7

// optionPrices gives the prices of a round.
func optionPrices(round uint8) *[options]uint8 {
	if round >= dearRound {
		return &optionPriceLists[1]
	}
	return &optionPriceLists[0]
}

// optionSet is a set of options, bit by option.
type optionSet uint16

const (
	pilotOptions     optionSet = 1<<Pilot | 1<<TransportPilot | 1<<HaulingPilot
	transportOptions optionSet = 1<<Transport | 1<<TransportPilot | 1<<HaulingTransport
	haulingOptions   optionSet = 1<<Hauling | 1<<HaulingPilot | 1<<HaulingTransport
)

// has is 1 for an option of the set, else 0.
func (f optionSet) has(o Option) uint { return uint(f) >> (o & 15) & 1 }

// affordable is the set of options that means Thaler pay for.
func affordable(round, means uint8) (f optionSet) {
	for o, price := range optionPrices(round) {
		if price <= means {
			f |= 1 << o
		}
	}
	return f
}

// start is phase 3: one seat after another chooses an option and a start.
func (g *Game) start(s *State) bool {
	if s.turn == g.n {
		return false
	}
	g.askOption(s, s.order[s.turn&3])
	return true
}

// ways is what a seat finds on the river from where its barge is, four sets of
// storages side by side: those with a die it may load downriver and upriver of
// it (START-1 to START-3), and the empty ones where it could load a die put
// there from an arrow box, downriver and upriver (START-7).
type ways uint64

const (
	storageBits      = 16
	down             = 0 * storageBits
	up               = 1 * storageBits
	targetsDown      = 2 * storageBits
	targetsUp        = 3 * storageBits
	everyWay    ways = 1<<down | 1<<up | 1<<targetsDown | 1<<targetsUp
)

func (w ways) to(way int) uint16 { return uint16(w >> (way & 63)) }

// What a seat sees of the river is asked in three parts, each small enough to be
// written into askOption by the compiler: 1,000 instructions a game less than one
// question answered elsewhere.

// targets are the empty storages that a die on an arrow box may go to, whoever
// may load it there (START-7).
func (g *Game) targets(s *State) uint16 { return g.arrowDice(s) &^ s.dice.loaded() }

// waysOf gives the ways of a seat (START-1 to START-3, START-7).
func (g *Game) waysOf(s *State, c *seat, targets uint16) ways {
	mine := g.mine[c.progress/grafschaftMark&1]
	open := s.dice.loaded() &^ s.moored & mine
	w := ways(open)*(1<<down|1<<up) | ways(targets&mine)*(1<<targetsDown|1<<targetsUp)
	return w & g.around[c.barge.at()&riverMask]
}

// closed are the options that the round, the water, others' choices or the lack
// of a progress marker close to a seat, whatever it could do with them (START-5,
// START-6, START-9, WATER-3).
func (g *Game) closed(s *State, c *seat) optionSet {
	f := g.year(s).closed | closedBy[s.flags&15] | closedWithout[c.progress/wageMarker&3]
	if f&(1<<Supply) == 0 && s.dice.below6() == 0 {
		f |= 1 << Supply
	}
	return f
}

// closedBy are the options that the flags of the round close (START-5,
// WATER-3), closedWithout those that a seat without wage (1) or supply marker
// (2) does not have (START-6).
var (
	closedBy = func() (t [16]optionSet) {
		for f := range flags(len(t)) {
			if f&pilotBanned != 0 {
				t[f] |= pilotOptions
			}
			if f&wageTaken != 0 {
				t[f] |= 1 << Wage
			}
		}
		return t
	}()
	closedWithout = [4]optionSet{1<<Wage | 1<<Supply, 1 << Supply, 1 << Wage, 0}
)

// view says of ways which lead anywhere, with and without a pilot: the index
// into chains. The sets have 15 storages, so adding all ones to a set that is
// not empty carries into the 16th bit.
func (g *Game) view(w ways, targets uint16) int {
	const last = storageBits - 1
	const ones = everyWay<<last - everyWay
	some := (w + ones) >> last & everyWay
	plain := (w&g.plainWays + ones) >> last & everyWay
	// Side by side at the bottom of each set, then all together at the top.
	pairs := (some | plain<<1) * (1<<48 | 1<<34 | 1<<20 | 1<<6) >> 48
	return (int(pairs)&(withTargets-1) | int((uint32(targets)+1<<last-1)>>last)*withTargets) & (views - 1)
}

// The bits of a view.
const (
	anyDown = 1 << iota
	plainDown
	anyUp
	plainUp
	anyTargetDown
	plainTargetDown
	anyTargetUp
	plainTargetUp
	withTargets
	views
)

// chains are the options whose whole chain can be completed in a view of the
// river, leaving aside prices, progress markers and the water (START-4 to
// START-8). A table instead of the ten questions in it at every turn, of which
// the processor guessed one in three wrong.
var chains = func() (t [views]optionSet) {
	for view := range t {
		for o, yes := range [options]bool{
			NoOption:         view&plainDown != 0,
			Pilot:            view&anyDown != 0,
			Wage:             view&plainDown != 0,
			Supply:           view&plainDown != 0,
			Transport:        view&plainDown != 0 && view&withTargets != 0 || view&plainTargetDown != 0,
			TransportPilot:   view&anyDown != 0 && view&withTargets != 0 || view&anyTargetDown != 0,
			Hauling:          view&plainUp != 0,
			HaulingPilot:     view&anyUp != 0,
			HaulingTransport: view&plainTargetUp != 0,
		} {
			if yes {
				t[view] |= 1 << o
			}
		}
	}
	return t
}()

// freeMask turns a set of options into the free hauling ones, in their places
// in the mask (START-11).
func freeMask(f optionSet) uint64 {
	return uint64(f>>Hauling&1 | f>>HaulingPilot&3<<1)
}

// cheapest leaves the options of the lowest price.
func (y *year) cheapest(f optionSet) optionSet {
	for _, payable := range y.payable {
		if a := f & payable; a != 0 {
			return a
		}
	}
	return f
}

// askOption offers what the seat can do and pay (START-5, DEBT-1); the
// timeline's warehouses, towing and stranding come only where nothing else is
// left (DEBT-4, START-12).
func (g *Game) askOption(s *State, who uint8) {
	c := &s.seats[who&3]
	targets := g.targets(s)
	w := g.waysOf(s, c, targets)
	f := chains[g.view(w, targets)] &^ g.closed(s, c)
	s.ways = w
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
			legal |= uint64(s.dice.below6()) << chooseHauler
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
	c := &s.seats[s.toDecide&3]
	if o := k - int(chooseOption); uint(o) < options {
		c.option = Option(o)
		c.pay(g.year(s).prices[o&15])
	} else if !s.chooseOther(k) {
		return false
	}
	switch o := c.option; {
	case transportOptions.has(o) != 0:
		s.ask(ChooseTransport, s.toDecide, uint64(g.transportTargets(s, o)))
		return true
	case o == Supply:
		s.ask(ChooseSupply, s.toDecide, uint64(s.dice.below6()))
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
	c := &s.seats[s.toDecide&3]
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
	s.ways = 0
	s.turn++
}

const wage = 2 // START-9

// transportTargets are the empty storages a die may go to so that a start is
// left (START-4, START-7, START-8).
func (g *Game) transportTargets(s *State, o Option) uint16 {
	w := s.ways
	switch {
	case o == HaulingTransport:
		return w.to(targetsUp) & g.plain
	case o == Transport && w.to(down)&g.plain == 0:
		return w.to(targetsDown) & g.plain
	case w.to(down) == 0:
		return w.to(targetsDown)
	}
	return g.targets(s)
}

func (g *Game) transportDie(s *State, k int) {
	c := &s.seats[s.toDecide&3]
	value := s.track[g.storages[k&15].colour&1].take(g.year(s).arrow)
	s.dice.set(k, value)
	bit := ways(1) << (k & 15)
	if c.option == HaulingTransport {
		s.ways = bit << up
	} else {
		s.ways |= s.ways >> targetsDown & (bit<<down | bit<<up) // a target is now a start
	}
	g.askStart(s, c)
}

const supplyPips = 2 // START-9

func (g *Game) supplyDie(s *State, k int) {
	s.improve(k, supplyPips)
	g.askStart(s, &s.seats[s.toDecide&3])
}

// improve adds pips to the die on storage k, up to 6.
func (s *State) improve(k, pips int) { s.dice.set(k, min(s.dice.value(k)+pips, 6)) }

const haulerPips = 3 // START-10

func (s *State) useHauler(k int) {
	s.seats[s.toDecide&3].useUp(coalHauler)
	s.improve(k, haulerPips)
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

// askStart offers the storages with a die the option leads to (START-1 to
// START-4).
func (g *Game) askStart(s *State, c *seat) {
	to := s.ways.to(int(haulingOptions.has(c.option) * up))
	if pilotOptions.has(c.option) == 0 {
		to &= g.plain
	}
	s.ask(ChooseStart, s.toDecide, uint64(to))
}

func (g *Game) startAt(s *State, k int) {
	s.seats[s.toDecide&3].barge = arrivedAt(g.storages[k&15].index, s.turn)
	s.moored |= 1 << (k & 15)
	s.ways = 0
	s.turn++
}
