package view

// Position is everything on the table.
type Position struct {
	Round    int    `json:"round"`    // 1 to 12
	Year     int    `json:"year"`     // of the round
	Phase    int    `json:"phase"`    // 1 to 7
	Section  string `json:"section"`  // of the rulebook, "6.3"
	Decision string `json:"decision"` // the pending decision, one of DecisionIDs
	Decider  int    `json:"decider"`  // the seat to decide, -1 where chance decides and after the end
	Because  string `json:"because"`  // why this seat decides, one of ReasonIDs; "" with no decider
	Over     bool   `json:"over"`

	Order   []Turn   `json:"order"`   // the order of this phase (ORDER-1)
	River   []int    `json:"river"`   // the seats from upriver down as the barges lie now
	Spaces  []Space  `json:"spaces"`  // the river from Witten to Ruhrort
	Cities  []Row    `json:"cities"`  // warehouse spaces of the cities, downriver
	Depots  []Row    `json:"depots"`  // of the depots, by territory from Ruhrort upriver
	Port    Port     `json:"port"`    // the export area of Ruhrort
	Track   Track    `json:"track"`   // the transport track
	Years   []Year   `json:"years"`   // the timeline, 12 fields
	Options []Option `json:"options"` // the nine special options at this round's prices
	Seats   []Seat   `json:"seats"`
	Bag     Bag      `json:"bag"`     // the obstacle/demand markers
	Limited []Copies `json:"limited"` // the limited progress markers left

	LockPrice   int  `json:"lockPrice"`   // of this round; 0 before round 2
	PilotBanned bool `json:"pilotBanned"` // WATER-3
	Duty        bool `json:"duty"`        // building duty this round (WATER-4)
	ShipDocked  bool `json:"shipDocked"`  // a ship has docked in Ruhrort this round (SAIL-5)
	Country     int  `json:"country"`     // port column of the country revealed this round, -1 for none
	CalmWater   bool `json:"calmWater"`   // the table's options
	EveryShip   bool `json:"everyShip"`
}

// DecisionIDs are the values of Position.Decision: what seats decide in the
// order of play, then what chance decides, then the end.
var DecisionIDs = [...]string{"pay", "take", "remove", "place", "transport", "supply", "start", "buy", "option", "sell",
	"draw", "reveal", "over"}

// ReasonIDs are the values of Position.Because and Turn.Because: the first
// start player was drawn; clockwise from it; the barge's place on the river; in
// round 11 the barge farthest downriver comes first; the start player places a
// die that returns.
var ReasonIDs = [...]string{"drawn", "clockwise", "river", "downriver_first", "start_player"}

// Turn is a seat's place in the order of a phase and why it has it, one of the
// first three of ReasonIDs.
type Turn struct {
	Seat    int    `json:"seat"`
	Because string `json:"because"`
}

// Space is one of the 49 spaces of the river.
type Space struct {
	Index     int    `json:"index"` // river index
	ID        string `json:"id"`
	Kind      string `json:"kind"` // storage, lock, city, industry, harbour
	Name      string `json:"name"`
	Territory string `json:"territory,omitempty"` // none for Ruhrort
	Trade     string `json:"trade,omitempty"`     // forge, hammer_mill, gun_factory
	PilotOnly bool   `json:"pilotOnly,omitempty"` // a storage that barges leave only with a pilot (START-4)
	Number    int    `json:"number"`              // among the spaces of its kind, from upriver
	Colour    string `json:"colour,omitempty"`    // of a storage's coal: black, white
	Die       int    `json:"die,omitempty"`       // value of the die on a storage, 0 for none
	Thaler    int    `json:"thaler,omitempty"`    // lying there, 0 to 2 (WATER-2)
	Builder   int    `json:"builder"`             // seat that built the lock, -1 for an obstacle and every other kind
	VP        int    `json:"vp,omitempty"`        // what building this lock scores (BUY-2)
	Barges    []int  `json:"barges"`              // seats, the one farther upriver first (ORDER-3)
}

// Cargo is the storage whose die a seat has loaded: its barge stands there until it
// sails (START-1). Nil for none.
func (p *Position) Cargo(seat int) *Space {
	if at := p.Seats[seat].Barge; at >= 0 && p.Spaces[at].Die > 0 {
		return &p.Spaces[at]
	}
	return nil
}

