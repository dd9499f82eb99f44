package draw

import (
	"ruhr/board"
)

const pad = 9.0 // within a panel

// furnish places the panels: the timeline, the port, the transport track and
// the special options, in this order. The river's course leaves room for the
// largest that any board file can ask for (see the maxima in package board).
func (m *Map) furnish() {
	m.Panels = []Box{m.place.timeline}
	m.furnishTimeline()
	m.furnishPort()
	m.furnishTrack()
	m.furnishOptions()
}

func (m *Map) furnishTimeline() {
	f := &m.place
	w, h := f.timeline.W/float64(f.columns), f.timeline.H/float64(board.Rounds/f.columns)
	for i := range m.Timeline {
		c := &m.Timeline[i]
		c.Box = Box{f.timeline.X + w*float64(i%f.columns), f.timeline.Y + h*float64(i/f.columns), w, h}
		c.Country = f.cell.country.in(c.Box).round()
		for k := range c.Houses {
			c.Houses[k] = f.cell.house.in(c.Box).shift(12*float64(k%f.cell.houses), 12*float64(k/f.cell.houses)).round()
		}
	}
}

const portPrices = 34.0

func (m *Map) furnishPort() {
	p, f := &m.Port, &m.place
	left, top := f.port.X, f.port.Y
	rows := m.b.Port.Rows
	exports := (len(m.b.Export) + f.exportRow - 1) / f.exportRow
	wide := float64(f.exportRow)*(Slot+gap) + 2*pad
	margin := (wide - 2*pad - portPrices - float64(board.Countries)*f.portColumn) / 2
	pitch, head, foot := Slot+3, 21.0, 15.0
	if rows > 3 || exports > 1 || f.exportRow < 8 { // little room above the river's mouth
		pitch, head, foot = Slot+0.5, 17, 1
	}
	if f.portBelow {
		top -= head + 20 + pitch*float64(rows) + foot + (Slot+0.5)*float64(exports) + 5
	}
	y := top + head
	for c := range p.Flags {
		x := left + pad + margin + f.portColumn*(float64(c)+0.5)
		p.Flags[c] = Point{x, y + 9}.round()
		for r := range rows {
			p.Slots[c] = append(p.Slots[c], Point{x, y + 20 + pitch*(float64(r)+0.5)})
		}
	}
	for k := range m.b.Port.Costs {
		p.Costs = append(p.Costs, Point{left + wide - pad - portPrices/2 - 20*float64(k/4), y + 36 + 18*float64(k%4)}.round())
	}
	y += 20 + pitch*float64(rows) + foot
	across := Slot + gap
	for k := range m.b.Export {
		m.Export = append(m.Export, Point{left + pad + across*(float64(k%f.exportRow)+0.5),
			y + Slot/2 + (Slot+0.5)*float64(k/f.exportRow)}.round())
	}
	y += (Slot+0.5)*float64(exports) + 5
	p.Box = Box{left, top, wide, y - top}
	p.Title = Point{left + pad, top + head - 5}
	p.Scale = Point{left + wide - 36, m.Export[0].Y}
	if len(f.quay) > 0 && p.Box.Y+p.Box.H < f.quay[0].Y {
		p.Quay = f.quay
	}
	m.Panels = append(m.Panels, p.Box)
}

func (m *Map) furnishTrack() {
	f := &m.place
	rows := 0
	for _, t := range m.b.Tracks {
		rows = max(rows, t.Above+1+t.Below)
	}
	pitch := min(f.trackPitch, 176/float64(rows))
	high := pitch*float64(rows) + 37
	top, x := f.track.Y, f.track.X+pad+4
	if f.trackBelow {
		top -= high
	}
	for i, t := range m.b.Tracks {
		st := &m.Track[i]
		st.Arrow = t.Above
		columns := 1
		if t.TwoColumns {
			columns = 2
		}
		st.Box = Box{x, top + 31, f.trackWide * float64(columns), pitch * float64(t.Above+1+t.Below)}
		st.Title = Point{x + st.Box.W/2, top + 27}
		for c := range columns {
			col := []Point{}
			for r := range t.Above + 1 + t.Below {
				col = append(col, Point{x + f.trackWide*(float64(c)+0.5), top + 31 + pitch*(float64(r)+0.5)}.round())
			}
			st.Columns = append(st.Columns, col)
		}
		x += st.Box.W + f.trackGap
	}
	m.Panels = append(m.Panels, Box{f.track.X, top, x - f.track.X, high})
}

func (m *Map) furnishOptions() {
	f := &m.place
	columns := (Options + f.optionRows - 1) / f.optionRows
	wide, high := float64(columns)*(f.tile.X+2)+12, float64(f.optionRows)*f.tile.Y+28
	p := Box{f.options.X, f.options.Y, wide, high}
	if f.optionsLower {
		p = p.move(Point{-wide, -high})
	}
	for k := range m.Options {
		t := &m.Options[k]
		t.Box = Box{p.X + 7 + (f.tile.X+2)*float64(k/f.optionRows), p.Y + 23 + f.tile.Y*float64(k%f.optionRows), f.tile.X, f.tile.Y - 2}
		t.Price = Point{t.Box.X + 12, t.Box.Y + t.Box.H/2}
		t.Name = Point{t.Box.X + 24, t.Box.Y + min(12.5, t.Box.H/2-2.5)}
		for s := range t.Seats {
			t.Seats[s] = Point{t.Box.X + 32 + 16*float64(s), t.Box.Y + t.Box.H - min(8.5, t.Box.H*0.28)}
		}
	}
	m.Panels = append(m.Panels, p)
}
