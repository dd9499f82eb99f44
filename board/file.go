package board

// file is a decoded board file, not checked yet.
type file struct {
	ID          string       `json:"id"`
	Version     int          `json:"version"`
	River       []riverSpace `json:"river"`
	Territories []string     `json:"territories"`
	Timeline    []struct {
		Round     int    `json:"round"`
		Year      int    `json:"year"`
		Returns   string `json:"blackCoalReturnsTo"`
		Warehouse bool   `json:"warehouse"`
		Country   bool   `json:"countryMarker"`
	} `json:"timeline"`
	Tracks []struct {
		ID        string   `json:"id"`
		FromRound int      `json:"fromRound"`
		Above     int      `json:"above"`
		Below     int      `json:"below"`
		Columns   []string `json:"columns"`
	} `json:"transportTracks"`
	TrackStart struct {
		Coal  string `json:"coal"`
		Value int    `json:"value"`
	} `json:"trackStart"`
	Export []int `json:"exportTrack"`
	Port   struct {
		Columns   []string `json:"columns"`
		Rows      int      `json:"rows"`
		Costs     []int    `json:"costs"`
		Bonus     []int    `json:"positionBonus"`
		PerSeat   int      `json:"perPlayer"`
		ShiftCost int      `json:"shiftCost"`
	} `json:"harbour"`
	CountryMarkers map[string]int   `json:"countryMarkers"`
	Cities         map[string][]int `json:"cityWarehouses"`
	Depots         []struct {
		ID        string `json:"id"`
		Territory string `json:"territory"`
		Costs     []int  `json:"costs"`
	} `json:"depots"`
	Areas    map[string]int `json:"developmentAreas"`
	Progress []struct {
		ID      string         `json:"id"`
		Limited bool           `json:"limited"`
		Needs   map[string]int `json:"needs"`
	} `json:"progress"`
	LimitedCopies  map[string]int            `json:"limitedCopies"`
	Markers        []fileMarker              `json:"markers"`
	StartingThaler int                       `json:"startingThaler"`
	Setup          map[string]map[string]int `json:"setup"`
	Src            orderedSources            `json:"src"`
	Confirmed      []string                  `json:"confirmed,omitempty"` // groups and subjects, see Fact

	places map[string]int // new places of spaces by id, counted from 1
}

// riverSpace is a space of the river in a file.
type riverSpace struct {
	ID        string  `json:"id"`
	Kind      string  `json:"kind"`
	Name      string  `json:"name"`
	Territory *string `json:"territory,omitempty"`
	PilotOnly bool    `json:"pilotOnly,omitempty"`
	Industry  string  `json:"industry,omitempty"`
}

// fileMarker is an obstacle/demand marker in a file.
type fileMarker struct {
	ID        string   `json:"id"`
	Effect    string   `json:"effect"`
	Territory string   `json:"territory,omitempty"`
	Industry  string   `json:"industry,omitempty"`
	Cities    []string `json:"cities,omitempty"`
	Water     string   `json:"water,omitempty"`
	Coal      int      `json:"coal,omitempty"`
	Star      bool     `json:"star,omitempty"`
}
