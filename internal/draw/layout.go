// Package draw draws the map and the pieces on it: an engraving as one SVG,
// laid out along a curve from the board data. It is pure: the same board always
// gives the same coordinates and markup. The markup has no colours: map.css gives
// them to classes, so that themes need only style sheets.
package draw

import (
	"math"

	"ruhr/board"
)

// Sizes of places, in units. Slot is also the smallest side of anything that
// can be touched.
const (
	Slot    = 24.0 // a warehouse slot or an export box
	dieSize = 24.0
	gap     = 2.0 // between two slots
)

// MaxSeats is the number of seats that places are made for.
const MaxSeats = 4

// Layout says where everything is, in units of the shape.
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
	Touch Box      // what to press for the space: the site with its coins, the lock, the port's water
	Mark  Point    // middle of the sign: stage, roundel, skyline, weir, crane
	Die   Point    // storages: the coal die
	Coins [2]Point // selling spaces: demand Thaler (WATER-2)
	Slots []Point  // cities: middles of the warehouse slots from the left
	Label Label    // the name; its text is empty if the neighbour has the same name
}

// Label is a word on the map, centred on At.X with its baseline at At.Y.
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
	*Shape
	c    curve
	b    *board.Board
	land string // markup of the ground
}

// New lays a board out in a shape. The board must come from board.Load. The
// printed board's layouts come with the program (see printed); any other board
// takes a good part of a second of processor time.
func New(b *board.Board, s *Shape) *Map {
	if p := printed(s); p.Board == b.SHA256 {
		m := unplaced(b, s)
		m.applyAll(p.Places)
		m.land = printedLand(s)
		return m
	}
	m, _ := laidOut(b, s)
	return m
}

// laidOut is the map of a board with the plans that were chosen. A board that
// needs more room than the shape has gets a larger map.
func laidOut(b *board.Board, s *Shape) (*Map, []plan) {
	for by := 1.0; ; by *= 1.07 {
		grown := s
		if by > 1 {
			grown = s.grown(by)
		}
		m := unplaced(b, grown)
		if !m.dry() && by < 2 {
			continue
		}
		if picks, ok := m.settle(); ok || by >= 2 {
			return m, picks
		}
	}
}

// dry reports whether all panels are clear of the water.
func (m *Map) dry() bool {
	for _, p := range m.Panels[1:] {
		if !p.Inside(m.page()) || m.toRhine(Point{p.X, p.Y + p.H}) < 1 {
			return false
		}
		for _, k := range m.c.knots {
			if p.Grow(k.half + 1).Contains(k.at) {
				return false
			}
		}
	}
	return true
}

// unplaced is the map of a board with only its river and panels.
func unplaced(b *board.Board, s *Shape) *Map {
	m := &Map{b: b, Shape: s, c: s.curve()}
	m.furnish()
	m.space()
	return m
}

// settle finds places on the banks for all things and draws the ground. It
// returns the chosen plans, and whether all have a place of their own.
func (m *Map) settle() ([]plan, bool) {
	d := newDraft(m)
	picks, ok := d.settle()
	m.applyAll(picks)
	if ok {
		m.land = d.land()
	}
	return picks, ok
}

// weight is the share of the river that a kind of space takes.
var weight = [5]float64{board.Storage: 1, board.Lock: 0.86, board.City: 1.16, board.Industry: 1, board.Harbour: 1.5}

// space sets the spaces along the curve, each with room for its kind.
func (m *Map) space() {
	sum := 0.0
	for i := 1; i < board.Spaces; i++ {
		sum += m.gapBefore(i)
	}
	unit := (m.c.length - m.springs - m.mouth) / sum
	s := m.springs
	for i := range m.Spaces {
		if i > 0 {
			s += m.gapBefore(i) * unit
		}
		k := m.c.at(s)
		sp := &m.Spaces[i]
		sp.At, sp.Way = k.at.round(), s
		sp.Angle = math.Round(math.Atan2(k.dir.Y, k.dir.X) * 180 / math.Pi)
		sp.Mark, sp.Touch = sp.At, square(sp.At, 34)
		if m.b.River[i].Kind == board.Harbour {
			sp.Touch = Box{sp.At.X - 30, sp.At.Y - 17, 60, 50}
		}
	}
	first, apart := 42.0, 33.0
	if m.small.barge < 1 {
		first, apart = 36, 25
	}
	for k := range m.Waiting {
		m.Waiting[k] = m.c.at(m.springs - first - apart*float64(k)).at.round()
	}
}

func (m *Map) gapBefore(i int) float64 {
	return (weight[m.b.River[i-1].Kind] + weight[m.b.River[i].Kind]) / 2
}

// BargeAt is the place of the k-th of n barges at a space; 0 is the one that
// came first and lies farthest downriver (ORDER-3).
func (m *Map) BargeAt(space, k, n int) Point {
	return m.moored(space, float64(n-1)/2-float64(k))
}

// moored is the place of a barge that many barges downriver of a space's
// middle.
func (m *Map) moored(space int, downriver float64) Point {
	apart := 25.0
	if m.b.River[space].Kind == board.Harbour {
		apart = 36
	}
	return m.c.at(m.Spaces[space].Way + apart*downriver).at.round()
}
