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
	// nearer is the worth of one token less lacking of so many, by rounds to come
	// and kind.
	nearer [Rounds][board.Kinds][8]int32
	s      *rules.State
	who    int
	left   int // rounds after this one
	// token is the worth of one more development token by area.
	token [board.Areas]int
	// purse is the worth of having so many Thaler, owned that of those one has.
	purse *[maxPurse + 1]int
	have  int
	owned int
	// sale is the worth of selling by colour and selling space, apart from the
	// pips; best the best space from there on downriver; plans the best trip by
	// hauling and pilot. The others say which of them are worked out for this
	// position: best from bestKnown on.
	sale      [2][board.Sells]int
	best      [2][board.Sells]uint8
	plans     [4]plan
	known     uint32
	bestKnown [2]int
	planned   uint8
	// Where counted: warehouses in the depots by depot and seat, how many depots
	// the seat is in, and its cities by group.
	counted  bool
	depots   [4][4]int
	inKinds  int
	inGroup  [3]int
	surveyed bool
	// plan is the best trip among those considered.
	plan plan
}

// plan is a trip: a die of a value from a storage to a selling space.
type plan struct {
	worth, from, value, to int
}

// nothing is the worth of no plan at all.
const nothing = -1 << 20

// NewEvaluator makes an evaluator with these parameters.
func NewEvaluator(l *Tables, par *Params) *Evaluator {
	return &Evaluator{Tables: l, params: par, purses: par.purses(), nearer: par.nearer()}
}

// SetPosition prepares for questions about a position.
func (v *Evaluator) SetPosition(s *rules.State) {
	v.s, v.who, v.left = s, s.ToDecide(), Rounds-s.Round()
	v.purse = &v.purses[v.left]
	v.have = s.Thaler(v.who)
	v.owned = v.purse[min(v.have, maxPurse)]
	v.surveyed, v.known, v.planned, v.counted = false, 0, 0, false
	v.bestKnown = [2]int{board.Sells, board.Sells}
}

// thaler is the worth of n Thaler more, or less, than the seat has.
func (v *Evaluator) thaler(n int) int {
	return v.purse[max(0, min(v.have+n, maxPurse))] - v.owned
}

// count counts, once for a position, what the worth of a warehouse depends on:
// the warehouses in each depot, and the seat's cities in each group.
func (v *Evaluator) count() {
	if v.counted {
		return
	}
	v.counted, v.inKinds, v.inGroup = true, 0, [3]int{}
	for d := range v.depots {
		for who := range v.G.Seats() {
			v.depots[d][who] = v.s.DepotOf(d, who)
		}
		if v.depots[d][v.who] > 0 {
			v.inKinds++
		}
	}
	for city, group := range v.groupOf {
		v.inGroup[group] += int(v.s.CitySeats(city) >> v.who & 1)
	}
}

// inDepot is how many warehouses the seat has in a depot, the most that
// another has, and in how many depots it has any.
func (v *Evaluator) inDepot(k int) (own, most, kinds int) {
	v.count()
	for who, n := range v.depots[k][:v.G.Seats()] {
		if who != v.who {
			most = max(most, n)
		}
	}
	return v.depots[k][v.who], most, v.inKinds
}

// survey computes the worth of one more token in each area.
func (v *Evaluator) survey() {
	if v.surveyed {
		return
	}
	v.surveyed = true
	code := v.s.Tokens(v.who)
	closed := v.s.Gained(v.who) | v.s.SoldOut()
	for area := range v.token {
		if v.G.AddToken(code, area) == code {
			v.token[area] = v.thaler(3) - v.thaler(2) // the whole value in Thaler
		} else {
			v.token[area] = v.tokenWorth(code, area, closed)
		}
	}
}

// saleAt is what selling a die of a colour at a space is worth, apart from its
// pips.
func (v *Evaluator) saleAt(colour, sell int) int {
	if v.known>>sell&1 == 0 {
		v.appraise(sell)
	}
	return v.sale[colour][sell]
}

// appraise computes the worth of selling at a space.
func (v *Evaluator) appraise(sell int) {
	v.survey()
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
	v.known |= 1 << sell
	v.sale[0][sell] = worth + v.token[v.G.SellArea(sell, 0)]
	v.sale[1][sell] = worth + v.token[v.G.SellArea(sell, 1)]
}

// bestFrom is the best space to sell at from a space on downriver.
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

func (v *Evaluator) tokenWorth(code, area int, closed uint16) (w int) {
	nearer := &v.nearer[v.left]
	for m := v.helps[code][area] &^ closed; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		w += int(nearer[k][v.lacking[code][k]&7])
	}
	return w
}

// place is what it is worth to end the round on a selling space: who is far
// upriver has the choice, who is in Ruhrort must haul.
func (v *Evaluator) place(sell int) int {
	if v.left == 0 {
		if sell == ruhrort && v.s.Held(v.who)>>board.Ruhraake&1 != 0 {
			return 200
		}
		return 0
	}
	return -v.params.river * v.G.SellIndex(sell) >> 4
}

// dock is what moving the export marker is worth.
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
	colour := int(v.G.White() >> storage & 1)
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

func (v *Evaluator) consider(storage, value, sell int) {
	if w := v.tripTo(storage, value, sell); w > v.plan.worth {
		v.plan = plan{w, storage, value, sell}
	}
}

func (v *Evaluator) tripTo(storage, value, sell int) int {
	if value > 1 && v.G.PipLost(v.s, storage, sell) {
		value--
	}
	colour := int(v.G.White() >> storage & 1)
	return v.saleAt(colour, sell) + v.thaler(value)
}
