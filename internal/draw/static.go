package draw

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"

	"ruhr/board"
)

// ViewBox is the picture's viewBox.
const ViewBox = "0 0 1440 560"

// Static is what never changes during a game: definitions of all symbols and
// the engraved map, to stand first inside an <svg class="map"> with ViewBox.
// word gives the few words that are not names on the board, by key: see
// Words. Everything is hidden from assistive technology; the page names the
// places itself.
func (m *Map) Static(word func(key string) string) template.HTML {
	var w strings.Builder
	w.WriteString(`<defs>` + definitions + m.riverDefs() + lights + `</defs><g class="ground" aria-hidden="true">`)
	w.WriteString(m.land)
	m.river(&w, word)
	m.banks(&w)
	m.depots(&w)
	m.names(&w)
	w.WriteString(`</g><g class="furniture" aria-hidden="true">`)
	m.timeline(&w, word)
	m.port(&w, word)
	m.track(&w, word)
	m.options(&w, word)
	w.WriteString(`</g>`)
	return template.HTML(w.String())
}

// definitions are all symbols.
const definitions = symbols + pieceSymbols

// Symbols are the definitions of all symbols, for pages that show some without
// the map: to stand once on a page inside an <svg class="map">.
func Symbols() template.HTML { return `<defs>` + definitions + `</defs>` }

// Words are the keys Static asks for. The events of the timeline have room
// for about fourteen letters, the options for about fifteen.
func Words() []string {
	keys := []string{"map.rhine", "map.export", "map.track", "map.options"}
	for r := range board.Rounds {
		keys = append(keys, "map.event."+strconv.Itoa(r+1))
	}
	for _, o := range OptionIDs {
		keys = append(keys, "map.option."+o)
	}
	return keys
}

// OptionIDs are the tiles of the special options in the order of START-5, as
// records write them.
var OptionIDs = [Options]string{"pilot", "transport", "wage", "supply", "hauling",
	"transport_pilot", "hauling_pilot", "hauling_transport"}

// lights are the river's colours along its course and the lamp over the map.
const lights = `<linearGradient id="water" gradientUnits="userSpaceOnUse" x1="1440" x2="0" y1="0" y2="0"><stop class="water0" offset="0"/><stop class="water1" offset="1"/></linearGradient>` +
	`<radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="720" cy="250" r="900"><stop class="lamp0" offset=".3"/><stop class="lamp1" offset="1"/></radialGradient>`

// use places a symbol.
func use(id string, p Point) string {
	return `<use href="#` + id + `" x="` + num(p.X) + `" y="` + num(p.Y) + `"/>`
}

func text(class string, p Point, s string) string {
	return `<text class="` + class + `" x="` + num(p.X) + `" y="` + num(p.Y) + `">` + html.EscapeString(s) + `</text>`
}

func rect(class string, b Box, r float64) string {
	round := ""
	if r > 0 {
		round = ` rx="` + num(r) + `"`
	}
	return `<rect class="` + class + `" x="` + num(b.X) + `" y="` + num(b.Y) + `" width="` + num(b.W) + `" height="` + num(b.H) + `"` + round + `/>`
}

