package rules

import (
	"math/bits"

	"ruhr/board"
)

// State is the position of a game: everything the table sees and nothing that
// is hidden. It is one flat value without pointers, copied by assignment and
// compared with ==. Game reads and changes it; view.go has what may be asked.
type State struct {
	legal    uint64 // the choices of the decision, bit k for action base+k
	demand   uint32 // selling spaces with at least one Thaler (WATER-2)
	demand2  uint32 // … with two
	unseen   uint32 // markers not drawn yet, by number
	builders uint32 // builder of each built lock, two bits each
	dice     dice   // on the storages
	built    uint16 // obstacles whose lock is built
	moored   uint16 // storages with a barge
	startAt  uint16 // the one storage hauling+transport starts from, else 0 (START-8)

	track  [2]column // black, white; the brickearth path has only the first
	cities [board.Cities]slots
	depots [4]slots
	port   [board.Countries]slots
	seats  [4]seat

	order [4]uint8 // the seats in the order of this phase (ORDER-1)
	river [4]uint8 // the seats from upriver down; those off the river last

	players  uint8 // seats in play, so that a position explains itself
	round    uint8
	phase    Phase
	step     uint8 // how far the event of phase 1 is carried out
	turn     uint8 // place in order of the seat whose turn it is
	decision Decision
	toDecide uint8
	bag      uint8 // markers in the bag
	export   uint8 // box of the export marker, from the left
	country  uint8 // revealed this round, else noCountry
	flags    flags
	hidden   [board.Countries]uint8 // face-down country markers, by country
	copies   [limited]uint8         // limited markers left
	owed     [2]uint8               // dice round 11 still takes, black and white
}

// seat is what one seat owns.
type seat struct {
	tokens   uint16  // which development tokens, as a number (see tokens.go)
	progress markers // progress markers held
	blanks   markers // limited markers that had run out (PROG-2)
	used     markers // limited markers used up
	bought   markers // black markers used in this phase 6 (BUY-1)
	thaler   uint8
	vp       uint8
	supply   uint8 // warehouses ready to be built
	debts    uint8 // warehouses on debt fields
	timeline uint8 // warehouses on the timeline, bit by place in timelineRounds
	waiting  uint8 // warehouses on the lock and the Mark field (SET-2)
	at       uint8 // river index of the barge, or offRiver
	option   Option
	freeLock bool // a second lock is free (BUY-3)
}

// markers is a set of progress markers, bit by place in board.ProgressIDs.
type markers uint16

// The progress markers by their place in board.ProgressIDs.
const (
	lockBuilding markers = 1 << iota
	essenWarehouse
	markWarehouse
	coalDepot
	portRuhrort
	grafschaftMark
	wageMarker
	supplyMarker
	haulingAction
	inn
	mayor
	coalHauler
	warehouse
	ruhraake
	ruhrtalbahn

	limited       = 7
	firstLimited  = 8
	limitedMarker = ^(haulingAction - 1)
)

// flags are the facts of the round that are yes or no.
type flags uint8

const (
	pilotBanned  flags = 1 << iota // WATER-3
	buildingDuty                   // WATER-4
	wageTaken                      // START-5
	shipDocked                     // a ship has docked in Ruhrort this round (SAIL-5)
)

const (
	noCountry = 255
	offRiver  = 255

	maxDebts    = 4 // DEBT-2
	debtThaler  = 2 // DEBT-1
	repayThaler = 3 // BUY-10

	waitingLock = 1 // seat.waiting: two warehouses on the lock field
	waitingMark = 2 // … on the Grafschaft Mark field
)

// Stranded stands in for the option of a seat that had none (START-12);
// Unchosen before a seat has chosen.
const (
	Stranded Option = options + iota
	Unchosen
)

// timelineRounds are the rounds whose event brings a warehouse (EVENT-6 …).
var timelineRounds = [5]uint8{6, 7, 9, 10, 11}

// Decision is what a position waits for.
type Decision uint8

