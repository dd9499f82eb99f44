package rules

import "ruhr/board"

// State is the position of a game: everything the table sees and nothing that
// is hidden. It is one flat value without pointers, copied by assignment and
// compared with ==. Game reads and changes it; look.go and peek.go have what
// may be asked.
type State struct {
	legal uint64 // the choices of the decision, bit k for action base+k
	ways  ways   // of the seat whose turn it is in phase 3, else 0
	dice  dice   // on the storages

	cityPrices  prices // of the next space in each city (BUY-4)
	otherPrices prices // … in each depot and in the port (BUY-5, BUY-6)

	demand   uint32 // selling spaces with at least one Thaler (WATER-2)
	demand2  uint32 // … with two
	unseen   uint32 // markers not drawn yet, by number
	builders uint32 // builder of each built lock, two bits each
	built    uint16 // obstacles whose lock is built
	moored   uint16 // storages with a barge

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
	portRoom columns                // columns of the port with room
	order    [4]uint8               // the seats in the order of this phase (ORDER-1)
	hidden   [board.Countries]uint8 // face-down country markers, by country
	copies   [limited]uint8         // limited markers left
	owed     [2]uint8               // dice round 11 still takes, black and white

	track  [2]column // black, white; the brickearth path has only the first
	seats  [4]seat
	cities [board.Cities]slots
	depots [4]slots
	port   [board.Countries]slots
}

// seat is what one seat owns.
type seat struct {
	tokens   uint16  // which development tokens, as a number (see tokens.go)
	progress markers // progress markers held
	blanks   markers // limited markers that had run out (PROG-2)
	used     markers // limited markers used up
	ready    markers // progress markers it may use now: not used up, nor used in this phase 6 (BUY-1)
	barge    mooring
	thaler   uint8
	vp       uint8
	supply   uint8 // warehouses ready to be built
	credit   uint8 // debt fields still free (DEBT-2)
	timeline uint8 // warehouses on the timeline, bit by place in timelineRounds
	waiting  uint8 // warehouses on the lock and the Mark field (SET-2)
	option   Option
	freeLock bool    // a second lock is free (BUY-3)
	inPort   columns // columns of the port with a warehouse of its own
	cities   uint8   // cities with one, by place in offers
}

// gain brings a progress marker, useUp turns a limited one over.
func (c *seat) gain(m markers) { c.progress, c.ready = c.progress|m, c.ready|m }

func (c *seat) useUp(m markers) { c.used, c.ready = c.used|m, c.ready&^m }

// bought are the black markers used in this phase 6.
func (c *seat) bought() markers { return c.progress &^ (c.used | c.ready) }

// columns is a set of columns of the port.
type columns uint8

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
)

// bases are the first action of each decision. Inn and coal hauler stand
// between the decisions that share them. (Sixteen, so that an index needs no
// check of its bounds; so with the other tables of the judge.)
var bases = [16]Action{
	Pay: pay0, Take: take0, Remove: remove0, Place: place0, ChooseTransport: transport0,
	ChooseSupply: supply0, ChooseStart: start0, Buy: lock0, ChooseOption: inn0, Sell: hauler0,
	DrawMarker: None, RevealCountry: None, Over: None,
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

// dice holds the values on the storages, 0 for none, as three bit planes of 16
// bits side by side, so that all dice are looked at or changed in a few steps.
type dice uint64

const (
	plane      = 16
	onDie dice = 1 | 1<<plane | 1<<(2*plane) // the three bits of the first die
)

// spread has the bits of a value each on its plane.
var spread = func() (t [8]dice) {
	for v := range t {
		t[v] = dice(v&1 | v>>1&1<<plane | v>>2<<(2*plane))
	}
	return t
}()

func (d dice) value(k int) int {
	v := d >> (k & 15) & onDie
	return int((v | v>>(plane-1) | v>>(2*plane-2)) & 7)
}

func (d *dice) set(k int, v int) {
	*d = *d&^(onDie<<(k&15)) | spread[v&7]<<(k&15)
}

func (d *dice) clear(k int) { *d &^= onDie << (k & 15) }

func (d dice) planes() (p0, p1, p2 uint16) {
	return uint16(d), uint16(d >> plane), uint16(d >> (2 * plane))
}

// loaded is the set of storages with a die.
func (d dice) loaded() uint16 { return uint16(d | d>>plane | d>>(2*plane)) }

// below6 is the set of storages with a die that can still rise.
func (d dice) below6() uint16 { return d.loaded() &^ uint16(d>>plane&(d>>(2*plane))) }

// raise adds 1 to every die below 6, lower takes 1 from every die above 1.
func (d *dice) raise() {
	p0, p1, _ := d.planes()
	up := d.below6()
	c0 := p0 & up
	c1 := p1 & c0
	*d ^= dice(up) | dice(c0)<<plane | dice(c1)<<(2*plane)
}

func (d *dice) lower() {
	p0, p1, p2 := d.planes()
	down := p1 | p2
	b0 := ^p0 & down
	b1 := ^p1 & b0
	*d ^= dice(down) | dice(b0)<<plane | dice(b1)<<(2*plane)
}

// column is a column of the transport track, one byte a box from the top.
type column uint64

func (c column) box(row int) int { return int(c >> (8 * row & 63) & 7) }

// slots is a row of warehouse spaces filled from the first: how many, whose in
// turn (two bits each), and the set of seats present.
type slots struct {
	n     uint8
	seats uint8
	whose uint16
}

func (p *slots) add(seat uint8) {
	p.whose |= uint16(seat) << (2 * p.n & 15)
	p.n++
	p.seats |= 1 << (seat & 3)
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