// riverDefs is the water's outline, used for the bank, the fill and the light
// along the edge.
func (m *Map) riverDefs() string {
	var left, right []Point
	for i := 0; i < len(m.c.knots); i += 5 {
		k := m.c.knots[i]
		left = append(left, k.at.add(k.normal().mul(k.half)))
		right = append(right, k.at.sub(k.normal().mul(k.half)))
	}
	for i := len(right) - 1; i >= 0; i-- {
		left = append(left, right[i])
	}
	p := newPen(1)
	p.smooth(thin(left, 0.3), true)
	rhine := []Point{{-30, -30}}
	for y := -30.0; y <= Height+30; y += 14 {
		rhine = append(rhine, Point{rhineEdge(y), y})
	}
	rhine = append(rhine, Point{-30, Height + 30})
	p.smooth(rhine, true)
	mid := newPen(1)
	lines := newPen(1)
	offset := func(share float64) []Point {
		pts := []Point{}
		for i := 0; i < len(m.c.knots)-20; i += 8 {
			k := m.c.knots[i]
			pts = append(pts, k.at.add(k.normal().mul(k.half*share)))
		}
		return thin(pts, 0.4)
	}
	mid.smooth(offset(0), false)
	lines.smooth(offset(0.55), false)
	lines.smooth(offset(-0.55), false)
	for _, x := range []float64{9, 20, 30} {
		pts := []Point{}
		for y := -4.0; y <= Height; y += 20 {
			pts = append(pts, Point{rhineEdge(y) - x, y})
		}
		lines.smooth(pts, false)
	}
	return `<path id="ruhr" d="` + absolute(p.String()) + `"/><path id="stream" d="` + absolute(mid.String()) + `"/><path id="lines" d="` + absolute(lines.String()) + `"/>`
}

func (m *Map) river(w *strings.Builder, word func(string) string) {
	w.WriteString(`<use href="#ruhr" class="bank2"/><use href="#ruhr" class="bank1"/><use href="#ruhr" class="water"/><use href="#lines" class="ripple"/><use href="#stream" class="flow"/>`)
	fmt.Fprintf(w, `<text class="rhine" transform="translate(22 %d) rotate(-90)">%s</text>`, 156, html.EscapeString(word("map.rhine")))
	for i, s := range m.b.River {
		sp := &m.Spaces[i]
		if s.Kind == board.Lock {
			k := m.c.at(sp.Way)
			fmt.Fprintf(w, `<use href="#weir" transform="translate(%s %s) rotate(%s) scale(1 %s)"/>`, num(sp.At.X), num(sp.At.Y), num(sp.Angle), num((k.half+weirOver)/17))
			continue
		}
		fmt.Fprintf(w, `<circle class="berth" cx="%s" cy="%s" r="3"/>`, num(sp.At.X), num(sp.At.Y))
	}
}

// banks draws what belongs to each river space.
func (m *Map) banks(w *strings.Builder) {
	for i, s := range m.b.River {
		sp := &m.Spaces[i]
		if sp.Site.W > 0 {
			k := m.c.at(sp.Way)
			side := k.normal()
			if to := sp.Site.Center().sub(sp.At); to.X*side.X+to.Y*side.Y < 0 {
				side = side.mul(-1)
			}
			a := sp.At.add(side.mul(k.half + 3))
			b := Point{max(sp.Site.X+3, min(a.X, sp.Site.X+sp.Site.W-3)), max(sp.Site.Y+3, min(a.Y, sp.Site.Y+sp.Site.H-3))}
			if a.dist(b) > 4 {
				fmt.Fprintf(w, `<path class="lane" d="M%s %sL%s %s"/>`, num(a.X), num(a.Y), num(b.X), num(b.Y))
			}
		}
		switch s.Kind {
		case board.Storage:
			w.WriteString(use("stage", sp.Mark))
			if s.PilotOnly {
				w.WriteString(use("wheel", sp.Mark.shift(16, -14)))
			}
		case board.Industry:
			w.WriteString(use("roundel", sp.Mark) + use(board.TradeIDs[s.Trade], sp.Mark))
		case board.City:
			w.WriteString(use("town"+strconv.Itoa(s.Index%3), sp.Mark.shift(-10, 0)))
			for k, c := range m.b.Cities[s.Index].Costs {
				w.WriteString(slot(sp.Slots[k], strconv.Itoa(c)))
			}
		case board.Harbour:
			m.quay(w)
		}
	}
}

