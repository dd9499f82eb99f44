package policy

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

// Evaluator estimates what an action is worth to the seat to decide, in hundredths
// of a VP, looking ahead as far as the sale that a start leads to. Call SetPosition
// before Worth.
type Evaluator struct {
	*Tables
	params *Params
	purses [Rounds][maxPurse + 1]int
	// nearer is the value of one token less to go for a progress marker, by
	// rounds to come and kind; score, by kind, what that adds to a policy's score.
	nearer [Rounds][16][8]int32
	score  *[16][8]int32
	s      *rules.State
	who    int
	left   int // rounds after this one
	// code is the seat's set of tokens, open the set of progress markers that it can
	// still gain, token the value of one more token by area, and scored the score of
	// what it brings nearer; see survey.
	code   int
	open   uint16
	token  [board.Areas]int
	scored [board.Areas]int32
	// purse is the value of each amount of Thaler, owned that of what the seat
	// has.
	purse *[maxPurse + 1]int
	have  int
	owned int
	// sale is the value of selling, by selling space and colour, without the
	// pips; best is the best space from there on downriver; plans is the best
	// trip by hauling and pilot. The other fields say which of these are already
	// computed for this position: best from bestKnown on.
	sale      [board.Sells][2]int
	best      [2][board.Sells]uint8
	plans     [4]plan
	known     uint32
	bestKnown [2]int
	planned   uint8
	// Once counted: warehouses by depot and seat, the number of depots the seat
	// is in, and its cities by group.
	counted, countedCities bool
	depots                 [4][4]int
	inKinds                int
	inGroup                [3]int
	// plan is the best trip among those considered.
	plan plan
}

// plan is a trip: a die of a value from a storage to a selling space.
type plan struct {
	worth, from, value, to int
}

// nothing is the value of having no plan.
const nothing = -1 << 20

// NewEvaluator makes an evaluator with these parameters.
func NewEvaluator(l *Tables, par *Params) *Evaluator {
	return &Evaluator{Tables: l, params: par, purses: par.purses(), nearer: par.nearer(), score: new([16][8]int32)}
}

// SetPosition sets the position that the following calls are about.
func (v *Evaluator) SetPosition(s *rules.State) {
	v.s, v.who, v.left = s, s.ToDecide(), Rounds-s.Round()
	v.purse = &v.purses[v.left]
	v.have = s.Thaler(v.who)
	v.owned = v.purse[min(v.have, maxPurse)]
	v.known, v.planned, v.counted, v.countedCities = 0, 0, false, false
	v.bestKnown = [2]int{board.Sells, board.Sells}
}

// thaler is the value of n Thaler more (or fewer, if negative) than the seat
// has.
func (v *Evaluator) thaler(n int) int {
	return v.purse[min(uint(v.have+n), maxPurse)] - v.owned
}

// count counts, once for each position, what the value of a warehouse depends
// on: the warehouses in each depot and the seat's cities in each group.
func (v *Evaluator) count() {
	if v.counted {
		return
	}
	v.counted, v.inKinds = true, 0
	for d := range v.depots {
		for who := range v.G.Seats() {
			v.depots[d][who] = v.s.DepotOf(d, who)
		}
		if v.depots[d][v.who] > 0 {
			v.inKinds++
		}
	}
}

// countCities counts, once for each position, the seat's cities in each group.
func (v *Evaluator) countCities() {
	if v.countedCities {
		return
	}
	v.countedCities, v.inGroup = true, [3]int{}
	for city, group := range v.groupOf {
		v.inGroup[group] += int(v.s.CitySeats(city) >> v.who & 1)
	}
}

// inDepot returns how many warehouses the seat has in a depot, the most that
// any other seat has there, and the number of depots where it has any.
func (v *Evaluator) inDepot(k int) (own, most, kinds int) {
	v.count()
	for who, n := range v.depots[k][:v.G.Seats()] {
		if who != v.who {
			most = max(most, n)
		}
	}
	return v.depots[k][v.who], most, v.inKinds
}

