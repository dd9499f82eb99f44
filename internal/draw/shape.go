package draw

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"ruhr/board"
)

// Shape is a format of the map: its size, the river's course and the places of
// the panels. There is one for each kind of window, and each can show any
// board. A unit of a shape is a pixel at the size it is made for.
type Shape struct {
	Name          string
	Media         string  // the windows it is for, as a media query; the first shape that fits counts
	Width, Height float64 // in units
	fit           string  // how wide the whole map is in the viewport that shows it, in CSS

	course  []bend
	springs float64 // distance of the first space: the waiting barges lie above it
	mouth   float64 // distance from Ruhrort to the end of the course
	frame   Box     // the part of the map for places: without the timeline and the Rhine
	rhine   rhine
	letters letters
	small   scales
	place   furniture

	curve func() curve
	water func() field // distances to the nearest bank
	way   func() field // the nearest point of the river
}

// rhine is the Rhine along an edge of the map: the left one, or the lower one.
type rhine struct {
	below bool
	wide  float64 // units of the map
	label Point   // middle of its name
}

// letters are text sizes, in units.
type letters struct {
	names                                            [5]float64 // by kind of space
	regions                                          []regionSize
	year, round, event, title, rounds, option, price float64
}

// scales are the sizes of the drawings at a place.
type scales struct{ town, pit, stage, arms, barge float64 }

// furniture says where the panels are and how they are divided.
type furniture struct {
	timeline Box
	columns  int // rounds side by side
	cell     cell

	port       Point // left corner
	portBelow  bool  // that is the lower one
	portColumn float64
	exportRow  int // export boxes that fit in a row; more take another row
	quay       []Box

	track      Point // left corner
	trackBelow bool  // that is the lower one
	trackWide  float64
	trackGap   float64 // between two stages, for the arrow
	trackPitch float64

	options      Point // left upper corner
	optionRows   int
	tile         Point // size of an option's tile
	optionsLower bool  // options is the right lower corner
}

// cell is what a round of the timeline shows, from its left upper corner;
// negative ones are from the right or the lower edge.
type cell struct {
	year, round, event, arms, country, house Point
	armsScale                                float64
	houses                                   int // of them side by side
}

// in is where something of a cell lies within its box.
func (p Point) in(b Box) Point {
	q := Point{b.X + p.X, b.Y + p.Y}
	if p.X < 0 {
		q.X += b.W
	}
	if p.Y < 0 {
		q.Y += b.H
	}
	return q
}

// Shapes are all shapes. The first whose media query matches is used.
var Shapes = []*Shape{portrait.ready(), wide.ready(), low.ready(), compact.ready()}

// Wide is the shape that shows most at once, for pictures in text pages.
func Wide() *Shape { return Shapes[1] }

// ready computes a shape's river when it is first needed.
func (s Shape) ready() *Shape {
	s.curve = sync.OnceValue(func() curve { return newCurve(s.course) })
	s.water = sync.OnceValue(s.newWater)
	s.way = sync.OnceValue(s.newWay)
	return &s
}

// grown is the shape enlarged, with everything on it at the same size.
func (s *Shape) grown(by float64) *Shape {
	g := *s
	g.Width, g.Height = math.Round(s.Width*by), math.Round(s.Height*by)
	dx, dy := g.Width-s.Width, g.Height-s.Height
	g.course = make([]bend, len(s.course))
	for i, b := range s.course {
		g.course[i] = bend{b.x * g.Width / s.Width, b.y * g.Height / s.Height, b.half}
	}
	g.springs, g.mouth = s.springs*by, s.mouth*by
	g.frame.W, g.frame.H = s.frame.W+dx, s.frame.H+dy
	g.place.timeline.W = s.place.timeline.W + dx
	if s.place.portBelow {
		g.place.port.Y += dy
	}
	if s.place.trackBelow {
		g.place.track.Y += dy
	}
	if s.place.optionsLower {
		g.place.options = s.place.options.shift(dx, dy)
	}
	if s.rhine.below {
		g.rhine.label = s.rhine.label.shift(0, dy)
	}
	g.place.quay = nil
	return g.ready()
}

// page is all of the map.
func (s *Shape) page() Box { return Box{0, 0, s.Width, s.Height} }