// Slot is a space for one warehouse.
type Slot struct {
	Price int `json:"price"` // Thaler
	Owner int `json:"owner"` // -1 while free
}

// Row is the warehouse spaces of a city or depot from the left.
type Row struct {
	ID        string `json:"id"`
	Name      string `json:"name"`      // a city's name; "" for a depot
	Territory string `json:"territory"` // where it lies
	Slots     []Slot `json:"slots"`
	Next      int    `json:"next"` // the free space next in line, -1 where all are taken
}

// Port is the export area: its columns from the left and the export scale.
type Port struct {
	Columns   []PortColumn `json:"columns"`
	Scale     []int        `json:"scale"`     // VP of each box
	Box       int          `json:"box"`       // the box of the export marker, from the left
	Price     int          `json:"price"`     // of the next warehouse by the marker Port Ruhrort (BUY-6)
	ShiftCost int          `json:"shiftCost"` // of moving one (BUY-7)
	PerSeat   int          `json:"perSeat"`   // the most one seat may have
}

// PortColumn is a country's column from the top. Hidden is the number of its
// markers still face down.
type PortColumn struct {
	ID     string      `json:"id"`
	Places []PortPlace `json:"places"`
	Hidden int         `json:"hidden"`
}

// Scores are the VP by seat that the warehouses in a column would score if its
// country were revealed now (EXP-1).
func (p *Position) Scores(column int) []int {
	out := make([]int, len(p.Seats))
	for _, place := range p.Port.Columns[column].Places {
		if place.Owner >= 0 {
			out[place.Owner] += p.Port.Scale[p.Port.Box] + place.Bonus
		}
	}
	return out
}

// PortPlace is a place of a column and what it scores besides the box.
type PortPlace struct {
	Owner int `json:"owner"` // -1 while free
	Bonus int `json:"bonus"`
}

// Track is the transport track: its three stages and the one in use.
type Track struct {
	Stage  int     `json:"stage"` // in use, index into Stages
	Stages []Stage `json:"stages"`
}

// Stage is a path of the track. A stage not in use has no dice.
type Stage struct {
	ID        string   `json:"id"`
	FromRound int      `json:"fromRound"`
	ToRound   int      `json:"toRound"`
	Arrow     int      `json:"arrow"`   // the arrow box, from the top
	Columns   []Column `json:"columns"` // one for all, or black and white
}

// Column is a column of boxes from the top: the value of the die, 0 for none.
// Colour is "" where one column serves both colours.
type Column struct {
	Colour  string `json:"colour,omitempty"`
	Boxes   []Box  `json:"boxes"`
	Leaving []Box  `json:"leaving,omitempty"` // pushed off the bottom, to be placed (TRACK-3)
}

// Box is a box of the track with its die; Value is 0 for none.
type Box struct {
	Value  int    `json:"value"`
	Colour string `json:"colour,omitempty"`
}

// Year is a field of the timeline.
type Year struct {
	Round   int      `json:"round"`
	Year    int      `json:"year"`
	Events  []string `json:"events"`            // what happens, of EventIDs
	Returns string   `json:"returns"`           // territory to which black coal returns (EVENT-C)
	Country string   `json:"country,omitempty"` // "hidden", "revealed" (this round) or "past"; none where no marker belongs
	Left    []int    `json:"left,omitempty"`    // seats whose warehouse is still there
}

// EventIDs are the values of Year.Events.
var EventIDs = [...]string{"start", "locks_open", "tax", "paved_path", "locks_dear", "gift", "options_dear", "rails", "richer_coal",
	"warehouse", "coal_removed", "country", "no_marker", "options_closed"}

// Option is a special option of phase 3 at this round's price.
type Option struct {
	ID      string `json:"id"`
	Price   int    `json:"price"`            // Thaler
	Closed  string `json:"closed,omitempty"` // why nobody may choose it now, of ClosedIDs
	TakenBy []int  `json:"takenBy"`          // seats that have chosen it this round
	Rule    string `json:"rule,omitempty"`   // by which it is closed
}

// ClosedIDs are the values of Option.Closed: the pilots are banned (WATER-3),
// wage is taken (START-5), the last round (START-6), no die to improve
// (START-9), no die on an arrow box (START-7).
var ClosedIDs = [...]string{"pilot_banned", "wage_taken", "last_round", "no_die_to_improve", "no_die_on_arrow"}

