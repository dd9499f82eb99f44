package rules

import "math/bits"

// prices are the options' prices in rounds 1 to 6 and from round 7 (START-5,
// EVENT-7).
var prices = [2][options]uint8{
	{NoOption: 0, Pilot: 0, Transport: 0, Wage: 0, Supply: 0, Hauling: 1, TransportPilot: 1, HaulingPilot: 2, HaulingTransport: 2},
	{NoOption: 0, Pilot: 0, Transport: 0, Wage: 0, Supply: 0, Hauling: 2, TransportPilot: 2, HaulingPilot: 3, HaulingTransport: 3},
}

const dearRound = 7

// optionPrices gives the prices of a round.
func optionPrices(round uint8) *[options]uint8 {
	if round >= dearRound {
		return &prices[1]
	}
	return &prices[0]
}

// optionSet is a set of options, bit by option.
type optionSet uint16

const (
	plainOptions   optionSet = 1<<NoOption | 1<<Wage | 1<<Supply
	pilotOptions   optionSet = 1<<Pilot | 1<<TransportPilot | 1<<HaulingPilot
	haulingOptions optionSet = 1<<Hauling | 1<<HaulingPilot | 1<<HaulingTransport
)

// payable[half][means] is the set of options that means Thaler pay for.
var payable = func() (t [2][5]optionSet) {
	for half := range t {
		for means := range t[half] {
			for o, price := range prices[half] {
				if int(price) <= means {
					t[half][means] |= 1 << o
				}
			}
		}
	}
	return t
}()

func affordable(round, means uint8) optionSet {
	half := 0
	if round >= dearRound {
		half = 1
	}
	return payable[half][min(means, 4)]
}

// start is phase 3: one seat after another chooses an option and a start.
func (g *Game) start(s *State) bool {
	if s.turn == g.n {
		return false
	}
	g.askOption(s, s.order[s.turn])
	return true
}

// grounds is what a seat finds on the river from where its barge is: the
// storages with a die it may load downriver and upriver of it (START-1 to
// START-3), the empty ones a die from an arrow box may go to (START-7), and
// those among them where it could load that die itself.
type grounds struct {
	down, up               uint16
	targets                uint16
	targetsDown, targetsUp uint16
}

func (g *Game) ground(s *State, c *seat) (w grounds) {
	mine := g.black
	if c.progress&grafschaftMark != 0 {
		mine |= g.white
	}
	at := whereIs(c.at)
	below, above := g.below[at], g.above[at]
	loaded := s.dice.loaded()
	open := loaded &^ s.moored & mine
	w.down, w.up = open&below, open&above
	w.targets = g.arrowDice(s) &^ loaded
	w.targetsDown, w.targetsUp = w.targets&mine&below, w.targets&mine&above
	return w
}

// feasible is the set of options whose whole chain can be completed, leaving
// aside what they cost (START-4 to START-9).
func (g *Game) feasible(s *State, c *seat) optionSet {
	w := g.ground(s, c)
	var f optionSet
	if w.down&g.plain != 0 {
		f = 1 << NoOption
		if s.round < rounds { // START-6
			if c.progress&wageMarker != 0 && s.flags&wageTaken == 0 {
				f |= 1 << Wage
			}
			if c.progress&supplyMarker != 0 && s.dice.below6() != 0 { // START-9
				f |= 1 << Supply
			}
		}
		if w.targets != 0 {
			f |= 1 << Transport
		}
	} else if w.targetsDown&g.plain != 0 {
		f |= 1 << Transport
	}
	if w.up&g.plain != 0 {
		f |= 1 << Hauling
	}
	if w.targetsUp&g.plain != 0 {
		f |= 1 << HaulingTransport
	}
	if s.flags&pilotBanned == 0 { // WATER-3
		if w.down != 0 {
			f |= 1 << Pilot
			if w.targets != 0 {
				f |= 1 << TransportPilot
			}
		} else if w.targetsDown != 0 {
			f |= 1 << TransportPilot
		}
		if w.up != 0 {
			f |= 1 << HaulingPilot
		}
	}
	return f
}

// freeMask turns a set of options into the free hauling ones, in their places
// in the mask (START-11).
func freeMask(f optionSet) uint64 {
	return uint64(f>>Hauling&1 | f>>HaulingPilot&3<<1)
}

// cheapest leaves the options of the lowest price.
func cheapest(round uint8, f optionSet) optionSet {
	for means := uint8(0); means < 4; means++ {
		if a := f & affordable(round, means); a != 0 {
			return a
		}
	}
	return f
}

// askOption offers what the seat can do and pay (START-5, DEBT-1); the
// timeline's warehouses, towing and stranding come only where nothing else is
// left (DEBT-4, START-12).
func (g *Game) askOption(s *State, who uint8) {
	c := &s.seats[who]
	f := g.feasible(s, c)
	legal := uint64(f&affordable(s.round, c.means())) << chooseOption
	if c.progress&haulingAction&^c.used != 0 {
		legal |= freeMask(f) << chooseFree
	}
	if legal == 0 {
		legal = g.lastResort(s, c, f)
	}
	ready := c.progress &^ c.used
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
	if a := f & affordable(s.round, c.lastMeans()); a != 0 {
		return uint64(a) << chooseOption
	}
	return uint64(cheapest(s.round, f)) << chooseTowed
}