// toRhine is how far a place is from the Rhine's bank, negative in the Rhine.
func (s *Shape) toRhine(p Point) float64 {
	if s.rhine.below {
		return s.Height - s.rhine.edge(p.X) - p.Y
	}
	return p.X - s.rhine.edge(p.Y)
}

// edge is how wide the Rhine is at a point of the map's edge.
func (r rhine) edge(at float64) float64 {
	return r.wide * (1 + 0.14*math.Sin(at/47) + 0.08*math.Sin(at/19+1))
}

// rhineLine is a line along the Rhine's bank at a distance out in the stream.
func (s *Shape) rhineLine(out, from, step float64) (pts []Point) {
	end := s.Height
	if s.rhine.below {
		end = s.Width
	}
	for at := from; at <= end-from; at += step {
		off := s.rhine.edge(at) - out
		if s.rhine.below {
			pts = append(pts, Point{at, s.Height - off})
		} else {
			pts = append(pts, Point{off, at})
		}
	}
	return pts
}

// css sets the text sizes of the ground.
func (l *letters) css() string {
	var w strings.Builder
	rule := func(class string, size float64) { fmt.Fprintf(&w, ".map .%s{font-size:%spx}", class, num(size)) }
	for k, size := range l.names {
		rule("name."+board.KindIDs[k], size)
	}
	for _, r := range []struct {
		class string
		size  float64
	}{{"year", l.year}, {"round", l.round}, {"event", l.event}, {"title", l.title}, {"rounds", l.rounds},
		{"option", l.option}, {"price", l.price}, {"cost", l.price}, {"rhine", l.title + 2}} {
		rule(r.class, r.size)
	}
	return w.String()
}

// wide is for large windows.
var wide = Shape{
	Name: "wide", Media: "(min-width: 1700px) and (min-height: 820px)",
	Width: 1440, Height: 560, fit: "min(100cqw, 100cqh*1440/560)",
	course: wideCourse, springs: 196, mouth: 150,
	frame: Box{50, 64, 1386, 492},
	rhine: rhine{wide: 36, label: Point{22, 156}},
	letters: letters{
		names: [5]float64{board.Storage: 12.5, board.Lock: 11.5, board.City: 16, board.Industry: 12, board.Harbour: 17},
		regions: []regionSize{{23, 11.5, true}, {23, 11.5, false}, {20, 11.5, true}, {20, 11.5, false},
			{17, 11.5, true}, {17, 11.5, false}, {14, 11.5, false}, {12, 0, false}},
		year: 17, round: 11.5, event: 12.5, title: 13, rounds: 11.5, option: 12, price: 13.5,
	},
	small: scales{town: 1, pit: 1, stage: 1, arms: 1, barge: 1},
	place: furniture{
		timeline: Box{8, 5, 1424, 53}, columns: 12,
		cell: cell{year: Point{8, 21}, round: Point{-6, 17}, event: Point{8, 41}, arms: Point{63, 15}, armsScale: 0.5,
			country: Point{-17, -17}, house: Point{76, 10}, houses: 2},
		port: Point{54, 68}, portColumn: 46, exportRow: 8, quay: []Box{{64, 240, 66, 25}, {226, 242, 34, 26}},
		track: Point{54, 552}, trackBelow: true, trackWide: 30, trackGap: 28, trackPitch: 29,
		options: Point{1432, 552}, optionsLower: true, optionRows: 4, tile: Point{110, 33},
	},
}