// quay is the waterfront of Ruhrort: a wall along the northern bank, sheds and
// a crane where the port leaves room.
func (m *Map) quay(w *strings.Builder) {
	var wall []Point
	for i := 0; i < len(m.c.knots); i += 6 {
		if k := m.c.knots[i]; k.at.X > 66 && k.at.X < 262 && k.at.Y > Height/2 {
			wall = append(wall, k.at.sub(k.normal().mul(k.half+1)))
		}
	}
	p := newPen(1)
	p.smooth(wall, false)
	fmt.Fprintf(w, `<path class="wallbase" d="%[1]s"/><path class="walltop" d="%[1]s"/>`, absolute(p.String()))
	if q := m.Port.Quay; len(q) > 0 {
		w.WriteString(use("sheds", q[0].Center().shift(0, 1)) + use("crane", q[1].Center()))
	}
}

// slot is an empty place for a warehouse with its price.
func slot(p Point, price string) string {
	return rect("slot", around(p, Slot, Slot), 2) + text("price", p.shift(0, 4.5), price)
}

func (m *Map) depots(w *strings.Builder) {
	for t, d := range m.Depots {
		w.WriteString(use("pit", d.Mark))
		for k, c := range m.b.Depots[t].Costs {
			w.WriteString(slot(d.Slots[k], strconv.Itoa(c)))
		}
	}
}

// names writes the names of territories and spaces, over everything drawn.
func (m *Map) names(w *strings.Builder) {
	for t, r := range m.Regions {
		if r.Box.W == 0 {
			continue
		}
		w.WriteString(use("arms-"+board.TerritoryIDs[t], r.Arms))
		for k, l := range []Label{r.Above, r.Name} {
			class := "region"
			if k == 0 {
				class = "region above"
			}
			fmt.Fprintf(w, `<text class="%s" x="%s" y="%s" font-size="%s">%s</text>`, class, num(l.At.X+l.Size*0.14), num(l.At.Y), num(l.Size), html.EscapeString(l.Text))
		}
	}
	for i, s := range m.b.River {
		if l := m.Spaces[i].Label; l.Text != "" {
			w.WriteString(text("name "+board.KindIDs[s.Kind], l.At, l.Text))
		}
	}
}

func (m *Map) timeline(w *strings.Builder, word func(string) string) {
	w.WriteString(panel(m.Panels[0]))
	for i, c := range m.Timeline {
		y := m.b.Years[i]
		if i > 0 {
			fmt.Fprintf(w, `<path class="rule" d="M%s %sv%s"/>`, num(c.Box.X), num(c.Box.Y+6), num(c.Box.H-12))
		}
		w.WriteString(text("year", Point{c.Box.X + 9, c.Box.Y + 21}, strconv.Itoa(y.Year)))
		w.WriteString(text("round", Point{c.Box.X + c.Box.W - 6, c.Box.Y + 17}, strconv.Itoa(i+1)))
		w.WriteString(text("event", Point{c.Box.X + 9, c.Box.Y + 41}, word("map.event."+strconv.Itoa(i+1))))
		fmt.Fprintf(w, `<use href="#arms-%s" transform="translate(%s %s) scale(.5)"/>`, board.TerritoryIDs[y.Returns], num(c.Box.X+62), num(c.Box.Y+15))
		if y.Country {
			fmt.Fprintf(w, `<circle class="hole" cx="%s" cy="%s" r="11"/>`, num(c.Country.X), num(c.Country.Y))
		}
	}
}

func panel(b Box) string {
	return rect("panelshade", b.move(Point{2, 3}), 3) + rect("panel", b, 3) + rect("panelline", b.Grow(-3), 1)
}

func (m *Map) port(w *strings.Builder, word func(string) string) {
	p := m.Port
	w.WriteString(panel(p.Box))
	w.WriteString(text("title", p.Title, word("map.export")))
	for c, id := range m.b.Port.Columns {
		w.WriteString(use("flag-"+id, p.Flags[c]))
		for r, at := range p.Slots[c] {
			w.WriteString(rect("slot", around(at, Slot, Slot), 2))
			w.WriteString(text("price", at.shift(0, 4.5), signed(m.b.Port.Bonus[r])))
		}
	}
	w.WriteString(use("shed", p.Costs[0].shift(0, -24)))
	for k, c := range m.b.Port.Costs {
		fmt.Fprintf(w, `<circle class="hole" cx="%s" cy="%s" r="8.5"/>`, num(p.Costs[k].X), num(p.Costs[k].Y-4.5))
		w.WriteString(text("cost", p.Costs[k], strconv.Itoa(c)))
	}
	if len(m.Export) <= exportRow-2 { // else the boxes take its place
		w.WriteString(use("scale", p.Scale))
	}
	for k, at := range m.Export {
		w.WriteString(rect("slot scalebox", around(at, Slot, Slot), 12) + text("price", at.shift(0, 4.5), strconv.Itoa(m.b.Export[k])))
	}
}

