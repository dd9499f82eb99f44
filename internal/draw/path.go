package draw

import (
	"math"
	"strconv"
	"strings"
)

// pen writes SVG path data in whole units, relative to the last point where
// that is shorter.
type pen struct {
	b      strings.Builder
	x, y   int
	scale  float64 // units of the path in one unit of the map
	closed bool
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

// smooth draws a line through the middles of the given points' sides, bent at
// the points, so that it has no corners.
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

// rings are the closed lines round the places where the field is at least
// level; what lies off the grid counts as below.
func (f *field) rings(level float64) [][]Point {
	type key struct{ i, j, side int } // the crossing on the edge right of (side 0) or below (1) a grid point
	val := func(i, j int) float64 {
		if i < 0 || j < 0 || i >= f.w || j >= f.h {
			return level - 0.5
		}
		return f.v[j*f.w+i]
	}
	cross := func(k key) Point {
		i2, j2 := k.i+1-k.side, k.j+k.side
		a, b := val(k.i, k.j), val(i2, j2)
		t := (level - a) / (b - a)
		return f.point(k.i, k.j).mul(1 - t).add(f.point(i2, j2).mul(t))
	}
	next := map[key]key{}
	order := []key{}
	link := func(a, b key) { next[a] = b; order = append(order, a) }
	for j := -1; j < f.h; j++ {
		for i := -1; i < f.w; i++ {
			top, left, right, low := key{i, j, 0}, key{i, j, 1}, key{i + 1, j, 1}, key{i, j + 1, 0}
			n := 0
			for k, in := range []bool{val(i, j) >= level, val(i+1, j) >= level, val(i+1, j+1) >= level, val(i, j+1) >= level} {
				if in {
					n |= 1 << k
				}
			}
			switch n { // the inside lies to the right of each link
			case 1:
				link(left, top)
			case 2:
				link(top, right)
			case 3:
				link(left, right)
			case 4:
				link(right, low)
			case 5:
				link(left, top)
				link(right, low)
			case 6:
				link(top, low)
			case 7:
				link(left, low)
			case 8:
				link(low, left)
			case 9:
				link(low, top)
			case 10:
				link(top, right)
				link(low, left)
			case 11:
				link(low, right)
			case 12:
				link(right, left)
			case 13:
				link(right, top)
			case 14:
				link(top, left)
			}
		}
	}
	var rings [][]Point
	for _, k := range order {
		if _, ok := next[k]; !ok {
			continue
		}
		ring := []Point{}
		for {
			n, ok := next[k]
			if !ok {
				break
			}
			ring = append(ring, cross(k))
			delete(next, k)
			k = n
		}
		rings = append(rings, ring)
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