// wideCourse is the Ruhr from above Witten to the Rhine: down past Herbede,
// over the top at Blankenstein, round Hattingen, up to Steele, round the bend
// of Heisingen and Baldeney, over Werden, down to Kettwig and up to Mülheim,
// and out at Ruhrort. Bends are widened and moved apart so that a town fits
// between two reaches; the corners by Ruhrort and below Witten are kept free
// for the port, the transport track and the special options.
var wideCourse = []bend{
	{1464, 92, 12}, {1424, 96, 12}, {1382, 112, 12}, {1346, 160, 12}, {1324, 220, 13}, {1284, 278, 13},
	{1232, 284, 13}, {1206, 232, 13}, {1196, 160, 13}, {1148, 116, 13}, {1100, 152, 13},
	{1094, 240, 13}, {1114, 330, 13}, {1112, 420, 13}, {1056, 488, 14}, {976, 480, 14}, {938, 404, 14},
	{946, 310, 14}, {938, 214, 14}, {894, 136, 14}, {826, 130, 14}, {784, 204, 14},
	{778, 290, 14}, {804, 380, 14}, {786, 464, 15}, {718, 498, 15}, {650, 462, 15},
	{630, 370, 15}, {640, 270, 15}, {612, 178, 15}, {544, 152, 15}, {494, 214, 15}, {484, 310, 15},
	{490, 408, 15}, {448, 484, 16}, {384, 472, 16}, {350, 392, 16}, {338, 318, 16},
	{286, 290, 17}, {220, 292, 19}, {150, 296, 24}, {92, 299, 28}, {56, 300, 32}, {28, 302, 42},
}

// What laptops and tablets have in common: letters that can be read on them, and
// what is drawn smaller beside them.
var (
	laptopLetters = letters{
		names:   [5]float64{board.Storage: 12, board.Lock: 12, board.City: 15, board.Industry: 12, board.Harbour: 15},
		regions: []regionSize{{18, 12, true}, {16, 12, true}, {17, 0, true}, {15, 0, true}, {14, 0, false}, {12.5, 0, true}},
		year:    15, round: 14.2, event: 12, title: 12.5, rounds: 12, option: 12, price: 14.2,
	}
	laptopScales = scales{town: 0.75, pit: 0.62, stage: 0.87, arms: 0.78, barge: 0.86}
	laptopCell   = cell{year: Point{4, 15}, round: Point{4, 30.5}, event: Point{4, 43}, arms: Point{57, 11}, armsScale: 0.5,
		country: Point{-13, 13}, house: Point{31, 25.5}, houses: 4}
)

// compact is for laptops and tablets.
var compact = Shape{
	Name: "compact", Width: 1112, Height: 478, fit: "max(min(100cqw, 100cqh*1112/478), var(--least, 0px))",
	course: compactCourse, springs: 150, mouth: 112,
	frame:   Box{22, 52, 1086, 423},
	rhine:   rhine{wide: 17, label: Point{14, 110}},
	letters: laptopLetters, small: laptopScales,
	place: furniture{
		timeline: Box{4, 3, 1104, 46}, columns: 12,
		cell: laptopCell,
		port: Point{24, 54}, portColumn: 38, exportRow: 6,
		track: Point{24, 474}, trackBelow: true, trackWide: 26, trackGap: 22, trackPitch: 26,
		options: Point{1108, 474}, optionsLower: true, optionRows: 4, tile: Point{113, 29},
	},
}

// low is for laptops whose windows are low.
var low = Shape{
	Name: "low", Media: "(min-width: 1200px) and (min-height: 560px) and (min-aspect-ratio: 2/1)",
	Width: 1252, Height: 438, fit: "min(100cqw, 100cqh*1252/438)",
	course: lowCourse, springs: 138, mouth: 100,
	frame:   Box{34, 52, 1214, 384},
	rhine:   rhine{wide: 17, label: Point{14, 110}},
	letters: laptopLetters, small: laptopScales,
	place: furniture{
		timeline: Box{4, 3, 1244, 46}, columns: 12,
		cell: laptopCell,
		port: Point{24, 54}, portColumn: 38, exportRow: 6,
		track: Point{200, 54}, trackWide: 26, trackGap: 22, trackPitch: 26,
		options: Point{1248, 434}, optionsLower: true, optionRows: 4, tile: Point{113, 29},
	},
}

// lowCourse turns once above the special options, then winds from side to side
// to the right of the panels for the port and the transport track.
var lowCourse = []bend{
	{1270, 84, 10}, {1230, 92, 10}, {1219, 125, 10}, {1228, 182, 10}, {1197, 239, 10}, {1080, 254, 10}, {1091, 175, 10}, {1047, 133, 10}, {949, 144, 10}, {857, 133, 10}, {756, 127, 10},
	{656, 133, 10}, {556, 129, 10}, {466, 122, 10}, {430, 159, 10}, {456, 210, 10}, {532, 226, 10}, {646, 232, 10}, {745, 248, 10}, {844, 246, 10}, {920, 259, 10}, {963, 308, 10},
	{935, 348, 11}, {843, 355, 11}, {754, 355, 11}, {661, 371, 11}, {560, 360, 11}, {466, 350, 12}, {389, 334, 12}, {366, 322, 12}, {236, 276, 13}, {165, 271, 14}, {123, 265, 17},
	{74, 257, 22}, {14, 259, 30},
}

