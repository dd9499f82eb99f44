package value

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules"
)

// layout allots feature numbers, block by block.
type layout int

func (n *layout) block(size int) int {
	at := int(*n)
	*n += layout(size)
	return at
}

// Features describe one seat, the one whose final VP is estimated. Those of
// the blocks before fWide go into the hidden layer as well.
var (
	features layout

	fRound      = features.block(board.Rounds + 1)
	fThaler     = features.block(purse + 1)
	fDebts      = features.block(5)
	fSupply     = features.block(8)
	fLockField  = features.block(1)
	fTokens     = features.block(board.Areas * (board.MaxArea + 1))
	fKind       = features.block(board.Kinds * kindStates)
	fContest    = features.block((board.Kinds - board.FirstLimited) * contested * 3)
	fCity       = features.block(board.Cities * 8)
	fEssen      = features.block(4)
	fMark       = features.block(4)
	fCities     = features.block(board.Cities + 1)
	fDepotOwn   = features.block(4 * 4)
	fDepotLead  = features.block(4 * 5)
	fDepotKinds = features.block(5)
	fDepotPrice = features.block(4 * 8)
	fPortOwn    = features.block(board.MaxPortRows * 6)
	fPortCount  = features.block(3)
	fPortPrice  = features.block(6)
	fPortOpen   = features.block((board.MaxPortRows + 1) * 6)
	fExport     = features.block(2 * board.MaxExport)
	fBarge      = features.block(board.Spaces + 1)
	fPlace      = features.block(4)
	fBestDie    = features.block(7)
	fDiceCount  = features.block(8)
	fDicePips   = features.block(12)
	fLocks      = features.block(2 * (board.Obstacles + 1))
	fRivals     = features.block(5 * 4)
	fRivalsCash = features.block(8)
	fRivalsLead = features.block(11)
	fMayorCash  = features.block(purse + 1)
	fRailCities = features.block(board.Cities + 1)

	fWide         = features.block(0)
	fSupplyMarks  = features.block(8 * 16)
	fThalerMarks  = features.block((purse + 1) * 32)
	fThalerSupply = features.block((purse + 1) * 4)
)

const (
	purse      = 10  // Thaler a seat keeps over a round's end (EXP-2)
	kindStates = 8   // states of a progress marker: ready, used up, out of reach, then by the number of missing tokens
	contested  = 3   // how many tokens a limited marker may be away to count as contested
	most       = 128 // features of a seat, at most
	wideOnly   = 3   // how many features of a seat, the last of the list, stay out of the hidden layer
)

// Tables are computed from the board once for each game and never change.
type Tables struct {
	G      *rules.Game
	tokens [][board.Areas]uint16 // features by set of tokens
	// coming are the features of progress markers still to be gained, by set of tokens;
	// within is which of them need at most so many tokens more.
	coming [][board.Kinds]uint16
	within [][contested + 1]uint16
	group  [2]uint8 // the cities of Essen and of the Mark
}

// NewTables computes the tables of a game.
func NewTables(g *rules.Game) *Tables {
	t := &Tables{G: g}
	b := g.Board()
	stride := 1
	t.tokens = make([][board.Areas]uint16, g.TokenCodes())
	t.coming = make([][board.Kinds]uint16, g.TokenCodes())
	t.within = make([][contested + 1]uint16, g.TokenCodes())
	for a, size := range b.AreaSize {
		for code := range t.tokens {
			t.tokens[code][a] = uint16(fTokens + a*(board.MaxArea+1) + code/stride%(size+1))
		}
		stride *= size + 1
	}
	for code := range t.coming {
		for kind := range t.coming[code] {
			lack := g.Lacking(code, kind)
			t.coming[code][kind] = uint16(fKind + kind*kindStates + 2 + max(1, min(lack, kindStates-3)))
			for n := lack; n <= contested; n++ {
				t.within[code][n] |= 1 << kind
			}
		}
	}
	for c := range board.Cities {
		for group, ids := range [2][3]string{board.EssenCities, board.MarkCities} {
			for _, id := range ids {
				if b.River[b.At.City[c]].ID == id {
					t.group[group] |= 1 << c
				}
			}
		}
	}
	return t
}

