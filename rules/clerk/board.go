package clerk

import (
	"encoding/json"
	"fmt"
	"slices"
)

// boardFile is spec/board.json, with the keys the rules need.
type boardFile struct {
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

	kinds map[string][]space // the spaces of each kind, upriver first
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

// readBoard reads the board file's bytes.
func readBoard(data []byte) (*boardFile, error) {
	b := &boardFile{}
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
	b.kinds = map[string][]space{}
	for _, s := range b.River {
		b.kinds[s.Kind] = append(b.kinds[s.Kind], s)
	}
	return b, nil
}

// index is a space's place in the river, counted from the upriver end, or -1.
func (b *boardFile) index(id string) int {
	for i, s := range b.River {
		if s.ID == id {
			return i
		}
	}
	return -1
}

// space is the space of that id.
func (b *boardFile) space(id string) space {
	return b.River[b.index(id)]
}

// spaces lists the spaces of one kind, upriver first.
func (b *boardFile) spaces(kind string) []space {
	return b.kinds[kind]
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
func (b *boardFile) marker(id string) (marker, bool) {
	for _, m := range b.Markers {
		if m.ID == id {
			return m, true
		}
	}
	return marker{}, false
}

// thisRound is the timeline's field of a round.
func (b *boardFile) thisRound(round int) timelineField {
	return b.Timeline[round-1]
}
