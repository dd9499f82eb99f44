package draw

import (
	"math"
	"strconv"
)

// Point is a place on the map in units of its shape, y
// downwards.
type Point struct{ X, Y float64 }

func (p Point) add(q Point) Point        { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point        { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) mul(k float64) Point      { return Point{p.X * k, p.Y * k} }
func (p Point) dist(q Point) float64     { return math.Hypot(p.X-q.X, p.Y-q.Y) }
func (p Point) round() Point             { return Point{math.Round(p.X), math.Round(p.Y)} }
func (p Point) shift(x, y float64) Point { return Point{p.X + x, p.Y + y} }

// turn is the direction turned by so many degrees, clockwise on the screen.
func (p Point) turn(degrees float64) Point {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return Point{p.X*c - p.Y*s, p.X*s + p.Y*c}
}

// Box is an upright rectangle: its upper left corner and its size.
type Box struct{ X, Y, W, H float64 }

// Center is the middle of the box.
func (b Box) Center() Point { return Point{b.X + b.W/2, b.Y + b.H/2} }

// Overlaps reports whether two boxes share more than an edge.
func (b Box) Overlaps(c Box) bool {
	return b.X < c.X+c.W && c.X < b.X+b.W && b.Y < c.Y+c.H && c.Y < b.Y+b.H
}

// Inside reports whether the whole box lies in c.
func (b Box) Inside(c Box) bool {
	return b.X >= c.X && b.Y >= c.Y && b.X+b.W <= c.X+c.W && b.Y+b.H <= c.Y+c.H
}

// Contains reports whether the point lies in the box.
func (b Box) Contains(p Point) bool {
	return p.X >= b.X && p.X <= b.X+b.W && p.Y >= b.Y && p.Y <= b.Y+b.H
}

// Grow is the box with d more on every side.
func (b Box) Grow(d float64) Box { return Box{b.X - d, b.Y - d, b.W + 2*d, b.H + 2*d} }

// scale is the box, larger about 0,0.
func (b Box) scale(k float64) Box { return Box{b.X * k, b.Y * k, b.W * k, b.H * k} }

func (b Box) move(p Point) Box { return Box{b.X + p.X, b.Y + p.Y, b.W, b.H} }

// around is the box of the given size centred on p.
func around(p Point, w, h float64) Box { return Box{p.X - w/2, p.Y - h/2, w, h} }

// num prints a coordinate as short as it can be, to a tenth of a unit.
func num(v float64) string {
	v = math.Round(v*10) / 10
	if v == 0 {
		v = 0 // not "-0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// textWidth is a generous estimate of a word's width in the fonts of the style
// sheet, in units, at the given size. Fonts cannot be measured here, so it
// goes by the widest of them.
func textWidth(s string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range s {
		switch r {
		case 'i', 'j', 'l', '.', ',', '\'', '’', '|':
			w += 0.32
		case 'f', 't', 'r', 's', ' ', '-', 'I', 'J', 'z':
			w += 0.44
		case 'm', 'M', 'W':
			w += 0.93
		case 'w', 'O', 'Q', 'D', 'G', 'H', 'N', 'U', 'Ü', 'Ö', 'K':
			w += 0.8
		case 'A', 'B', 'C', 'E', 'F', 'L', 'P', 'R', 'S', 'T', 'V', 'X', 'Y', 'Z', 'Ä', 'É':
			w += 0.68
		default:
			w += 0.575
		}
	}
	if bold {
		w *= 1.08
	}
	return w * size * 1.09
}

// hash is a fixed hash of three numbers: everything on the map that looks
// random comes from it, so the same board always gives the same map.
func hash(a, b, c int) uint32 {
	h := uint32(a)*0x9E3779B1 ^ uint32(b)*0x85EBCA77 ^ uint32(c)*0xC2B2AE3D
	h ^= h >> 15
	h *= 0x2C1B3C6D
	h ^= h >> 12
	h *= 0x297A2D39
	return h ^ h>>15
}

// chance is hash as a number from 0 up to 1.
func chance(a, b, c int) float64 { return float64(hash(a, b, c)>>8) / (1 << 24) }

// noise is smooth noise over the plane, from 0 to 1, with bumps of the given
// size.
func noise(p Point, size float64, seed int) float64 {
	x, y := p.X/size, p.Y/size
	i, j := math.Floor(x), math.Floor(y)
	ease := func(t float64) float64 { return t * t * (3 - 2*t) }
	u, v := ease(x-i), ease(y-j)
	at := func(di, dj int) float64 { return chance(int(i)+di, int(j)+dj, seed) }
	top := at(0, 0)*(1-u) + at(1, 0)*u
	low := at(0, 1)*(1-u) + at(1, 1)*u
	return top*(1-v) + low*v
}
