package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ruhr/board"
)

// land draws the ground: paper, territories, hills, trees.
func (m *Map) land(w *strings.Builder) {
	w.WriteString(`<rect class="paper" width="1440" height="560"/>`)
	m.tints(w)
	quiet := m.quiet()
	m.hills(w, quiet)
	m.trees(w, quiet)
	w.WriteString(`<rect class="lamp" width="1440" height="560"/>`)
}

// tints washes each territory with its colour, strongest along its border as
// on a map coloured by hand.
func (m *Map) tints(w *strings.Builder) {
	var border strings.Builder
	for t := range m.masks {
		p := newPen(1)
		for _, ring := range m.masks[t].rings(0.5) {
			p.smooth(thin(ring, 1.2), true)
		}
		id := board.TerritoryIDs[t]
		fmt.Fprintf(w, `<clipPath id="in-%s"><path id="land-%s" d="%s"/></clipPath>`, id, id, absolute(p.String()))
		fmt.Fprintf(w, `<g class="tint %s" clip-path="url(#in-%s)"><use href="#land-%s"/>`, id, id, id)
		for k := range 4 {
			fmt.Fprintf(w, `<use href="#land-%s" class="wash%d"/>`, id, k)
		}
		w.WriteString(`</g>`)
		fmt.Fprintf(&border, `<use href="#land-%s"/>`, id)
	}
	w.WriteString(`<g class="border">` + border.String() + `</g>`)
}

// absolute makes a path that begins with a relative move valid on its own.
func absolute(d string) string {
	if strings.HasPrefix(d, "m") {
		return "M" + d[1:]
	}
	return d
}

// quiet is everything that hills and trees stay away from.
func (m *Map) quiet() []Box {
	boxes := slices.Clone(m.Panels)
	for i := range m.Spaces {
		if s := m.Spaces[i].Site; s.W > 0 {
			boxes = append(boxes, s.Grow(4))
		}
		if l := m.Spaces[i].Label; l.Text != "" {
			boxes = append(boxes, l.Box.Grow(3))
		}
	}
	for t := range m.Depots {
		boxes = append(boxes, m.Depots[t].Site.Grow(4), m.Regions[t].Box.Grow(5))
	}
	return boxes
}

func covered(p Point, boxes []Box) bool {
	return slices.ContainsFunc(boxes, func(b Box) bool { return b.Contains(p) })
}

// height is the lie of the land: hills between the reaches, flat by the water.
func (m *Map) height(p Point) float64 {
	d := max(0, min(1, (m.water.at(p)-4)/70))
	valley := d * d * (3 - 2*d)
	return valley * (0.62*noise(p, 120, 1) + 0.3*noise(p, 58, 2) + 0.16*noise(p, 27, 3))
}

// hills are hachures: short strokes down the slope, side by side along lines
// of equal height, heavier away from the light in the northwest.
func (m *Map) hills(w *strings.Builder, quiet []Box) {
	h := newField(5.5, 10)
	h.fill(m.height)
	pens := [3]*pen{newPen(2), newPen(2), newPen(2)}
	for level := 0.13; level < 0.9; level += 0.072 {
		for _, ring := range h.rings(level) {
			for i, a := range ring {
				m.hachure(&h, a, ring[(i+1)%len(ring)], quiet, &pens)
			}
		}
	}
	for k, p := range pens {
		fmt.Fprintf(w, `<path class="hachure h%d" transform="scale(.5)" d="%s"/>`, k, absolute(p.String()))
	}
}

func (m *Map) hachure(h *field, a, b Point, quiet []Box, pens *[3]*pen) {
	p := a.add(b).mul(0.5)
	x, y := int(p.X), int(p.Y)
	const e = 3
	g := Point{h.at(p.shift(e, 0)) - h.at(p.shift(-e, 0)), h.at(p.shift(0, e)) - h.at(p.shift(0, -e))}.mul(1 / (2.0 * e))
	slope := math.Hypot(g.X, g.Y)
	if slope < 0.0028 || a.dist(b) < 2.2 {
		return
	}
	down := g.mul(-1 / slope)
	light := down.X*0.6 + down.Y*0.8
	if light < -0.35 && chance(x, y, 7) < 0.45 {
		return
	}
	long := min(10, 0.058/slope) * (0.75 + 0.4*chance(x, y, 8))
	if long < 3 {
		long = 3
	}
	end := p.add(down.mul(long))
	if m.water.at(end) < 3 || p.X < 46 || p.X > Width || p.Y > Height || covered(p, quiet) || covered(end, quiet) {
		return
	}
	k := 0
	if light > 0.45 {
		k = 2
	} else if light > -0.1 {
		k = 1
	}
	pens[k].line(p, end)
}

// trees stand in woods, larger to the front, drawn from the back.
func (m *Map) trees(w *strings.Builder, quiet []Box) {
	w.WriteString(`<g class="trees">`)
	const cell = 13
	for j := range int(Height) / cell {
		for i := range int(Width) / cell {
			p := Point{(float64(i) + 0.2 + 0.6*chance(i, j, 11)) * cell, (float64(j) + 0.2 + 0.6*chance(i, j, 12)) * cell}
			wood := noise(p, 95, 13)*0.7 + noise(p, 40, 14)*0.3
			if wood < 0.6 && chance(i, j, 15) > 0.035 {
				continue
			}
			if m.water.at(p) < 9 || p.X < 52 || covered(p, quiet) || covered(p.shift(0, -9), quiet) || covered(p.shift(5, -4), quiet) || covered(p.shift(-5, -4), quiet) {
				continue
			}
			fmt.Fprintf(w, `<use href="#tree%d" x="%d" y="%d"/>`, hash(i, j, 16)%3, int(p.X), int(p.Y))
		}
	}
	w.WriteString(`</g>`)
}
