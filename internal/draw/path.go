package draw

import (
	"math"
	"strconv"
	"strings"
)

// pen writes SVG path data in integers, relative to the last point if that is
// shorter.
type pen struct {
	b     strings.Builder
	x, y  int
	scale float64 // units of the path in one unit of the map
}

func newPen(scale float64) *pen { return &pen{scale: scale} }

func (p *pen) to(cmd byte, q ...Point) {
	p.b.WriteByte(cmd)
	x, y := p.x, p.y
	for k, v := range q {
		nx, ny := int(math.Round(v.X*p.scale)), int(math.Round(v.Y*p.scale))
		p.pair(nx-x, ny-y, k > 0)
		if k == len(q)-1 {
			p.x, p.y = nx, ny
		}
	}
}

func (p *pen) pair(dx, dy int, more bool) {
	if more && dx >= 0 {
		p.b.WriteByte(' ')
	}
	p.b.WriteString(strconv.Itoa(dx))
	if dy >= 0 {
		p.b.WriteByte(' ')
	}
	p.b.WriteString(strconv.Itoa(dy))
}

// smooth draws a line without corners through the middles of the given points'
// sides, bent at the points.
func (p *pen) smooth(pts []Point, closed bool) {
	if len(pts) < 3 {
		return
	}
	mid := func(a, b Point) Point { return a.add(b).mul(0.5) }
	if closed {
		p.to('m', mid(pts[len(pts)-1], pts[0]))
		for i, q := range pts {
			p.to('q', q, mid(q, pts[(i+1)%len(pts)]))
		}
		p.b.WriteByte('z')
		// after z the current point is where the part began
		m := mid(pts[len(pts)-1], pts[0])
		p.x, p.y = int(math.Round(m.X*p.scale)), int(math.Round(m.Y*p.scale))
		return
	}
	p.to('m', pts[0])
	for i := 1; i+1 < len(pts); i++ {
		p.to('q', pts[i], mid(pts[i], pts[i+1]))
	}
	p.to('l', pts[len(pts)-1])
}

func (p *pen) line(a, b Point) {
	p.to('m', a)
	p.to('l', b)
}

// String is the path data; the first move is absolute as SVG reads it.
func (p *pen) String() string { return p.b.String() }

// gridEdge is a side between two neighbouring points of a grid: the one to the
// right of point i, j (side 0) or below it (side 1). A line crosses it once.
type gridEdge struct{ i, j, side int }

// crossed lists the lines through a cell of the grid by which of its corners
// are inside: bit 0 top left, then clockwise. Each line runs from side to side
// (0 top, then clockwise) with the inside to its right.
var crossed = [16][][2]int{1: {{3, 0}}, 2: {{0, 1}}, 3: {{3, 1}}, 4: {{1, 2}}, 5: {{3, 0}, {1, 2}}, 6: {{0, 2}}, 7: {{3, 2}},
	8: {{2, 3}}, 9: {{2, 0}}, 10: {{0, 1}, {2, 3}}, 11: {{2, 1}}, 12: {{1, 3}}, 13: {{1, 0}}, 14: {{0, 3}}}

// rings are the closed lines around the places where the field is at least
// level; places off the grid count as below.
func (f *field) rings(level float64) [][]Point {
	value := func(i, j int) float64 {
		if i < 0 || j < 0 || i >= f.w || j >= f.h {
			return level - 0.5
		}
		return f.v[j*f.w+i]
	}
	cross := func(k gridEdge) Point {
		i2, j2 := k.i+1-k.side, k.j+k.side
		a, b := value(k.i, k.j), value(i2, j2)
		t := (level - a) / (b - a)
		return f.point(k.i, k.j).mul(1 - t).add(f.point(i2, j2).mul(t))
	}
	next := map[gridEdge]gridEdge{}
	order := []gridEdge{}
	for j := -1; j < f.h; j++ {
		for i := -1; i < f.w; i++ {
			inside := 0
			for k, v := range [4]float64{value(i, j), value(i+1, j), value(i+1, j+1), value(i, j+1)} {
				if v >= level {
					inside |= 1 << k
				}
			}
			sides := [4]gridEdge{{i, j, 0}, {i + 1, j, 1}, {i, j + 1, 0}, {i, j, 1}}
			for _, line := range crossed[inside] {
				from := sides[line[0]]
				next[from] = sides[line[1]]
				order = append(order, from)
			}
		}
	}
	var rings [][]Point
	for _, k := range order {
		var ring []Point
		for to, ok := next[k]; ok; to, ok = next[k] {
			ring = append(ring, cross(k))
			delete(next, k)
			k = to
		}
		if ring != nil {
			rings = append(rings, ring)
		}
	}
	return rings
}

// thin drops every point that lies within the given distance of the line it
// is on (Douglas and Peucker).
func thin(pts []Point, off float64) []Point {
	if len(pts) < 3 {
		return pts
	}
	a, b := pts[0], pts[len(pts)-1]
	d := b.sub(a)
	long := math.Hypot(d.X, d.Y)
	far, at := 0.0, 0
	for i := 1; i < len(pts)-1; i++ {
		v := pts[i].sub(a)
		h := math.Hypot(v.X, v.Y)
		if long > 0 {
			h = math.Abs(v.X*d.Y-v.Y*d.X) / long
		}
		if h > far {
			far, at = h, i
		}
	}
	if far <= off {
		return []Point{a, b}
	}
	left := thin(pts[:at+1], off)
	return append(left[:len(left)-1:len(left)-1], thin(pts[at:], off)...)
}
