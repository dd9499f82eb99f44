package bot

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

// sense is a hand-made sense of value: what an action is worth to the seat to
// decide, in hundredths of a victory point, looking ahead as far as the sale
// that a start leads to. Look must be called before worth.
type sense struct {
	*lore
	s    *rules.State
	who  int
	left int // rounds after this one
	// token is the worth of one more development token by area.
	token [board.Areas]int
	// purse is the worth of having so many Thaler.
	purse *[maxPurse + 1]int
	have  int
	// sale is the worth of selling by colour and selling space, apart from the
	// pips; best the best sale from there on downriver; tell whether they are
	// worked out for this position.
	sale [2][board.Sells]int
	best [2][board.Sells]uint8
	tell bool
}

const maxPurse = 40

// purses[left] is the worth of Thaler with so many rounds to come: the first
// ones buy the best things, and above 10 none stay.
var purses = func() (t [rounds][maxPurse + 1]int) {
	for left := range t {
		sum := 0
		for n := range t[left] {
			t[left][n] = sum
			per := 62
			switch {
			case n >= 13:
				per = 8
			case n >= 10:
				per = 20
			case n >= 6:
				per = 40
			}
			if left == 0 {
				per = min(per, 50)
			}
			sum += per
		}
	}
	return t
}()

// kindWorth is what a progress marker is worth when gained: so much at once
// and so much for every round still to come.
var kindWorth = [board.Kinds][2]int{
	lockBuilding:    {80, 55},
	essenWarehouse:  {100, 25},
	markWarehouse:   {90, 20},
	coalDepot:       {130, 35},
	portRuhrort:     {60, 75},
	grafschaftMark:  {60, 30},
	wageMarker:      {0, 10},
	supplyMarker:    {0, 8},
	haulingAction:   {40, 5},
	innMarker:       {200, 0},
	mayor:           {350, 0},
	coalHauler:      {60, 6},
	warehouseMarker: {130, 10},
	ruhraake:        {250, 0},
	ruhrtalbahn:     {120, 20},
}

// nearness is the share of a marker's worth that one has with so many tokens
// still lacking, in 256ths.
var nearness = [8]int{256, 120, 56, 26, 12, 6, 3, 1}

// look takes the position in.
func (v *sense) look(s *rules.State) {
	v.s, v.who, v.left = s, s.ToDecide(), rounds-s.Round()
	v.purse = &purses[v.left]
	v.have = s.Thaler(v.who)
	v.tell = false
}

// thaler is the worth of n Thaler more, or less, than the seat has.
func (v *sense) thaler(n int) int {
	return v.purse[max(0, min(v.have+n, maxPurse))] - v.purse[min(v.have, maxPurse)]
}

// survey works out what selling is worth everywhere.
func (v *sense) survey() {
	if v.tell {
		return
	}
	v.tell = true
	s, code := v.s, v.s.Tokens(v.who)
	closed := s.Gained(v.who) | s.SoldOut()
	for area := range v.token {
		v.token[area] = v.tokenWorth(code, area, closed)
	}
	for sell := range v.sale[0] {
		extra, worth := s.Demand(sell), v.place(sell)
		if city := v.g.SellCity(sell); city >= 0 {
			mates := s.CitySeats(city)
			if mates>>v.who&1 != 0 {
				extra++
				mates &^= 1 << v.who
			}
			worth -= 20 * bits.OnesCount8(mates)
		} else if sell == ruhrort {
			extra++
			worth += v.dock()
		}
		for colour := range v.sale {
			area := v.g.SellArea(sell, colour)
			t := v.token[area]
			n := extra - 1
			if v.g.AddToken(code, area) == code {
				t, n = 0, n+1
			}
			v.sale[colour][sell] = worth + t + v.thaler(2+n) - v.thaler(2)
		}
	}
	for colour := range v.best {
		at := uint8(ruhrort)
		for sell := ruhrort; sell >= 0; sell-- {
			if v.sale[colour][sell] > v.sale[colour][at] {
				at = uint8(sell)
			}
			v.best[colour][sell] = at
		}
	}
}

func (v *sense) tokenWorth(code, area int, closed uint16) (w int) {
	for m := v.helps[code][area] &^ closed; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		lack := v.lacking[code][k]
		full := kindWorth[k][0] + kindWorth[k][1]*v.left
		if v.left < int(lack)-1 {
			continue
		}
		if v.left == 0 {
			full = lastWorth[k]
		}
		w += full * (nearness[lack-1] - nearness[lack]) >> 8
	}
	return w
}

// lastWorth is what a progress marker gained in round 12 is worth.
var lastWorth = [board.Kinds]int{
	lockBuilding: 80, essenWarehouse: 60, markWarehouse: 60, coalDepot: 90, portRuhrort: 50,
	grafschaftMark: 40, innMarker: 200, mayor: 300, warehouseMarker: 90, ruhraake: 250, ruhrtalbahn: 250,
}

// place is what it is worth to end the round on a selling space: who is far
// upriver has the choice, who is in Ruhrort must haul.
func (v *sense) place(sell int) int {
	if v.left == 0 {
		if sell == ruhrort && v.s.Held(v.who)>>ruhraake&1 != 0 {
			return 200
		}
		return 0
	}
	return -2 * v.g.SellIndex(sell)
}

// dock is what moving the export marker is worth.
func (v *sense) dock() (w int) {
	if v.s.ShipDocked() && !v.g.Variant().EveryShip {
		return 0
	}
	for c := range board.Countries {
		seats := v.s.PortSeats(c)
		own := int(seats >> v.who & 1)
		w += 30*own - 8*(bits.OnesCount8(seats)-own)
	}
	return min(w, 20*v.left)
}

// trip is the worth of the best trip from a storage with a die of a value.
func (v *sense) trip(storage, value int, pilot bool) int {
	w, _ := v.bestTrip(storage, value, pilot)
	return w
}

// bestTrip also says where it goes.
func (v *sense) bestTrip(storage, value int, pilot bool) (worth, to int) {
	v.survey()
	colour := int(v.g.White() >> storage & 1)
	if pilot {
		to = int(v.best[colour][v.firstSell[storage]])
		return v.tripTo(storage, value, to), to
	}
	worth = -1 << 20
	for m := v.g.Reach(storage, false); m != 0; m &= m - 1 {
		sell := bits.TrailingZeros32(m)
		if w := v.tripTo(storage, value, sell); w > worth {
			worth, to = w, sell
		}
	}
	return worth, to
}

func (v *sense) tripTo(storage, value, sell int) int {
	if value > 1 && v.g.PipLost(v.s, storage, sell) {
		value--
	}
	colour := int(v.g.White() >> storage & 1)
	return v.sale[colour][sell] + v.thaler(value)
}
