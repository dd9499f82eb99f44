package draw

import (
	"ruhr/board"
)

// Where the furniture stands. The river's course keeps clear of the largest
// that any board file can ask for (see the maxima in package board).
const (
	edge     = 8.0
	timeTop  = 5.0
	timeHigh = 53.0
	leftX    = 54.0
	topY     = 68.0
	lowY     = Height - edge
	rightX   = Width - edge
	pad      = 9.0
)

// frame is where the map's own places may be: below the timeline and off the
// Rhine.
var frame = Box{50, timeTop + timeHigh + 6, Width - 54, Height - timeTop - timeHigh - 10}

func (m *Map) furnish() {
	m.Rhine = Box{0, 0, 44, Height}
	m.Panels = []Box{{edge, timeTop, Width - 2*edge, timeHigh}}
	m.furnishTimeline()
	m.furnishPort()
	m.furnishTrack()
	m.furnishOptions()
}

func (m *Map) furnishTimeline() {
	w := (Width - 2*edge) / board.Rounds
	for i := range m.Timeline {
		c := &m.Timeline[i]
		c.Box = Box{edge + w*float64(i), timeTop, w, timeHigh}
		c.Country = Point{c.Box.X + w - 17, c.Box.Y + timeHigh - 17}.round()
		for k := range c.Houses {
			c.Houses[k] = Point{c.Box.X + 78 + 12*float64(k%2), c.Box.Y + 10 + 12*float64(k/2)}.round()
		}
	}
}

const (
	portColumn = 46.0
	portPrices = 34.0
	exportRow  = 8 // export boxes the panel is made for; more make it wider
)

func (m *Map) furnishPort() {
	p := &m.Port
	rows := m.b.Port.Rows
	exports := (len(m.b.Export) + exportRow - 1) / exportRow
	wide := exportRow*(Slot+gap) + 2*pad
	pitch, head, foot := Slot+3, 21.0, 15.0
	if rows > 3 || exports > 1 { // no room left above the river's mouth
		pitch, head, foot = Slot+0.5, 17, 1
	}
	y := topY + head
	for c := range p.Flags {
		x := leftX + pad + 18 + portColumn*(float64(c)+0.5)
		p.Flags[c] = Point{x, y + 9}.round()
		for r := range rows {
			p.Slots[c] = append(p.Slots[c], Point{x, y + 20 + pitch*(float64(r)+0.5)})
		}
	}
	for k := range m.b.Port.Costs {
		p.Costs = append(p.Costs, Point{leftX + wide - pad - portPrices/2 - 20*float64(k/4), y + 36 + 19*float64(k%4)}.round())
	}
	y += 20 + pitch*float64(rows) + foot
	across := Slot + gap
	for k := range m.b.Export {
		m.Export = append(m.Export, Point{leftX + pad + across*(float64(k%exportRow)+0.5),
			y + Slot/2 + (Slot+0.5)*float64(k/exportRow)}.round())
	}
	y += (Slot+0.5)*float64(exports) + 5
	p.Box = Box{leftX, topY, wide, y - topY}
	p.Title = Point{leftX + pad, topY + head - 5}
	p.Scale = Point{leftX + wide - 36, m.Export[0].Y}
	if p.Box.Y+p.Box.H < 240 {
		p.Quay = []Box{{64, 240, 66, 25}, {226, 242, 34, 26}}
	}
	m.Panels = append(m.Panels, p.Box)
}

func (m *Map) furnishTrack() {
	rows := 0
	for _, t := range m.b.Tracks {
		rows = max(rows, t.Above+1+t.Below)
	}
	pitch := min(29, 176/float64(rows))
	high := pitch*float64(rows) + 37
	top := lowY - high
	x := leftX + pad + 4
	for i, t := range m.b.Tracks {
		st := &m.Track[i]
		st.Arrow = t.Above
		columns := 1
		if t.TwoColumns {
			columns = 2
		}
		st.Box = Box{x, top + 31, 30 * float64(columns), pitch * float64(t.Above+1+t.Below)}
		st.Title = Point{x + st.Box.W/2, top + 27}
		for c := range columns {
			col := []Point{}
			for r := range t.Above + 1 + t.Below {
				col = append(col, Point{x + 30*float64(c) + 15, top + 31 + pitch*(float64(r)+0.5)}.round())
			}
			st.Columns = append(st.Columns, col)
		}
		x += st.Box.W + 28
	}
	m.Panels = append(m.Panels, Box{leftX, top, x - leftX, high})
}

const (
	tileWide = 110.0
	tileHigh = 33.0
)

func (m *Map) furnishOptions() {
	high := 4*tileHigh + 28
	p := Box{rightX - 2*tileWide - 16, lowY - high, 2*tileWide + 16, high}
	for k := range m.Options {
		t := &m.Options[k]
		t.Box = Box{p.X + 7 + (tileWide+2)*float64(k/4), p.Y + 23 + tileHigh*float64(k%4), tileWide, tileHigh - 2}
		t.Price = Point{t.Box.X + 14, t.Box.Y + t.Box.H/2}
		t.Name = Point{t.Box.X + 28, t.Box.Y + 12.5}
		for s := range t.Seats {
			t.Seats[s] = Point{t.Box.X + 35 + 16*float64(s), t.Box.Y + 22.5}
		}
	}
	m.Panels = append(m.Panels, p)
}
