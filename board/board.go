// Package board reads and checks the printed components of the game: the river
// and its spaces, prices, boxes, combinations, marker faces and setups. They
// are data, so that an owner of the printed game can correct them in one file.
// Numbers that the rulebook itself fixes are in package rules.
package board

// The sizes that the rulebook fixes (§2.1, §2.3, §5.1) and every board keeps.
const (
	Storages   = 15
	Cities     = 7
	Industries = 12
	Obstacles  = 14
	Sells      = Cities + Industries + 1 // selling spaces, Ruhrort the last
	Spaces     = Storages + Obstacles + Sells
	Rounds     = 12
	Markers    = 20
	Countries  = 3
	Kinds      = 15 // progress markers
	Areas      = 5  // development areas
)

// PlainReach is how many spaces a trip without a pilot goes down at most (SAIL-1).
const PlainReach = 2

// WarehouseRounds are the rounds in which each seat gets the warehouse that lies
// on its timeline (EVENT-6).
var WarehouseRounds = [5]int{6, 7, 9, 10, 11}

// The most that a board file may have of what varies, so that a position is
// flat.
const (
	MaxCitySlots  = 4 // one warehouse a seat and city
	MaxDepotSlots = 8
	MaxPortRows   = 4
	MaxTrackBoxes = 7 // boxes in a column of the transport track
	MaxExport     = 16
	MaxArea       = 4 // development tokens in an area
	MaxThaler     = 20
)

// Kind says what a river space is.
type Kind uint8

// The five kinds of river space (§2.1).
const (
	Storage Kind = iota
	Lock         // an obstacle until its lock is built
	City
	Industry
	Harbour
)

// Territory is one of the four territories along the river, in the order in
// which the board file must list them.
type Territory uint8

// The territories from Ruhrort upriver; NoTerritory is Ruhrort's.
const (
	Broich Territory = iota
	Werden
	Essen
	Mark
	NoTerritory
)

// Trade is the type of a small industry (§2.1).
type Trade uint8

// The three types of industry; NoTrade for every other space.
const (
	Forge Trade = iota
	HammerMill
	GunFactory
	NoTrade
)

// Space is one space of the river. Index is its number among those of its own
// kind, counted downriver from 0; for a selling space Sell is its number among
// all selling spaces (Ruhrort the last), else -1.
type Space struct {
	ID, Name  string
	Kind      Kind
	Territory Territory
	Trade     Trade
	PilotOnly bool
	Index     int
	Sell      int
}

// Year is one field of the timeline (§6.1). Returns is where black coal from
// the track goes (EVENT-C); Warehouse and Country repeat what the rules fix and
// are checked against them.
type Year struct {
	Year      int
	Returns   Territory
	Warehouse bool
	Country   bool
}

// Track is one stage of the transport track (§5.1): the boxes above and below
// the arrow box of each of its columns, and the first round it is in use.
type Track struct {
	ID           string
	FromRound    int
	Above, Below int
	TwoColumns   bool
}

// Effect is what a drawn marker does (§6.2).
type Effect uint8

// The four effects of obstacle/demand markers.
const (
	IndustriesOfTerritory Effect = iota
	IndustriesOfTrade
	CitiesNamed
	PilotBanned
)

// Marker is one obstacle/demand marker. Demand is the set of selling spaces
// that get a Thaler (bit k is selling space k); High tells high water from
// low; Coal is what every die on a storage changes by; Star marks those left
// out in calm water (SET-4).
type Marker struct {
	ID        string
	Effect    Effect
	Territory Territory
	Trade     Trade
	Cities    []int
	Demand    uint32
	High      bool
	Coal      int
	Star      bool
}

// Progress is one progress marker and the tokens that earn it, by area.
type Progress struct {
	ID      string
	Limited bool
	Needs   [Areas]int
}

// CityWarehouses gives the prices of a city's warehouse spaces from the left.
type CityWarehouses struct {
	Costs []int
}

// Depot is a coal depot with the prices of its spaces from the left.
type Depot struct {
	ID        string
	Territory Territory
	Costs     []int
}