// survey computes the value and the score of one more token in each area.
func (v *Evaluator) survey() {
	v.code = v.s.Tokens(v.who)
	v.open = ^(v.s.Gained(v.who) | v.s.SoldOut())
	nearer, lacking := &v.nearer[v.left], &v.lacking[v.code]
	for area, kinds := range &v.helps[v.code] {
		if v.G.AddToken(v.code, area) == v.code {
			v.token[area] = v.thaler(3) - v.thaler(2) // the whole value in Thaler
			continue
		}
		worth, score := int32(0), int32(0)
		for m := kinds & v.open; m != 0; m &= m - 1 {
			k := bits.TrailingZeros16(m) & 15
			worth += nearer[k][lacking[k]&7]
			score += v.score[k][lacking[k]&7]
		}
		v.token[area], v.scored[area] = int(worth), score
	}
}

// saleAt is the value of selling a die of a colour at a space, without its
// pips.
func (v *Evaluator) saleAt(colour, sell int) int {
	if v.known>>(sell&31)&1 == 0 {
		v.appraise(sell)
	}
	return v.sale[sell][colour]
}

// appraise computes the value of selling at a space.
func (v *Evaluator) appraise(sell int) {
	if v.known == 0 {
		v.survey()
	}
	extra, worth := v.s.Demand(sell), v.place(sell)
	if city := v.G.SellCity(sell); city >= 0 {
		mates := v.s.CitySeats(city)
		if mates>>v.who&1 != 0 {
			extra++
			mates &^= 1 << v.who
		}
		worth -= v.params.guest * bits.OnesCount8(mates)
	} else if sell == ruhrort {
		extra++
		worth += v.dock()
	}
	worth += v.thaler(1+extra) - v.thaler(2)
	v.known |= 1 << (sell & 31)
	v.sale[sell] = [2]int{worth + v.token[v.G.SellArea(sell, 0)], worth + v.token[v.G.SellArea(sell, 1)]}
}

// bestFrom is the best selling space at or below a space.
func (v *Evaluator) bestFrom(colour, sell int) int {
	k := v.bestKnown[colour]
	if k > sell {
		at := ruhrort
		if k <= ruhrort {
			at = int(v.best[colour][k])
		}
		for k--; k >= sell; k-- {
			if v.saleAt(colour, k) > v.saleAt(colour, at) {
				at = k
			}
			v.best[colour][k] = uint8(at)
		}
		v.bestKnown[colour] = sell
	}
	return int(v.best[colour][sell])
}

// place is the value of ending the round on a selling space: a barge far
// upriver has more storages to choose from, one in Ruhrort must haul.
func (v *Evaluator) place(sell int) int {
	if v.left == 0 {
		if sell == ruhrort && v.s.Held(v.who)>>board.Ruhraake&1 != 0 {
			return 200
		}
		return 0
	}
	return -v.params.river * v.G.SellIndex(sell) >> 4
}

// dock is the value of moving the export marker.
func (v *Evaluator) dock() (w int) {
	if v.s.ShipDocked() && !v.G.Variant().EveryShip {
		return 0
	}
	for c := range board.Countries {
		seats := v.s.PortSeats(c)
		own := int(seats >> v.who & 1)
		w += v.params.dock*own - v.params.dock*(bits.OnesCount8(seats)-own)/4
	}
	return min(w, v.params.dock*v.left)
}

// trip considers the best trip from a storage with a die of a value.
func (v *Evaluator) trip(storage, value int, pilot bool) {
	colour := v.colour(storage)
	if pilot {
		v.consider(storage, value, v.bestFrom(colour, v.firstSell[storage]))
		return
	}
	full := v.thaler(value)
	less := full
	if value > 1 {
		less = v.thaler(value - 1)
	}
	for m := v.G.Reach(storage, false); m != 0; m &= m - 1 {
		sell := bits.TrailingZeros32(m)
		w := v.saleAt(colour, sell)
		if v.G.PipLost(v.s, storage, sell) {
			w += less
		} else {
			w += full
		}
		if w > v.plan.worth {
			v.plan = plan{w, storage, value, sell}
		}
	}
}

// consider considers the trip from a storage with a die of a value to a space.
func (v *Evaluator) consider(storage, value, sell int) {
	pips := value
	if value > 1 && v.G.PipLost(v.s, storage, sell) {
		pips--
	}
	if w := v.saleAt(v.colour(storage), sell) + v.thaler(pips); w > v.plan.worth {
		v.plan = plan{w, storage, value, sell}
	}
}