// compactCourse turns once above the special options, then winds from side to
// side, which leaves room for names.
var compactCourse = []bend{
	{1137, 114, 10}, {1072, 94, 10}, {1045, 131, 10}, {1007, 229, 10}, {986, 308, 10}, {930, 300, 10}, {925, 224, 10}, {909, 151, 10},
	{853, 128, 10}, {770, 116, 11}, {667, 111, 11}, {596, 116, 11}, {479, 110, 11}, {358, 106, 11}, {297, 141, 11}, {329, 196, 11},
	{420, 225, 11}, {531, 231, 11}, {630, 227, 11}, {732, 219, 11}, {799, 241, 11}, {850, 313, 11}, {818, 372, 12}, {719, 373, 12},
	{616, 361, 12}, {504, 373, 12}, {399, 380, 12}, {309, 385, 12}, {282, 317, 13}, {234, 278, 13}, {162, 270, 14}, {94, 283, 17},
	{51, 262, 22}, {14, 264, 30},
}

// portrait is for phones held upright: the river runs down the page.
var portrait = Shape{
	Name: "portrait", Media: "(max-width: 899.9px) and (orientation: portrait)", Width: 390, Height: 1880, fit: "100cqw",
	course: portraitCourse, springs: 150, mouth: 110,
	frame: Box{2, 196, 386, 1640},
	rhine: rhine{below: true, wide: 30, label: Point{120, 1866}},
	letters: letters{
		names:   [5]float64{board.Storage: 12.5, board.Lock: 12, board.City: 16, board.Industry: 12.5, board.Harbour: 17},
		regions: []regionSize{{20, 12, true}, {20, 12, false}, {17, 12, true}, {16, 12, false}, {15, 0, true}, {14, 0, false}},
		year:    17, round: 12, event: 13, title: 13, rounds: 12, option: 12.5, price: 14,
	},
	small: scales{town: 0.85, pit: 0.8, stage: 0.95, arms: 1, barge: 0.95},
	place: furniture{
		timeline: Box{4, 4, 382, 184}, columns: 3,
		cell: cell{year: Point{7, 18}, round: Point{-5, 15}, event: Point{7, 37}, arms: Point{61, 12}, armsScale: 0.5,
			country: Point{-15, -15}, house: Point{74, 10}, houses: 3},
		port: Point{4, 1801}, portBelow: true, portColumn: 44, exportRow: 7,
		track: Point{150, 196}, trackWide: 29, trackGap: 25, trackPitch: 29,
		options: Point{4, 196}, optionRows: 8, tile: Point{128, 33},
	},
}

var portraitCourse = []bend{
	{410, 420, 11}, {360, 424, 11}, {290, 430, 11}, {200, 440, 11}, {170, 500, 11}, {120, 552, 11}, {56, 570, 11}, {40, 620, 11}, {70, 668, 11}, {150, 670, 11}, {240, 668, 11}, {320, 672, 11}, {352, 720, 11},
	{330, 780, 11}, {250, 800, 11}, {150, 795, 11}, {70, 800, 11}, {38, 850, 12}, {60, 910, 12}, {150, 925, 12}, {240, 920, 12}, {320, 930, 12}, {352, 980, 12}, {330, 1040, 12}, {250, 1055, 12}, {150, 1050, 12}, {70, 1060, 12},
	{38, 1110, 12}, {60, 1170, 12}, {150, 1185, 13}, {240, 1180, 13}, {320, 1190, 13}, {352, 1240, 13}, {330, 1300, 13}, {250, 1315, 13}, {150, 1310, 13}, {70, 1325, 13}, {40, 1375, 13}, {70, 1430, 13}, {150, 1445, 13}, {230, 1450, 14}, {300, 1480, 14}, {310, 1560, 15}, {305, 1660, 17}, {300, 1760, 20}, {300, 1820, 26}, {300, 1860, 34},
}
