package rules

import (
	"math/bits"

	"ruhr/board"
	"ruhr/rules/packed"
)

// State is the position of a game: everything the table sees and nothing that
// is hidden. It is one flat value without pointers, copied by assignment and
// compared with ==. Game reads and changes it; the query files have what may be
// asked.
type State struct {
	legal  uint64        // the choices of the decision, bit k for action base+k
	starts packed.Starts // of the seat whose turn it is in phase 3, else 0
	dice   packed.Dice   // on the storages

	cityPrices  packed.Prices // of the next space in each city, by its place (BUY-4)
	otherPrices packed.Prices // … in each depot and in the port (BUY-5, BUY-6)

	demand   packed.Demand   // Thaler on the selling spaces (WATER-2)
	unseen   uint32          // markers not drawn yet, by number
	builders packed.Builders // of the locks built
	built    locks           // obstacles whose lock is built
	moored   packed.Storages // storages with a barge

	players uint8 // seats in play, so that a position explains itself
	round   uint8
	progression
	decision Decision
	toDecide uint8
	bag      uint8 // markers in the bag
	export   uint8 // box of the export marker, from the left
	country  uint8 // revealed this round, else noCountry
	flags    flags
	portRoom packed.Columns         // columns of the port with room
	order    [4]uint8               // the seats in the order of this phase (ORDER-1)
	hidden   [board.Countries]uint8 // face-down country markers, by country
	copies   [limited]uint8         // limited markers left
	owed     [2]uint8               // dice round 11 still takes, black and white

	track  [2]packed.Column // black, white; the brickearth path has only the first
	seats  [4]seat
	cities [board.Cities]packed.Slots
	depots [4]packed.Slots
	port   [board.Countries]packed.Slots
}

// progression is how far a round is; it starts again with each phase.
type progression struct {
	phase Phase
	step  uint8 // how far the event of phase 1 is carried out
	turn  uint8 // place in order of the seat whose turn it is
	drawn bool  // the marker of phase 2 has been drawn
}

// seat is what one seat owns.
type seat struct {
	tokens   uint16  // which development tokens, as a number (see tokens.go)
	progress markers // progress markers held
	blanks   markers // limited markers that had run out (PROG-2)
	used     markers // limited markers used up
	ready    markers // progress markers it may use now: not used up, nor used in this phase 6 (BUY-1)
	barge    packed.Mooring
	thaler   uint8
	vp       uint8
	supply   uint8 // warehouses ready to be built
	credit   uint8 // debt fields still free (DEBT-2)
	timeline uint8 // warehouses on the timeline, bit by place in board.WarehouseRounds
	waiting  uint8 // warehouses on the lock and the Mark field (SET-2)
	option   Option
	freeLock bool           // a second lock is free (BUY-3)
	inPort   packed.Columns // columns of the port with a warehouse of its own
	cities   uint8          // cities with one, by place in offers
}

// seat is what a seat owns, decider what the seat to decide owns.
func (s *State) seat(who uint8) *seat { return &s.seats[who&3] }

func (s *State) decider() *seat { return s.seat(s.toDecide) }

// gain brings a progress marker.
func (c *seat) gain(m markers) { c.progress, c.ready = c.progress|m, c.ready|m }

// useUp turns a limited marker over.
func (g *Game) useUp(c *seat, who uint8, m markers) {
	c.used, c.ready = c.used|m, c.ready&^m
	g.emit(FUsed, int(who), NoRule, bits.TrailingZeros16(uint16(m)), 0, 0)
}

// bought are the black markers used in this phase 6.
func (c *seat) bought() markers { return c.progress &^ (c.used | c.ready) }

// locks is a set of obstacles, built or not, bit by number.
type locks uint16

// markers is a set of progress markers, bit by place in board.ProgressIDs.
type markers uint16

// The sets of one progress marker each, and that of all limited ones.
const (
	lockBuilding   markers = 1 << board.LockBuilding
	essenWarehouse markers = 1 << board.EssenWarehouse
	markWarehouse  markers = 1 << board.MarkWarehouse
	coalDepot      markers = 1 << board.CoalDepot
	portRuhrort    markers = 1 << board.PortRuhrort
	grafschaftMark markers = 1 << board.GrafschaftMark
	wageMarker     markers = 1 << board.Wage
	supplyMarker   markers = 1 << board.Supply
	haulingAction  markers = 1 << board.HaulingAction
	inn            markers = 1 << board.Inn
	mayor          markers = 1 << board.Mayor
	coalHauler     markers = 1 << board.CoalHauler
	warehouse      markers = 1 << board.Warehouse
	ruhraake       markers = 1 << board.Ruhraake
	ruhrtalbahn    markers = 1 << board.Ruhrtalbahn

	limitedMarker = ^(haulingAction - 1)
)

const limited = board.Kinds - board.FirstLimited // kinds of limited markers

// flags are the facts of the round that are yes or no.
type flags uint8

const (
	pilotBanned  flags = 1 << iota // WATER-3
	buildingDuty                   // WATER-4
	wageTaken                      // START-5
	shipDocked                     // a ship has docked in Ruhrort this round (SAIL-5)
)

// The colours of coal, by which columns of the track are found.
const (
	black = iota
	white
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
// between the decisions that share them. There are sixteen rows, so that an index
// cut to four bits needs no check of its bounds; other tables do likewise.
var bases = [16]Action{
	Pay: APay, Take: ATake, Remove: ARemove, Place: APlace, ChooseTransport: ATransport,
	ChooseSupply: ASupply, ChooseStart: AStart, Buy: ALock, ChooseOption: AInn, Sell: AHauler,
	DrawMarker: None, RevealCountry: None, Over: None,
}

// Places of the actions within the mask of their decision.
const (
	buyEssen, buyMark, buyDepot            = AEssen - ALock, AMark - ALock, ADepot - ALock
	buyPort, buyAnyCity, buyAnyPort        = APort - ALock, AAnyCity - ALock, AAnyPort - ALock
	buyShift, buyRepay, buyDone            = AShift - ALock, ARepay - ALock, ADone - ALock
	buyInn                                 = AInn - ALock
	chooseOption, chooseFree               = AOption - AInn, AFree - AInn
	chooseTowed, chooseStrand              = ATowed - AInn, AStrand - AInn
	chooseHauler                           = AHauler - AInn
	sellSpace                              = ASell - AHauler
	bothInn                         uint64 = 3
)
