package draw

import (
	"fmt"
	"strconv"
	"strings"

	"ruhr/board"
)

// A page's markup is the same for every shape: pieces and targets name places,
// and the style sheet of Places says where those are in the shape that the
// window shows. A point's class begins with "at-", that of a box with "box-".

// barges are the places of the k-th of n barges at a space, in steps of half
// the distance between two: see BargeAt.
const bargeSteps = 2*(MaxSeats-1) + 1

// berth is the place of the k-th of n barges at a space, 0 the one that came
// first and lies farthest downriver (ORDER-3).
func berth(space, k, n int) string { return fmt.Sprintf("at-berth-%d-%d", space, MaxSeats+n-2-2*k) }

// points are the coordinates of all places for pieces, by class.
func (m *Map) points(put func(class string, at Point)) {
	for i, s := range m.b.River {
		sp := &m.Spaces[i]
		switch s.Kind {
		case board.Storage:
			put(fmt.Sprintf("at-die-%d", i), sp.Die)
		case board.Lock:
			put(fmt.Sprintf("at-weir-%d", i), sp.At)
		default:
			for k, at := range sp.Coins {
				put(fmt.Sprintf("at-coin-%d-%d", i, k), at)
			}
		}
		for k, at := range sp.Slots {
			put(fmt.Sprintf("at-slot-%d-%d", i, k), at)
		}
		for step := range bargeSteps {
			alone := s.Kind != board.Lock && step == MaxSeats-1
			if alone || s.Kind >= board.City {
				put(fmt.Sprintf("at-berth-%d-%d", i, step), m.moored(i, float64(step)/2-float64(MaxSeats-1)/2))
			}
		}
	}
	for k, at := range m.Waiting {
		put(fmt.Sprintf("at-wait-%d", k), at)
	}
	for t, d := range m.Depots {
		for k, at := range d.Slots {
			put(fmt.Sprintf("at-depot-%d-%d", t, k), at)
		}
	}
	m.panelPoints(put)
}

// panelPoints are the places on the panels.
func (m *Map) panelPoints(put func(class string, at Point)) {
	for c, col := range m.Port.Slots {
		for r, at := range col {
			put(fmt.Sprintf("at-port-%d-%d", c, r), at)
		}
	}
	for k, at := range m.Export {
		put(fmt.Sprintf("at-export-%d", k), at)
	}
	for k, st := range m.Track {
		for c, col := range st.Columns {
			for r, at := range col {
				put(fmt.Sprintf("at-track-%d-%d-%d", k, c, r), at)
			}
		}
	}
	for r, c := range m.Timeline {
		put(fmt.Sprintf("at-round-%d", r), Point{c.Box.X, c.Box.Y})
		if m.b.Years[r].Country {
			put(fmt.Sprintf("at-country-%d", r), c.Country)
		}
		for k, at := range c.Houses {
			put(fmt.Sprintf("at-year-%d-%d", r, k), at)
		}
	}
	for k, t := range m.Options {
		put(fmt.Sprintf("at-price-%d", k), t.Price)
		for s, at := range t.Seats {
			put(fmt.Sprintf("at-option-%d-%d", k, s), at)
		}
	}
}

// boxes are all places that can be pressed or asked about, by class.
func (m *Map) boxes(put func(class string, b Box)) {
	for i := range m.Spaces {
		put(fmt.Sprintf("box-space-%d", i), m.Spaces[i].Touch)
		for k, at := range m.Spaces[i].Slots {
			put(fmt.Sprintf("box-slot-%d-%d", i, k), square(at, Slot+4))
		}
	}
	for t, d := range m.Depots {
		put(fmt.Sprintf("box-depot-%d", t), d.Site)
		for k, at := range d.Slots {
			put(fmt.Sprintf("box-depot-%d-%d", t, k), square(at, Slot+4))
		}
	}
	for c, col := range m.Port.Slots {
		put(fmt.Sprintf("box-column-%d", c), rowOf(col))
		for r, at := range col {
			put(fmt.Sprintf("box-port-%d-%d", c, r), square(at, Slot+4))
		}
	}
	for k := range m.Options {
		put(fmt.Sprintf("box-option-%d", k), m.Options[k].Box)
	}
	for r := range m.Timeline {
		put(fmt.Sprintf("box-year-%d", r), m.Timeline[r].Box)
	}
	for k := range m.Track {
		put(fmt.Sprintf("box-stage-%d", k), m.Track[k].Box)
	}
	put("box-export", rowOf(m.Export))
}

// PageUnits is the width of the svg in which pages show pieces, in units of
// its viewBox; what is in it is scaled to the shape by the class "units".
const PageUnits = 1000

// Places is the style sheet with the coordinates of everything on a board's
// maps, for the windows of each shape. The maps are of one board, in the order
// of Shapes.
func Places(maps []*Map) []byte {
	var w strings.Builder
	for i := range maps {
		m := maps[len(maps)-1-i] // the last rule wins
		if m.Media != "" {
			w.WriteString("@media " + m.Media + "{")
		}
		m.rules(&w)
		if m.Media != "" {
			w.WriteString("}")
		}
		w.WriteString("\n")
	}
	return []byte(w.String())
}

// rules are the places of one map.
func (m *Map) rules(w *strings.Builder) {
	cell := m.Timeline[0].Box
	fmt.Fprintf(w, ".mapsheet{--shape:%s;--wide:%s;--high:%s;--fit:%s}.units{transform:scale(%.5f)}.nowframe{width:%spx;height:%spx}.ship{transform:scale(%s)}\n",
		m.Name, num(m.Width), num(m.Height), m.fit, PageUnits/m.Width, num(cell.W), num(cell.H), strconv.FormatFloat(m.small.barge, 'f', -1, 64))
	m.points(func(class string, at Point) {
		fmt.Fprintf(w, ".%s{transform:translate(%spx,%spx)}\n", class, num(at.X), num(at.Y))
	})
	m.boxes(func(class string, b Box) {
		fmt.Fprintf(w, ".%s{x:%spx;y:%spx;width:%spx;height:%spx}\n", class, num(b.X), num(b.Y), num(b.W), num(b.H))
	})
	for i := range m.Spaces {
		sp := &m.Spaces[i]
		fmt.Fprintf(w, ".map .box-space-%d{--way:%s", i, num(sp.Way))
		if m.b.River[i].Kind == board.Lock {
			fmt.Fprintf(w, ";rx:%spx}.at-weir-%d{--turn:%sdeg", num(sp.Touch.W/2), i, num(sp.Angle))
		}
		w.WriteString("}\n")
	}
}
