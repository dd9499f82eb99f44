package rules

import "ruhr/rules/packed"

// optionPriceLists are the options' prices in rounds 1 to 6 and from round 7
// (START-5, EVENT-7).
var optionPriceLists = [2][options]uint8{
	{NoOption: 0, Pilot: 0, Transport: 0, Wage: 0, Supply: 0, Hauling: 1, TransportPilot: 1, HaulingPilot: 2, HaulingTransport: 2},
	{NoOption: 0, Pilot: 0, Transport: 0, Wage: 0, Supply: 0, Hauling: 2, TransportPilot: 2, HaulingPilot: 3, HaulingTransport: 3},
}

const priceRiseRound = 7

// optionPrices returns the prices of a round.
func optionPrices(round uint8) *[options]uint8 {
	if round >= priceRiseRound {
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

// direction is where an option leads: hauling upriver, all others downriver
// (START-2).
func (o Option) direction() packed.Direction { return packed.Direction(haulingOptions.has(o)) }

// affordable is the set of options that means Thaler pay for.
func affordable(round, means uint8) (f optionSet) {
	for o, price := range optionPrices(round) {
		if price <= means {
			f |= 1 << o
		}
	}
	return f
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

// freeMask turns a set of options into the free hauling ones, in their places
// in the mask (START-11).
func freeMask(f optionSet) uint64 {
	return uint64(f>>Hauling&1 | f>>HaulingPilot&3<<1)
}

// closed are the options that the round, the water, others' choices or the lack
// of a progress marker close to a seat, whatever it could do with them (START-5,
// START-6, START-9, WATER-3).
func (g *Game) closed(s *State, c *seat) optionSet {
	f := g.year(s).closed | closedBy[s.flags&15] | closedWithout[c.progress/wageMarker&3]
	if f&(1<<Supply) == 0 && !s.dice.BelowSix().Any() {
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

// feasible are the options that leave a start, by what a seat finds on the river.
var feasible = func() (t [packed.ReachKeys]optionSet) {
	for k := range t {
		for o := range Option(options) {
			if o.leavesStart(packed.ReachKey(k)) {
				t[k] |= 1 << o
			}
		}
	}
	return t
}()

// leavesStart reports whether an option leaves a start from which the barge can
// sell (START-4): one in its direction (START-2) and, without a pilot, a plain one.
// Transport may first make one (START-7); with hauling the target is the start
// (START-8). Prices, progress markers and the water do not count here.
func (o Option) leavesStart(found packed.ReachKey) bool {
	pilot := pilotOptions.has(o) != 0
	start, target := found.Start(o.direction(), pilot), found.Target(o.direction(), pilot)
	switch {
	case o == HaulingTransport:
		return target
	case transportOptions.has(o) != 0:
		return start && found.AnyTarget() || target
	default:
		return start
	}
}
