package policy

import (
	"math/bits"

	"ruhr/bot/rng"
	"ruhr/rules"
)

// heuristic plays by simple rules without looking ahead: sell for a token and
// money, load the best die, build what it can pay. Some of its decisions are
// random.
type heuristic struct {
	*Tables
	random int
}

// NewHeuristic makes a player by heuristics that takes the given number of 256
// decisions at random.
func NewHeuristic(g *rules.Game, random int) Policy { return &heuristic{NewTables(g), random} }

// Pick picks the action with the best score, or a random one.
func (t *heuristic) Pick(s *rules.State, r *rng.Source) rules.Action {
	l := t.G.Legal(s)
	if t.random > 0 && r.Below(256) < t.random {
		return nthAction(l, r.Below(l.Len()))
	}
	best, most, ties := rules.None, 0, 0
	for m := l.Mask; m != 0; m &= m - 1 {
		a := l.Base + rules.Action(bits.TrailingZeros64(m))
		w := t.score(s, a)
		switch {
		case best == rules.None || w > most:
			best, most, ties = a, w, 1
		case w == most:
			if ties++; r.Below(ties) == 0 {
				best = a
			}
		}
	}
	return best
}

// optionScore rates an option; the greater, the better.
var optionScore = [...]int{rules.NoOption: 3, rules.Pilot: 4, rules.Transport: 2, rules.Wage: 4, rules.Supply: 2,
	rules.Hauling: 3, rules.TransportPilot: 1, rules.HaulingPilot: 3, rules.HaulingTransport: 1}

// score rates one action; the greater, the better.
func (t *heuristic) score(s *rules.State, a rules.Action) int {
	who := s.ToDecide()
	have := s.Thaler(who)
	switch {
	case a < rules.ARemove:
		if vp := a&1 == 1; vp == (a < rules.ATake) {
			return 5 - have // a VP paid, or a Thaler taken, while poor
		}
		return 0
	case a < rules.AStart:
		return 0
	case a < rules.ALock:
		return s.Die(int(a - rules.AStart))
	case a < rules.AOption:
		return t.purchase(s, a, who, have)
	case a < rules.AFree:
		o := rules.Option(a - rules.AOption)
		if rules.OptionPrice(s.Round(), o) > have {
			return -1
		}
		return optionScore[o]
	case a < rules.AHauler:
		return 3
	case a < rules.ASell:
		return 0
	}
	return t.sale(s, int(a-rules.ASell), who)
}

func (t *heuristic) sale(s *rules.State, sell, who int) int {
	from := t.G.StorageOf(s.BargeAt(who))
	w := 2 * s.Demand(sell)
	if code := s.Tokens(who); t.G.AddToken(code, t.G.SellArea(sell, t.colour(from))) != code {
		w += 3
	}
	if city := t.G.SellCity(sell); city >= 0 {
		w += 2 * int(s.CitySeats(city)>>who&1)
	}
	if !t.G.PipLost(s, from, sell) {
		w++
	}
	return w
}

func (t *heuristic) purchase(s *rules.State, a rules.Action, who, have int) int {
	price, liking := 0, 0
	switch {
	case a < rules.AEssen:
		price, liking = rules.LockPrice(s.Round()), t.G.LockVP(int(a-rules.ALock))
		if s.SecondLock(who) {
			price = 0
		}
	case a < rules.ADepot:
		price, liking = t.G.CityPrice(s, t.G.Move(a).At), 2
	case a < rules.APort:
		price, liking = t.G.DepotPrice(s, int(a-rules.ADepot)), 2
	case a < rules.AAnyCity:
		price, liking = t.G.PortPrice(s), 3
	case a < rules.AShift:
		price, liking = 2, 3
	case a < rules.ARepay:
		return -1
	case a == rules.ARepay:
		return 1
	case a == rules.ADone:
		return 0
	default:
		return -2
	}
	if price > have {
		return -1
	}
	return liking
}
