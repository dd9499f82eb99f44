package draw

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ruhr/board"
)

// Cut is a part of the map with a position on it, for text pages: what lies
// over the map's picture there. It names no ids, so that a page can show many.
type Cut struct {
	View          Box           // the part, in units of the shape
	Width, Height float64       // of the whole picture
	Over          template.HTML // pieces, and the way of a barge
}

// Sizes of a cut, in units: the least, and what is left about the places.
const (
	cutWide, cutHigh = 250.0, 140.0
	cutMargin        = 12.0
)

// Cut is the part of the map about some places, which are classes of boxes such
// as "box-space-3". way is the river indexes of a barge's way, both ends; nil
// for none. It fails for a place that the map does not have.
func (m *Map) Cut(v *MapView, places []string, way []int) (Cut, error) {
	c := Cut{Width: m.Width, Height: m.Height}
	boxes := map[string]Box{"box-quay": m.Port.Box}
	m.boxes(func(class string, b Box) { boxes[class] = b })
	for _, i := range way {
		places = append(places, fmt.Sprintf("box-space-%d", i))
	}
	for _, class := range places {
		b, ok := boxes[class]
		if !ok {
			return c, fmt.Errorf("there is no place %q on the map", class)
		}
		c.View = c.View.with(b)
	}
	for _, i := range way {
		c.View = c.View.with(m.Spaces[i].Label.Box).with(around(m.Spaces[i].At, 44, 40))
	}
	c.View = c.View.Grow(cutMargin)
	if !slices.ContainsFunc(m.Panels, c.View.Overlaps) {
		c.View = c.View.atLeast(cutWide, cutHigh)
	}
	c.View = c.View.within(m.page())
	c.Over = template.HTML(m.course(way)) + m.lying(v, c.View) + template.HTML(m.counted(way))
	return c, nil
}

// with is the smallest box that holds both; an empty one holds nothing.
func (b Box) with(c Box) Box {
	switch {
	case c.W == 0:
		return b
	case b.W == 0:
		return c
	}
	x, y := min(b.X, c.X), min(b.Y, c.Y)
	return Box{x, y, max(b.X+b.W, c.X+c.W) - x, max(b.Y+b.H, c.Y+c.H) - y}
}

// atLeast is the box, grown about its middle to a size.
func (b Box) atLeast(w, h float64) Box { return around(b.Center(), max(b.W, w), max(b.H, h)) }

// within is the box, moved into another as far as it fits.
func (b Box) within(c Box) Box {
	b.X = max(c.X, min(b.X, c.X+c.W-b.W))
	b.Y = max(c.Y, min(b.Y, c.Y+c.H-b.H))
	return b
}

// A server compiles this for its first picture, not when it starts.
var placedPiece = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^<g id="[^"]*" class="([^"]*?) ?(at-[a-z0-9-]+)">`)
})

// lying draws the pieces that lie in a part of the map.
func (m *Map) lying(v *MapView, part Box) template.HTML {
	points := map[string]Point{}
	m.points(func(class string, at Point) { points[class] = at })
	var w strings.Builder
	v.each(func(piece template.HTML) {
		found := placedPiece().FindStringSubmatch(string(piece))
		if found == nil {
			return
		}
		at, ok := points[found[2]]
		if !ok || !part.Contains(at) || strings.Contains(found[1], "now") {
			return
		}
		inner := string(piece)[len(found[0]):]
		var weir int
		if _, err := fmt.Sscanf(found[2], "at-weir-%d", &weir); err == nil {
			inner = strings.ReplaceAll(inner, `class="across"`, fmt.Sprintf(`transform="rotate(%s)"`, num(m.Spaces[weir].Angle)))
		}
		fmt.Fprintf(&w, `<g class="%s" transform="translate(%s %s)">%s`, found[1], num(at.X), num(at.Y), inner)
	})
	return template.HTML(w.String())
}

// course is the line of a barge's way with the head of an arrow; "" for none.
func (m *Map) course(way []int) string {
	if len(way) < 2 {
		return ""
	}
	from, to := m.Spaces[way[0]].Way, m.Spaces[way[len(way)-1]].Way
	const steps = 24
	var pts []Point
	for k := range steps + 1 {
		pts = append(pts, m.c.at(from+(to-from)*float64(k)/steps).at)
	}
	p := newPen(1)
	p.smooth(pts, false)
	end, before := pts[steps], pts[steps-2]
	back := before.sub(end)
	back = back.mul(1 / max(1, back.dist(Point{})))
	side := Point{-back.Y, back.X}
	a, b := end.add(back.mul(9)).add(side.mul(6)), end.add(back.mul(9)).sub(side.mul(6))
	d := absolute(p.String()) + fmt.Sprintf("M%s %sL%s %sL%s %s", num(a.X), num(a.Y), num(end.X), num(end.Y), num(b.X), num(b.Y))
	return fmt.Sprintf(`<path class="course under" d="%[1]s"/><path class="course" d="%[1]s"/>`, d)
}

// counted numbers the spaces of a way downriver, off the water on the side where
// nothing is named; upriver no space is counted (START-2).
func (m *Map) counted(way []int) string {
	var w strings.Builder
	for n, i := range way {
		if n == 0 || i < way[0] {
			continue
		}
		sp := &m.Spaces[i]
		k := m.c.at(sp.Way)
		side := k.normal()
		if side.X*sp.Side.X+side.Y*sp.Side.Y > 0 {
			side = side.mul(-1)
		}
		off := k.half + 9
		if m.b.River[i].Kind == board.Lock {
			off += weirOver
		}
		at := sp.At.add(side.mul(off))
		fmt.Fprintf(&w, `<g class="count" transform="translate(%s %s)"><circle r="7.5"/><text y="4">%d</text></g>`, num(at.X), num(at.Y), n)
	}
	return w.String()
}