const towVP = 2 // START-12

// chooseOption carries out a choice in phase 3: the option, or coal hauler or
// inn before it.
func (g *Game) chooseOption(s *State, k int) {
	who := s.toDecide
	c := &s.seats[who]
	switch {
	case k >= int(chooseHauler):
		g.useHauler(s, c, k-int(chooseHauler))
		return
	case k == int(chooseStrand):
		c.option = Stranded
		if g.facts != nil {
			g.note(FStranded, int(who), START12)
		}
		s.turn++
		return
	case k >= int(chooseTowed):
		g.takeOption(s, c, Option(k-int(chooseTowed)), 2)
		g.loseVP(c, who, towVP, START12)
	case k >= int(chooseFree):
		g.useUp(c, who, haulingAction)
		g.takeOption(s, c, freeOptions[k-int(chooseFree)], 1)
	case k >= int(chooseOption):
		o := Option(k - int(chooseOption))
		g.takeOption(s, c, o, 0)
		g.pay(c, who, optionPrices(s.round)[o], START5)
	default:
		g.useInn(c, who, k)
		return
	}
	g.afterOption(s, c)
}

func (g *Game) takeOption(s *State, c *seat, o Option, how int) {
	c.option = o
	if g.facts != nil {
		price := 0
		if how == 0 {
			price = int(optionPrices(s.round)[o])
		}
		g.note(FOption, int(s.toDecide), START5, int(o), how, price)
	}
}

const wage = 2 // START-9

// afterOption carries out the option chosen and asks for what it needs, then
// for the start.
func (g *Game) afterOption(s *State, c *seat) {
	who := s.toDecide
	switch c.option {
	case Transport, TransportPilot, HaulingTransport:
		s.ask(ChooseTransport, who, uint64(g.transportTargets(s, c)))
		return
	case Supply:
		s.ask(ChooseSupply, who, uint64(s.dice.below6()))
		return
	case Wage:
		s.flags |= wageTaken
		g.gain(c, who, wage, START9)
	}
	g.askStart(s, c)
}

// transportTargets are the empty storages a die may go to so that a start is
// left (START-4, START-7, START-8).
func (g *Game) transportTargets(s *State, c *seat) uint16 {
	w := g.ground(s, c)
	switch {
	case c.option == HaulingTransport:
		return w.targetsUp & g.plain
	case c.option == Transport && w.down&g.plain == 0:
		return w.targetsDown & g.plain
	case w.down == 0:
		return w.targetsDown
	}
	return w.targets
}

func (g *Game) transportDie(s *State, k int) {
	c := &s.seats[s.toDecide]
	value := g.stage(s.round).take(&s.track[g.white>>k&1])
	s.dice.set(k, value)
	if g.facts != nil {
		g.note(FTransport, int(s.toDecide), START7, k, value)
	}
	if c.option == HaulingTransport {
		s.startAt = 1 << k
	}
	g.askStart(s, c)
}

const supplyPips = 2 // START-9

func (g *Game) supplyDie(s *State, k int) {
	g.improve(s, k, supplyPips, START9)
	g.askStart(s, &s.seats[s.toDecide])
}

// improve adds pips to the die on storage k, up to 6.
func (g *Game) improve(s *State, k, pips int, rule Rule) {
	from := s.dice.value(k)
	to := min(from+pips, 6)
	s.dice.set(k, to)
	if g.facts != nil {
		g.note(FDie, int(s.toDecide), rule, k, from, to)
	}
}

const haulerPips = 3 // START-10

func (g *Game) useHauler(s *State, c *seat, k int) {
	g.useUp(c, s.toDecide, coalHauler)
	g.improve(s, k, haulerPips, START10)
}

// useUp turns a limited marker over.
func (g *Game) useUp(c *seat, who uint8, m markers) {
	c.used |= m
	if g.facts != nil {
		g.note(FUsed, int(who), NoRule, bits.TrailingZeros16(uint16(m)))
	}
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

// askStart offers the storages with a die the option leads to (START-1 to
// START-4).
func (g *Game) askStart(s *State, c *seat) {
	to := s.startAt
	if to == 0 {
		w := g.ground(s, c)
		to = w.down
		if c.option.HasHauling() {
			to = w.up
		}
		if !c.option.HasPilot() {
			to &= g.plain
		}
	}
	s.ask(ChooseStart, s.toDecide, uint64(to))
}

func (g *Game) startAt(s *State, k int) {
	who := s.toDecide
	if g.facts != nil {
		from := int(s.seats[who].at)
		if from == offRiver {
			from = -1
		}
		g.note(FStart, int(who), START1, from, int(g.river[k]))
	}
	g.moveBarge(s, who, g.river[k])
	s.moored |= 1 << k
	s.startAt = 0
	s.turn++
}