// extractor lists the features of the seats of a position.
type extractor struct {
	*Tables
	s      *rules.State
	n      int
	list   [most]uint16
	score  [4]int // if the game ended now
	held   [4]uint16
	gained [4]uint16
	code   [4]int
	cash   [4]int                   // Thaler, at most purse
	cities [4]uint8                 // where a seat has a warehouse
	depots [4][4]int                // by depot and seat
	near   [contested + 1][4]uint16 // by seat: progress markers that it may gain with so many tokens more
	// What is the same for all seats: the features of cities without an own warehouse and
	// of the depots' prices, the most warehouses that one and another seat have in a
	// depot, and how many seats hold each building marker.
	soldOut     uint16
	cityPrices  [board.Cities]uint16
	depotPrices [4]uint16
	most        [4][2]int
	holders     [5]int
}

func (x *extractor) add(feature int) {
	x.list[x.n&(most-1)] = uint16(feature)
	x.n++
}

// setPosition sets the position that the following calls are about.
func (x *extractor) setPosition(s *rules.State) {
	x.s, x.soldOut, x.cities, x.holders = s, s.SoldOut(), [4]uint8{}, [5]int{}
	for who := range x.G.Seats() {
		x.score[who] = x.G.Score(s, who)
		x.held[who], x.gained[who] = s.Held(who), s.Gained(who)
		x.code[who] = s.Tokens(who)
		x.cash[who] = min(s.Thaler(who), purse)
		for k := range x.holders {
			x.holders[k] += int(x.held[who] >> k & 1)
		}
		for lack, kinds := range &x.within[x.code[who]] {
			x.near[lack][who] = kinds &^ (x.gained[who] | x.soldOut)
		}
	}
	for c := range x.cityPrices {
		x.cityPrices[c] = uint16(fCity + c*8 + min(x.G.CityPrice(s, c), 6))
		for seats := s.CitySeats(c); seats != 0; seats &= seats - 1 {
			x.cities[bits.TrailingZeros8(seats)&3] |= 1 << c
		}
	}
	for d := range x.depots {
		x.depotPrices[d] = uint16(fDepotPrice + d*8 + min(x.G.DepotPrice(s, d), 7))
		x.countDepot(d)
	}
}

func (x *extractor) countDepot(d int) {
	first, second := 0, 0
	for who := range x.G.Seats() {
		n := x.s.DepotOf(d, who)
		x.depots[d][who] = n
		first, second = max(first, n), max(second, min(first, n))
	}
	x.most[d] = [2]int{first, second}
}

// describe lists the features of a seat.
func (x *extractor) describe(who int) []uint16 {
	s := x.s
	x.n = 0
	thaler, supply := x.cash[who], min(s.Supply(who), 7)
	x.add(fRound + s.Round())
	x.add(fThaler + thaler)
	x.add(fDebts + s.Debts(who))
	x.add(fSupply + supply)
	if s.LockField(who) {
		x.add(fLockField)
	}
	*(*[board.Areas]uint16)(x.list[x.n:]) = x.tokens[x.code[who]]
	x.n += board.Areas
	x.describeMarkers(who)
	x.describeCities(who)
	x.describeDepots(who)
	x.describePort(who)
	x.describeRiver(who)
	x.describeRivals(who)
	held := x.held[who]
	if held>>board.Mayor&1 != 0 {
		x.add(fMayorCash + thaler)
	}
	building := int(held & 31) // lock, Essen, Mark, depot, port
	x.add(fSupplyMarks + supply*16 + building>>1)
	x.add(fThalerMarks + thaler*32 + building)
	x.add(fThalerSupply + thaler*4 + min(supply, 3))
	return x.list[:x.n]
}

func (x *extractor) describeMarkers(who int) {
	held, gained := x.held[who], x.gained[who]
	list := (*[board.Kinds]uint16)(x.list[x.n:])
	*list = x.coming[x.code[who]]
	for state, set := range [3]uint16{held, gained &^ held, x.soldOut &^ gained} {
		for ; set != 0; set &= set - 1 {
			k := bits.TrailingZeros16(set)
			list[k] = uint16(fKind + k*kindStates + state)
		}
	}
	x.n += board.Kinds
	for lack := 1; lack <= contested; lack++ {
		for m := (x.near[lack][who] &^ x.near[lack-1][who]) >> board.FirstLimited; m != 0; m &= m - 1 {
			k := bits.TrailingZeros16(m)
			x.add(fContest + (k*contested+lack-1)*3 + 1 + x.slack(board.FirstLimited+k, lack))
		}
	}
}

