// Package draw draws the map and the pieces on it: an engraving as one SVG,
// laid out along a curve from the board data. It is pure: the same board always
// gives the same coordinates and markup. The markup has no colours: map.css gives
// them to classes, so that themes need only style sheets.
package draw

import (
	"math"

	"ruhr/board"
)

// The size of the whole picture in design units; the timeline is its upper
// edge.
const (
	Width  = 1440.0
	Height = 560.0
)

// Sizes of places, in units. Slot is also the least side of everything that
// can be touched.
const (
	Slot    = 24.0 // a warehouse slot or an export box
	dieSize = 24.0
	gap     = 2.0 // between two slots
)

// MaxSeats is the number of seats that places are made for.
const MaxSeats = 4

// Layout says where everything is, in units of the picture.
type Layout struct {
	Spaces   [board.Spaces]Spot // by river index
	Timeline [board.Rounds]Cell // by round, from 0
	Depots   [4]Depot           // by territory
	Port     Port               // the export area of Ruhrort
	Export   []Point            // middles of the export boxes
	Track    [3]Stage           // the stages of the transport track
	Options  [Options]Tile      // the special options without "none", in the order of START-5
	Waiting  [MaxSeats]Point    // barges that are not on the river yet (SET-1)
	Regions  [4]Region          // names and arms of the territories
	Panels   []Box              // furniture: timeline, port, track, options
	Rhine    Box                // the Rhine at the left edge
}

// Options is the number of special options that have a tile (START-5 without
// "none").
const Options = 8

// Spot is a river space and what belongs to it on the bank.
type Spot struct {
	At    Point    // in midstream, where a barge stands
	Angle float64  // direction downriver in degrees, clockwise from the right
	Way   float64  // from the source along the river
	Side  Point    // from midstream towards the site, length 1; the label's side for a lock
	Site  Box      // what is drawn on the bank; empty for a lock
	Mark  Point    // middle of the sign: stage, roundel, skyline, weir, crane
	Die   Point    // storages: the coal die
	Coins [2]Point // selling spaces: demand Thaler (WATER-2)
	Slots []Point  // cities: middles of the warehouse slots from the left
	Label Label    // the name; its text is empty where the neighbour bears the same name
}

// Label is a word on the map, set centred about At, its baseline at At.Y.
type Label struct {
	Text string
	At   Point
	Size float64
	Box  Box // what the word covers, generously
}

// Cell is one round of the timeline.
type Cell struct {
	Box     Box
	Country Point // country marker, where the year has one
	Houses  [MaxSeats]Point
}

// Depot is a coal depot in the hinterland.
type Depot struct {
	Site  Box
	Mark  Point   // middle of the pit-head
	Slots []Point // middles of the slots from the left
}

// Port is the quay of Ruhrort.
type Port struct {
	Box   Box
	Flags [board.Countries]Point
	Slots [board.Countries][]Point // by column, from the top
	Costs []Point                  // the prices by number of warehouses
	Title Point
	Scale Point // middle of the brass scale
	Quay  []Box // sheds and crane between the panel and the river, where there is room
}

// Stage is one stage of the transport track.
type Stage struct {
	Box     Box
	Columns [][]Point // black, then white; middles of the boxes from the top
	Arrow   int       // which row is the arrow box
	Title   Point
}

// Tile is one special option.
type Tile struct {
	Box   Box
	Price Point
	Name  Point // left end of the baseline
	Seats [MaxSeats]Point
}

// Region is where a territory's name and arms stand.
type Region struct {
	Above, Name Label // REICHSSTIFT over ESSEN
	Arms        Point
	Box         Box
}

// Map is a board's picture. It is never changed after New and may be shared.
type Map struct {
	Layout
	c    curve
	b    *board.Board
	land string // markup of the ground
}

// New lays a board out. The board must come from package board's Load. The
// printed board's layout comes with the program (see printed); for any other
// board it takes a good part of a second of processor time.
func New(b *board.Board) *Map {
	m := unplaced(b)
	if p := printed(); p.Board == b.SHA256 {
		m.applyAll(p.plans())
		m.land = printedLand
	} else {
		m.place()
	}
	return m
}

// unplaced is the map of a board with its river and furniture alone.
func unplaced(b *board.Board) *Map {
	m := &Map{b: b, c: theCurve()}
	m.furnish()
	m.space()
	return m
}

// place finds places on the banks for all things and draws the ground; it
// returns what it chose.
func (m *Map) place() []plan {
	d := newDraft(m)
	picks := d.settle()
	m.applyAll(picks)
	m.land = d.land()
	return picks
}

// weight is how much of the river a kind of space takes to itself.
var weight = [5]float64{board.Storage: 1, board.Lock: 0.86, board.City: 1.16, board.Industry: 1, board.Harbour: 1.5}

const (
	springs = 196.0 // way of the first space: the barges that wait lie above it
	harbour = 150.0 // way from Ruhrort to the end of the curve
)

// space sets the spaces along the curve, each with room for its kind.
func (m *Map) space() {
	sum := 0.0
	for i := 1; i < board.Spaces; i++ {
		sum += m.gapBefore(i)
	}
	unit := (m.c.length - springs - harbour) / sum
	s := springs
	for i := range m.Spaces {
		if i > 0 {
			s += m.gapBefore(i) * unit
		}
		k := m.c.at(s)
		sp := &m.Spaces[i]
		sp.At, sp.Way = k.at.round(), s
		sp.Angle = math.Round(math.Atan2(k.dir.Y, k.dir.X) * 180 / math.Pi)
		sp.Mark = sp.At
	}
	for k := range m.Waiting {
		m.Waiting[k] = m.c.at(springs - 42 - 33*float64(k)).at.round()
	}
}

func (m *Map) gapBefore(i int) float64 {
	return (weight[m.b.River[i-1].Kind] + weight[m.b.River[i].Kind]) / 2
}

// BargeAt is where the k-th of n barges at a space lies, 0 the one that came
// first and lies farthest downriver (ORDER-3).
func (m *Map) BargeAt(space, k, n int) Point {
	sp := m.Spaces[space]
	apart := 25.0
	if m.b.River[space].Kind == board.Harbour {
		apart = 36
	}
	kn := m.c.at(sp.Way + apart*(float64(n-1)/2-float64(k)))
	return kn.at.round()
}

// Path is the river's midstream between two places on it, for a barge to sail
// along: points about every 12 units from the first to the second space.
func (m *Map) Path(from, to int) []Point {
	a, b := m.Spaces[from].Way, m.Spaces[to].Way
	n := max(1, int(math.Abs(b-a)/12))
	pts := make([]Point, n+1)
	for i := range pts {
		pts[i] = m.c.at(a + (b-a)*float64(i)/float64(n)).at.round()
	}
	return pts
}