// The decisions in the order of play, then what chance decides, then the end.
const (
	Pay Decision = iota
	Take
	Remove
	Place
	ChooseTransport
	ChooseSupply
	ChooseStart
	Buy
	ChooseOption
	Sell
	DrawMarker    // chance: a marker from the bag (WATER-1)
	RevealCountry // chance: the round's country marker
	Over
	deciding // while the rules run on
)

// bases are the first action of each decision. Inn and coal hauler stand
// between the decisions that share them.
var bases = [deciding + 1]Action{
	Pay: pay0, Take: take0, Remove: remove0, Place: place0, ChooseTransport: transport0,
	ChooseSupply: supply0, ChooseStart: start0, Buy: lock0, ChooseOption: inn0, Sell: hauler0,
	DrawMarker: None, RevealCountry: None, Over: None, deciding: None,
}

// Places of the actions within the mask of their decision.
const (
	buyEssen, buyMark, buyDepot            = essen0 - lock0, mark0 - lock0, depot0 - lock0
	buyPort, buyAnyCity, buyAnyPort        = port0 - lock0, anyCity0 - lock0, anyPort0 - lock0
	buyShift, buyRepay, buyDone            = shift0 - lock0, repay - lock0, done - lock0
	buyInn                                 = inn0 - lock0
	chooseOption, chooseFree               = option0 - inn0, free0 - inn0
	chooseTowed, chooseStrand              = towed0 - inn0, strand - inn0
	chooseHauler                           = hauler0 - inn0
	sellSpace                              = sell0 - hauler0
	bothInn                         uint64 = 3
)

// dice holds the values on the storages, 0 for none, as three bit planes, so
// that high and low water change all of them in a few steps.
type dice struct{ p0, p1, p2 uint16 }

func (d *dice) value(k int) int {
	return int(d.p0>>k&1 | d.p1>>k&1<<1 | d.p2>>k&1<<2)
}

func (d *dice) set(k int, v int) {
	bit := uint16(1) << k
	d.p0 = d.p0&^bit | uint16(v&1)<<k
	d.p1 = d.p1&^bit | uint16(v>>1&1)<<k
	d.p2 = d.p2&^bit | uint16(v>>2&1)<<k
}

func (d *dice) loaded() uint16 { return d.p0 | d.p1 | d.p2 }

// below6 is the set of storages with a die that can still rise.
func (d *dice) below6() uint16 { return d.loaded() &^ (d.p1 & d.p2) }

// raise adds 1 to every die below 6, lower takes 1 from every die above 1.
func (d *dice) raise() {
	up := d.below6()
	c0 := d.p0 & up
	d.p0 ^= up
	c1 := d.p1 & c0
	d.p1 ^= c0
	d.p2 ^= c1
}

func (d *dice) lower() {
	down := d.p1 | d.p2
	b0 := ^d.p0 & down
	d.p0 ^= down
	b1 := ^d.p1 & b0
	d.p1 ^= b0
	d.p2 ^= b1
}

// column is a column of the transport track, one byte a box from the top.
type column uint64

func (c column) box(row int) int { return int(c >> (8 * row) & 7) }

// slots is a row of warehouse spaces filled from the first: how many, whose in
// turn (two bits each), and the set of seats present.
type slots struct {
	n     uint8
	seats uint8
	whose uint16
}

func (p *slots) add(seat uint8) {
	p.whose |= uint16(seat) << (2 * p.n)
	p.n++
	p.seats |= 1 << seat
}

// remove takes a seat's only warehouse out; those behind it move up.
func (p *slots) remove(seat uint8) {
	for k := range p.n {
		if uint8(p.whose>>(2*k)&3) == seat {
			low := uint16(1)<<(2*k) - 1
			p.whose = p.whose&low | p.whose>>2&^low
			break
		}
	}
	p.n--
	p.seats &^= 1 << seat
}

func (p *slots) owner(k int) int { return int(p.whose >> (2 * k) & 3) }

func (p *slots) has(seat int) bool { return p.seats>>seat&1 != 0 }

func lowest(mask uint16) int { return bits.TrailingZeros16(mask) }