// signed is a number with its sign, zero without; the minus is as wide as the
// plus.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}

func (m *Map) track(w *strings.Builder, word func(string) string) {
	box := m.Panels[2]
	w.WriteString(panel(box))
	w.WriteString(text("title", Point{box.X + pad, box.Y + 15}, word("map.track")))
	for i, st := range m.Track {
		t := m.b.Tracks[i]
		last := board.Rounds
		if i+1 < len(m.b.Tracks) {
			last = m.b.Tracks[i+1].FromRound - 1
		}
		fmt.Fprintf(w, `<g class="stage stage-%d">`, i)
		w.WriteString(surface(i, st.Box))
		w.WriteString(text("rounds", st.Title, fmt.Sprintf("%d–%d", t.FromRound, last)))
		for c, col := range st.Columns {
			for r, at := range col {
				class := "slot coal" + strconv.Itoa(c)
				if r == st.Arrow {
					class += " arrowbox"
				}
				w.WriteString(rect(class, around(at, 26, 26), 4))
			}
		}
		end := st.Columns[len(st.Columns)-1][st.Arrow]
		w.WriteString(use("arrow", end.shift(25, 0)))
		w.WriteString(`</g>`)
	}
}

// surface is the ground of a stage: a path, rutted stones, rails.
func surface(stage int, b Box) string {
	p := newPen(1)
	g := b.Grow(2)
	switch stage {
	case 0:
		for y := g.Y + 4; y < g.Y+g.H; y += 6 {
			x := g.X + 2 + 5*chance(int(y), 0, 21)
			p.line(Point{x, y}, Point{x + 5 + 9*chance(int(y), 1, 21), y + 1})
			p.line(Point{x + 16, y + 3}, Point{x + 19 + 6*chance(int(y), 2, 21), y + 3})
		}
	case 1:
		for y := g.Y; y <= g.Y+g.H-6; y += 7 {
			p.line(Point{g.X, y}, Point{g.X + g.W, y})
			for x := g.X + 5 + 5*math.Mod(y, 2); x < g.X+g.W; x += 11 {
				p.line(Point{x, y}, Point{x, y + 7})
			}
		}
	case 2:
		for y := g.Y + 3; y < g.Y+g.H; y += 8 {
			p.line(Point{g.X - 1, y}, Point{g.X + g.W + 1, y})
		}
		for x := g.X + 6; x < g.X+g.W; x += 30 {
			p.line(Point{x, g.Y - 2}, Point{x, g.Y + g.H + 2})
			p.line(Point{x + 22, g.Y - 2}, Point{x + 22, g.Y + g.H + 2})
		}
	}
	return rect("path", g, 3) + fmt.Sprintf(`<path class="ground%d" d="%s"/>`, stage, absolute(p.String()))
}

func (m *Map) options(w *strings.Builder, word func(string) string) {
	box := m.Panels[3]
	w.WriteString(panel(box))
	w.WriteString(text("title", Point{box.X + pad, box.Y + 17}, word("map.options")))
	for k, t := range m.Options {
		w.WriteString(rect("tile", t.Box, 3))
		fmt.Fprintf(w, `<circle class="hole" cx="%s" cy="%s" r="9"/>`, num(t.Price.X), num(t.Price.Y))
		w.WriteString(text("option", t.Name, word("map.option."+OptionIDs[k])))
	}
}