// Port is the export area of Ruhrort (§6.6, §6.7).
type Port struct {
	Columns   [Countries]string // ids from the left
	Rows      int
	Costs     []int // of the first, second … warehouse in the port; the last price stays
	Bonus     []int // by place from the top
	PerSeat   int
	ShiftCost int
}

// Setup is a start position's dice: the value on each storage, 0 for none.
type Setup [Storages]int

// Board is a checked board file. It is never changed after Load.
type Board struct {
	ID             string
	Version        int
	SHA256         string // hex digest of the file's bytes
	River          [Spaces]Space
	Years          [Rounds]Year
	Tracks         [3]Track
	TrackStart     int // value of the die on the first arrow box
	Export         []int
	Port           Port
	CountryMarkers [Countries]int // how many markers of each port column
	Cities         [Cities]CityWarehouses
	Depots         [4]Depot // by territory
	AreaSize       [Areas]int
	Progress       [Kinds]Progress // in the order of ProgressIDs
	LimitedCopies  [5]int          // by number of seats
	Markers        [Markers]Marker // in the file's order
	StartingThaler int
	Setups         [5]Setup // by number of seats
	Src            []Source // in the file's order
	At             struct { // river index of the k-th space of a kind
		Storage [Storages]int
		Lock    [Obstacles]int
		Sell    [Sells]int
		City    [Cities]int
	}
}

// Stage is the place in Tracks of the stage in use in a round (TRACK-1).
func (b *Board) Stage(round int) (stage int) {
	for i, t := range b.Tracks {
		if round >= t.FromRound {
			stage = i
		}
	}
	return stage
}

// Source says where a fact of the board file comes from.
type Source struct {
	Fact, Source string
}

// The progress markers by number, which is their place in ProgressIDs: the eight
// black ones every seat can have, then the seven limited (white) ones (§6.5.2).
const (
	LockBuilding = iota
	EssenWarehouse
	MarkWarehouse
	CoalDepot
	PortRuhrort
	GrafschaftMark
	Wage
	Supply
	HaulingAction
	Inn
	Mayor
	CoalHauler
	Warehouse
	Ruhraake
	Ruhrtalbahn

	FirstLimited = HaulingAction
)

// ProgressIDs are the ids of the progress markers.
var ProgressIDs = [Kinds]string{
	LockBuilding:   "lock_building",
	EssenWarehouse: "essen_warehouse",
	MarkWarehouse:  "mark_warehouse",
	CoalDepot:      "coal_depot",
	PortRuhrort:    "port_ruhrort",
	GrafschaftMark: "grafschaft_mark",
	Wage:           "wage",
	Supply:         "supply",
	HaulingAction:  "hauling_action",
	Inn:            "inn",
	Mayor:          "mayor",
	CoalHauler:     "coal_hauler",
	Warehouse:      "warehouse",
	Ruhraake:       "ruhraake",
	Ruhrtalbahn:    "ruhrtalbahn",
}

// AreaIDs are the ids of the development areas (§6.4); Ruhrort has one for
// both colours.
var AreaIDs = [Areas]string{"black_industry", "black_city", "white_industry", "white_city", "ruhrort"}

// TerritoryIDs, KindIDs, TradeIDs and EffectIDs name the values of their types
// as a board file does.
var (
	TerritoryIDs = [4]string{"broich", "werden", "essen", "mark"}
	KindIDs      = [5]string{"storage", "lock", "city", "industry", "harbour"}
	TradeIDs     = [3]string{"forge", "hammer_mill", "gun_factory"}
	EffectIDs    = [4]string{"industries_of_territory", "industries_of_type", "cities", "pilot_banned"}
)

// EssenCities and MarkCities are the two groups of §6.6, Muelheim the city
// that only the limited marker warehouse opens.
var (
	EssenCities = [3]string{"city-kettwig", "city-werden", "city-steele"}
	MarkCities  = [3]string{"city-hattingen", "city-blankenstein", "city-witten"}
	Muelheim    = "city-muelheim"
)
