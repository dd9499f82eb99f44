package draw

import "math"

// bend is a point of the river's course with half the river's width there.
type bend struct{ x, y, half float64 }

// knot is one sample of the curve.
type knot struct {
	at   Point
	dir  Point // downriver, length 1
	half float64
	s    float64 // distance from the source along the river, in units
}

// curve is the river's course sampled every couple of units.
type curve struct {
	knots  []knot
	length float64
}

const step = 2.0

// newCurve draws a Catmull-Rom line through the bends and samples it at even
// steps.
func newCurve(bends []bend) curve {
	fine := []knot{}
	for i := 0; i+1 < len(bends); i++ {
		p0, p1, p2, p3 := bends[max(i-1, 0)], bends[i], bends[i+1], bends[min(i+2, len(bends)-1)]
		for k := range 64 {
			t := float64(k) / 64
			fine = append(fine, knot{at: Point{
				catmull(p0.x, p1.x, p2.x, p3.x, t), catmull(p0.y, p1.y, p2.y, p3.y, t),
			}, half: p1.half + (p2.half-p1.half)*t})
		}
	}
	last := bends[len(bends)-1]
	fine = append(fine, knot{at: Point{last.x, last.y}, half: last.half})
	for i := 1; i < len(fine); i++ {
		fine[i].s = fine[i-1].s + fine[i].at.dist(fine[i-1].at)
	}
	c := curve{length: fine[len(fine)-1].s}
	j := 0
	for s := 0.0; s <= c.length; s += step {
		for fine[j+1].s < s {
			j++
		}
		a, b := fine[j], fine[j+1]
		t := (s - a.s) / (b.s - a.s)
		d := b.at.sub(a.at)
		c.knots = append(c.knots, knot{
			at: a.at.add(d.mul(t)), dir: d.mul(1 / math.Hypot(d.X, d.Y)),
			half: a.half + (b.half-a.half)*t, s: s,
		})
	}
	c.smoothDirections()
	return c
}

// smoothDirections takes each direction from the knots about it, so that the
// banks drawn along the normals are smooth where two bends meet.
func (c *curve) smoothDirections() {
	n := len(c.knots)
	for i := range c.knots {
		d := c.knots[min(i+4, n-1)].at.sub(c.knots[max(i-4, 0)].at)
		c.knots[i].dir = d.mul(1 / math.Hypot(d.X, d.Y))
	}
}

func catmull(a, b, c, d, t float64) float64 {
	return 0.5 * (2*b + (c-a)*t + (2*a-5*b+4*c-d)*t*t + (3*b-a-3*c+d)*t*t*t)
}

// at is the curve at distance s from its source.
func (c *curve) at(s float64) knot {
	i := int(math.Round(s / step))
	return c.knots[max(0, min(i, len(c.knots)-1))]
}

// normal points to the left bank, looking downriver.
func (k knot) normal() Point { return Point{k.dir.Y, -k.dir.X} }

// field is a grid of numbers over the map, with a margin around it.
type field struct {
	cell, x0, y0 float64
	w, h         int
	v            []float64
}

func newField(size Box, cell, margin float64) field {
	f := field{cell: cell, x0: -margin, y0: -margin}
	f.w = int((size.W+2*margin)/cell) + 1
	f.h = int((size.H+2*margin)/cell) + 1
	f.v = make([]float64, f.w*f.h)
	return f
}

func (f *field) point(i, j int) Point {
	return Point{f.x0 + float64(i)*f.cell, f.y0 + float64(j)*f.cell}
}

func (f *field) fill(value func(Point) float64) {
	for j := range f.h {
		for i := range f.w {
			f.v[j*f.w+i] = value(f.point(i, j))
		}
	}
}

func (f *field) get(i, j int) float64 {
	return f.v[max(0, min(j, f.h-1))*f.w+max(0, min(i, f.w-1))]
}

// near is the value at the grid point nearest to p.
func (f *field) near(p Point) float64 {
	return f.get(int(math.Round((p.X-f.x0)/f.cell)), int(math.Round((p.Y-f.y0)/f.cell)))
}

// at is the value at p, between the grid points by proportion.
func (f *field) at(p Point) float64 {
	x, y := (p.X-f.x0)/f.cell, (p.Y-f.y0)/f.cell
	i, j := math.Floor(x), math.Floor(y)
	u, v := x-i, y-j
	a, b := int(i), int(j)
	return (f.get(a, b)*(1-u)+f.get(a+1, b)*u)*(1-v) + (f.get(a, b+1)*(1-u)+f.get(a+1, b+1)*u)*v
}

// blur smooths the field by passes of a running mean over r cells to each
// side, along both axes.
func (f *field) blur(r, times int) {
	for range times {
		for j := range f.h {
			f.mean(j*f.w, 1, f.w, r)
		}
		for i := range f.w {
			f.mean(i, f.w, f.h, r)
		}
	}
}

func (f *field) mean(start, stride, n, r int) {
	line := make([]float64, n)
	for k := range n {
		line[k] = f.v[start+k*stride]
	}
	for k := range n {
		sum := 0.0
		for d := -r; d <= r; d++ {
			sum += line[max(0, min(k+d, n-1))]
		}
		f.v[start+k*stride] = sum / float64(2*r+1)
	}
}

// water is the field of distances to the nearest bank, negative in the river.
func (s *Shape) newWater() field {
	c := s.curve()
	f := newField(s.page(), 4, 24)
	f.fill(func(p Point) float64 {
		best := math.Inf(1)
		for i := 0; i < len(c.knots); i += 3 {
			k := &c.knots[i]
			x, y := p.X-k.at.X, p.Y-k.at.Y
			best = min(best, math.Sqrt(x*x+y*y)-k.half)
		}
		return min(best, s.toRhine(p))
	})
	return f
}

// way is the field of the nearest point of the river, as its distance from the
// source.
func (s *Shape) newWay() field {
	c := s.curve()
	f := newField(s.page(), 8, 40)
	f.fill(func(p Point) float64 {
		best, at := math.Inf(1), 0.0
		for i := 0; i < len(c.knots); i += 5 {
			d := c.knots[i].at.sub(p)
			if far := d.X*d.X + d.Y*d.Y; far < best {
				best, at = far, c.knots[i].s
			}
		}
		return at
	})
	return f
}