// slack is -1 if as many other seats are as near to a limited marker as a seat that
// lacks so many tokens as there are copies left, 0 if one fewer, otherwise 1.
func (x *extractor) slack(kind, lack int) int {
	left := x.s.CopiesLeft(kind)
	for _, kinds := range &x.near[lack] {
		left -= int(kinds >> (kind & 15) & 1) // the seat itself among them
	}
	return max(-1, min(left, 1))
}

func (x *extractor) describeCities(who int) {
	own := x.cities[who]
	for c, f := range &x.cityPrices {
		if own>>c&1 != 0 {
			f = uint16(fCity + c*8 + 7)
		}
		x.add(int(f))
	}
	all := bits.OnesCount8(own)
	x.add(fEssen + bits.OnesCount8(own&x.group[0]))
	x.add(fMark + bits.OnesCount8(own&x.group[1]))
	x.add(fCities + all)
	if x.held[who]>>board.Ruhrtalbahn&1 != 0 {
		x.add(fRailCities + all)
	}
}

func (x *extractor) describeDepots(who int) {
	kinds := 0
	for d := range x.depots {
		own, most := x.depots[d][who], x.most[d][0]
		if own == most {
			most = x.most[d][1]
		}
		if own > 0 {
			kinds++
		}
		x.add(fDepotOwn + d*4 + min(own, 3))
		x.add(fDepotLead + d*5 + max(-2, min(own-most, 2)) + 2)
		x.add(int(x.depotPrices[d]))
	}
	x.add(fDepotKinds + kinds)
}

func (x *extractor) describePort(who int) {
	s := x.s
	own := 0
	ready := x.held[who]>>board.PortRuhrort&1 != 0
	for c := range board.Countries {
		hidden := min(s.HiddenOf(c), 5)
		if place := s.PortPlace(c, who); place >= 0 {
			own++
			x.add(fPortOwn + place*6 + hidden)
		} else if ready {
			x.add(fPortOpen + s.PortLen(c)*6 + hidden)
		}
	}
	x.add(fPortCount + min(own, 2))
	x.add(fPortPrice + min(x.G.PortPrice(s), 5))
	x.add(fExport + min(own, 1)*board.MaxExport + s.ExportBox())
}

// describeRiver describes where the barge is, what coal lies below it, and how
// many locks are left.
func (x *extractor) describeRiver(who int) {
	s := x.s
	at := s.BargeAt(who)
	x.add(fBarge + at + 1)
	for place := range x.G.Seats() {
		if s.SeatAt(place) == who {
			x.add(fPlace + place)
		}
	}
	open := s.Loaded() & x.G.Below(at)
	if x.held[who]>>board.GrafschaftMark&1 == 0 {
		open &^= x.G.White()
	}
	best, pips := 0, 0
	for m := open; m != 0; m &= m - 1 {
		die := s.Die(bits.TrailingZeros16(m))
		best = max(best, die)
		pips += die
	}
	x.add(fBestDie + best)
	x.add(fDiceCount + min(bits.OnesCount16(open), 7))
	x.add(fDicePips + min(pips/3, 11))
	left := board.Obstacles - bits.OnesCount16(s.Built())
	x.add(fLocks + int(x.held[who]&1)*(board.Obstacles+1) + left)
}

func (x *extractor) describeRivals(who int) {
	best, cash := -100, 0
	for other := range x.G.Seats() {
		if other != who {
			best = max(best, x.score[other])
			cash += x.cash[other]
		}
	}
	for k, n := range &x.holders {
		x.add(fRivals + k*4 + n - int(x.held[who]>>k&1))
	}
	x.add(fRivalsCash + min(cash/4, 7))
	x.add(fRivalsLead + max(-5, min((x.score[who]-best)/3, 5)) + 5)
}
