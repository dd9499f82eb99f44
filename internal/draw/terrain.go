package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ruhr/board"
)

// land draws the ground: paper, territories, hills, trees.
func (m *draft) land() string {
	var w strings.Builder
	w.WriteString(`<rect class="paper" width="` + num(m.Width) + `" height="` + num(m.Height) + `"/>`)
	m.tints(&w)
	quiet := m.quiet()
	m.hills(&w, quiet)
	m.trees(&w, quiet)
	w.WriteString(`<rect class="lamp" width="` + num(m.Width) + `" height="` + num(m.Height) + `"/>`)
	return w.String()
}

// tints colours each territory, strongest along its border as on a
// hand-coloured map.
func (m *draft) tints(w *strings.Builder) {
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

// quiet is everything that hills and trees keep clear of.
func (m *Map) quiet() []Box {
	boxes := slices.Clone(m.Panels)
	for _, q := range m.Port.Quay {
		boxes = append(boxes, q.Grow(8))
	}
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

// hill is a round height: its top, its size along and across, its turn.
type hill struct {
	at                      Point
	long, wide, sin, cos, h float64
}

// rises scatters hills where the land is free, the larger the farther from
// the water.
func (m *draft) rises(quiet []Box) []hill {
	const cell = 46
	var hills []hill
	for j := range int(m.Height)/cell + 1 {
		for i := range int(m.Width)/cell + 1 {
			p := Point{(float64(i) + chance(i, j, 31)) * cell, (float64(j) + chance(i, j, 32)) * cell}
			d := m.water.at(p)
			if d < 24 || chance(i, j, 33) < 0.22 || covered(p, quiet) {
				continue
			}
			turn := -0.5 + chance(i, j, 34)
			wide := min(d*0.55, 15+11*chance(i, j, 35))
			hills = append(hills, hill{p, wide * (1.25 + 0.7*chance(i, j, 36)), wide, math.Sin(turn), math.Cos(turn), 0.42 + 0.3*chance(i, j, 37)})
		}
	}
	return hills
}

func (l hill) height(p Point) float64 {
	d := p.sub(l.at)
	if math.Abs(d.X)+math.Abs(d.Y) > 3.2*l.long {
		return 0
	}
	u, v := (d.X*l.cos+d.Y*l.sin)/l.long, (d.Y*l.cos-d.X*l.sin)/l.wide
	return l.h * math.Exp(-(u*u + v*v))
}

// hills are hachures: short strokes down the slope, side by side along lines
// of equal height, heavier away from the light in the northwest.
func (m *draft) hills(w *strings.Builder, quiet []Box) {
	hills := m.rises(quiet)
	h := newField(m.page(), 4.5, 10)
	h.fill(func(p Point) float64 {
		d := max(0, min(1, (m.water.at(p)-3)/56))
		v := 0.34 * d * (0.4 + noise(p, 130, 1) + 0.5*noise(p, 60, 2))
		for _, l := range hills {
			v += l.height(p)
		}
		return v
	})
	pens := [3]*pen{newPen(2), newPen(2), newPen(2)}
	const apart = 0.085
	for level := 0.2; level < 1.4; level += apart {
		for r, ring := range h.rings(level) {
			m.row(&h, ring, apart, r, quiet, &pens)
		}
	}
	for k, p := range pens {
		fmt.Fprintf(w, `<path class="hachure h%d" transform="scale(.5)" d="%s"/>`, k, absolute(p.String()))
	}
}

// row draws strokes along one line of equal height, a few units apart.
func (m *draft) row(h *field, ring []Point, apart float64, seed int, quiet []Box, pens *[3]*pen) {
	next := 3 * chance(seed, len(ring), 40)
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		d := a.dist(b)
		for ; next < d; next += 3.1 + 1.5*chance(i, int(next*8), 41) {
			m.hachure(h, a.add(b.sub(a).mul(next/d)), apart, quiet, pens)
		}
		next -= d
	}
}

func (m *draft) hachure(h *field, p Point, apart float64, quiet []Box, pens *[3]*pen) {
	x, y := int(p.X*2), int(p.Y*2)
	const e = 3
	g := Point{h.at(p.shift(e, 0)) - h.at(p.shift(-e, 0)), h.at(p.shift(0, e)) - h.at(p.shift(0, -e))}.mul(1 / (2.0 * e))
	slope := math.Hypot(g.X, g.Y)
	if slope < 0.0085 {
		return
	}
	down := g.mul(-1 / slope)
	light := down.X*0.6 + down.Y*0.8
	if light < -0.2 && chance(x, y, 7) < 0.55 || slope < 0.0125 && chance(x, y, 9) < 0.5 {
		return
	}
	long := max(2.5, min(8, 0.8*apart/slope)) * (0.8 + 0.35*chance(x, y, 8))
	end := p.add(down.mul(long))
	if m.water.at(end) < 4 || !m.page().Contains(p) || m.toRhine(p) < 10 || covered(p, quiet) || covered(end, quiet) {
		return
	}
	k := 0
	if light > 0.4 {
		k = 2
	} else if light > -0.1 {
		k = 1
	}
	pens[k].line(p, end)
}

// trees stand in woods, larger to the front, drawn from the back.
func (m *draft) trees(w *strings.Builder, quiet []Box) {
	w.WriteString(`<g class="trees">`)
	const cell = 13
	for j := range int(m.Height) / cell {
		for i := range int(m.Width) / cell {
			p := Point{(float64(i) + 0.2 + 0.6*chance(i, j, 11)) * cell, (float64(j) + 0.2 + 0.6*chance(i, j, 12)) * cell}
			wood := noise(p, 95, 13)*0.7 + noise(p, 40, 14)*0.3
			if wood < 0.6 && chance(i, j, 15) > 0.035 {
				continue
			}
			if m.water.at(p) < 9 || covered(p, quiet) || covered(p.shift(0, -9), quiet) || covered(p.shift(5, -4), quiet) || covered(p.shift(-5, -4), quiet) {
				continue
			}
			fmt.Fprintf(w, `<use href="#tree%d" x="%d" y="%d"/>`, hash(i, j, 16)%3, int(p.X), int(p.Y))
		}
	}
	w.WriteString(`</g>`)
}