// Seat is what one seat has.
type Seat struct {
	Thaler    int        `json:"thaler"`
	VP        int        `json:"vp"`
	Supply    int        `json:"supply"` // warehouses ready to be built
	Debts     int        `json:"debts"`  // 0 to 4
	Means     int        `json:"means"`  // Thaler it can pay with the debts it may take (DEBT-1)
	Timeline  []int      `json:"timeline"`
	LockField int        `json:"lockField"` // warehouses waiting on the lock field
	MarkField int        `json:"markField"` // … on the Grafschaft Mark field
	Areas     []Area     `json:"areas"`
	Progress  []Progress `json:"progress"` // in the order of board.ProgressIDs
	Option    string     `json:"option"`   // of this round; "stranded", "" before
	Barge     int        `json:"barge"`    // river index, -1 off the river
	FreeLock  bool       `json:"freeLock"` // a second lock is free now (BUY-3)
	Locks     int        `json:"locks"`    // built by it
	Built     int        `json:"built"`    // its warehouses in cities, depots and port
	IfEnded   int        `json:"ifEnded"`  // VP if the game ended here (END)
}

// Area is a development area of a seat.
type Area struct {
	ID     string `json:"id"`
	Tokens int    `json:"tokens"`
	Size   int    `json:"size"`
}

// Progress is the state of one progress marker for a seat.
type Progress struct {
	ID      string `json:"id"`
	Limited bool   `json:"limited"`
	State   string `json:"state"`            // of ProgressStates
	Missing int    `json:"missing"`          // tokens still needed; 1 is one token away
	Needs   []Need `json:"needs"`            // the combination
	Bought  bool   `json:"bought,omitempty"` // used in this phase 6 (BUY-1)
	Price   int    `json:"price"`            // Thaler of the cheapest it could buy now, -1 for nothing
	Means   int    `json:"means"`            // Thaler the seat could pay for that with debts
}

// ProgressStates are the values of Progress.State: held and ready; a limited
// one used up; a blank, because none was left (PROG-2); not reached; not
// reached and none left.
var ProgressStates = [...]string{"held", "used", "blank", "open", "gone"}

// Need is a part of a combination: tokens wanted in an area and those missing.
type Need struct {
	Area    string `json:"area"`
	Tokens  int    `json:"tokens"`
	Missing int    `json:"missing"`
}

// Copies is the number of copies left of a limited progress marker.
type Copies struct {
	ID    string `json:"id"`
	Left  int    `json:"left"`
	Total int    `json:"total"`
}

// Bag is what is known of the obstacle/demand markers: how many are in the
// bag, which kinds are unseen (on the river or in the bag), and the odds of
// high or low water at the next draw.
type Bag struct {
	Count  int      `json:"count"`
	Unseen []Marker `json:"unseen"` // the kinds in the board's order, those all seen too
	Water  Odds     `json:"water"`
	High   Odds     `json:"high"`
	Low    Odds     `json:"low"`
	Draws  bool     `json:"draws"` // a draw is still to come in this game
}

// Odds is a probability: For of Of equally likely outcomes. Of is 0 if nothing
// will be drawn.
type Odds struct {
	For int `json:"for"`
	Of  int `json:"of"`
}

// Marker is a kind of obstacle/demand marker.
type Marker struct {
	ID     string  `json:"id"`     // of the first marker of the kind
	Effect string  `json:"effect"` // of board.EffectIDs
	Of     []Thing `json:"of"`     // the territory, trade or cities; none for water
	Water  string  `json:"water,omitempty"`
	Coal   int     `json:"coal,omitempty"` // change of every die on a storage
	Left   int     `json:"left"`           // unseen
	Total  int     `json:"total"`
}

// Thing is something named in a sentence: its kind selects the words, and a
// name from the board may be given.
type Thing struct {
	// Kind is storage, lock, obstacle (a lock not yet built), city, forge,
	// hammer_mill, gun_factory, harbour, depot, column, territory, trade, option,
	// progress, area, phase, stage, colour or event.
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name,omitempty"` // storages, locks, obstacles, cities, industries and Ruhrort
}
