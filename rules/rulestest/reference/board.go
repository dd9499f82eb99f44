package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Board is spec/board.json, with the keys the rules need. It never changes, so
// games share it.
type Board struct {
	River            []space                   `json:"river"`
	Timeline         []timelineField           `json:"timeline"`
	TransportTracks  []transportTrack          `json:"transportTracks"`
	TrackStart       trackStart                `json:"trackStart"`
	ExportTrack      []int                     `json:"exportTrack"`
	Harbour          harbour                   `json:"harbour"`
	CountryMarkers   map[string]int            `json:"countryMarkers"`
	CityWarehouses   map[string][]int          `json:"cityWarehouses"`
	Depots           []depot                   `json:"depots"`
	DevelopmentAreas map[string]int            `json:"developmentAreas"`
	Progress         []progressMarker          `json:"progress"`
	LimitedCopies    map[string]int            `json:"limitedCopies"`
	Markers          []marker                  `json:"markers"`
	StartingThaler   int                       `json:"startingThaler"`
	Setup            map[string]map[string]int `json:"setup"`

	kinds  map[string][]space // the spaces of each kind, upriver first
	places map[string]int     // where in the river each space is, counted from the upriver end
	trips  map[trip][]string  // where each trip may end (SAIL-1)

	areas, markers []string // the development areas and the progress markers by name
}

type space struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"` // storage, lock, city, industry, harbour
	Territory string `json:"territory"`
	PilotOnly bool   `json:"pilotOnly"`
	Industry  string `json:"industry"` // forge, hammer_mill, gun_factory
}

type timelineField struct {
	Round              int    `json:"round"`
	BlackCoalReturnsTo string `json:"blackCoalReturnsTo"`
	Warehouse          bool   `json:"warehouse"`
	CountryMarker      bool   `json:"countryMarker"`
}

type transportTrack struct {
	ID        string   `json:"id"`
	FromRound int      `json:"fromRound"`
	Above     int      `json:"above"`
	Below     int      `json:"below"`
	Columns   []string `json:"columns"`
}

type trackStart struct {
	Coal  string `json:"coal"`
	Value int    `json:"value"`
}

type harbour struct {
	Columns       []string `json:"columns"`
	Rows          int      `json:"rows"`
	Costs         []int    `json:"costs"`
	PositionBonus []int    `json:"positionBonus"`
	PerPlayer     int      `json:"perPlayer"`
	ShiftCost     int      `json:"shiftCost"`
}

type depot struct {
	ID    string `json:"id"`
	Costs []int  `json:"costs"`
}

type progressMarker struct {
	ID      string         `json:"id"`
	Limited bool           `json:"limited"`
	Needs   map[string]int `json:"needs"`
}

type marker struct {
	ID        string   `json:"id"`
	Effect    string   `json:"effect"`
	Territory string   `json:"territory"`
	Industry  string   `json:"industry"`
	Cities    []string `json:"cities"`
	Coal      int      `json:"coal"`
	Star      bool     `json:"star"`
}

// ReadBoard reads the bytes of a board file.
func ReadBoard(data []byte) (*Board, error) {
	b := &Board{}
	if err := json.Unmarshal(data, b); err != nil {
		return nil, fmt.Errorf("the board file cannot be read: %w", err)
	}
	if len(b.River) == 0 || len(b.Timeline) != lastRound || len(b.TransportTracks) == 0 || len(b.ExportTrack) == 0 {
		return nil, fmt.Errorf("the board file is incomplete: it needs a river, a timeline of %d rounds, transport tracks and an export track", lastRound)
	}
	first := b.TransportTracks[0]
	if !slices.Contains(first.Columns, b.TrackStart.Coal) {
		return nil, fmt.Errorf("the board file's trackStart lies on column %q, but the first track has %v", b.TrackStart.Coal, first.Columns)
	}
	b.kinds, b.places, b.trips = map[string][]space{}, map[string]int{}, map[trip][]string{}
	for i, s := range b.River {
		b.kinds[s.Kind] = append(b.kinds[s.Kind], s)
		b.places[s.ID] = i
	}
	b.areas = slices.Sorted(maps.Keys(b.DevelopmentAreas))
	for _, p := range b.Progress {
		b.markers = append(b.markers, p.ID)
	}
	slices.Sort(b.markers)
	for _, s := range b.spaces("storage") {
		for _, pilot := range []bool{false, true} {
			b.trips[trip{s.ID, pilot}] = b.sail(s.ID, pilot)
		}
	}
	return b, nil
}

// index is a space's place in the river, counted from the upriver end. An id
// that is none is a mistake of the caller.
func (b *Board) index(id string) int {
	i, ok := b.places[id]
	if !ok {
		panic("reference: no space " + id)
	}
	return i
}

// space is the space of that id.
func (b *Board) space(id string) space {
	return b.River[b.index(id)]
}

// spaces lists the spaces of one kind, upriver first.
func (b *Board) spaces(kind string) []space {
	return b.kinds[kind]
}

// trip is a way to sail: from a storage, with or without a pilot.
type trip struct {
	from  string
	pilot bool
}

// sells tells whether coal is sold at a space: cities, industries, Ruhrort.
func (s space) sells() bool {
	return s.Kind == "city" || s.Kind == "industry" || s.Kind == "harbour"
}

// coal is the colour of every die on a storage. White dice lie in the Mark and
// nowhere else (SET-5, START-7, TRACK-3).
func (s space) coal() string {
	if s.Territory == "mark" {
		return "white"
	}
	return "black"
}

// marker is the obstacle/demand marker of that id.
func (b *Board) marker(id string) (marker, bool) {
	for _, m := range b.Markers {
		if m.ID == id {
			return m, true
		}
	}
	return marker{}, false
}

// thisRound is the timeline's field of a round.
func (b *Board) thisRound(round int) timelineField {
	return b.Timeline[round-1]
}
