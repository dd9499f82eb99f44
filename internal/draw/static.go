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

// static is what does not change during a game: definitions of all symbols and
// the engraved map.
func (m *Map) static(word func(key string) string) string {
	var w strings.Builder
	w.WriteString(`<defs>` + definitions + m.riverDefs() + m.lights() + `</defs><g class="ground">`)
	w.WriteString(m.land)
	m.river(&w, word)
	m.banks(&w)
	m.depots(&w)
	m.names(&w)
	w.WriteString(`</g><g class="furniture">`)
	m.timeline(&w, word)
	m.port(&w, word)
	m.track(&w, word)
	m.options(&w, word)
	w.WriteString(`</g>`)
	return w.String()
}

// definitions are all symbols.
const definitions = symbols + flags + pieceSymbols

// Symbols are the definitions of all symbols, for pages that show some without
// the map: once on a page, inside an <svg class="map">.
func Symbols() template.HTML { return `<defs>` + definitions + `</defs>` }

// PieceSymbols are the definitions for pages that show pieces over a picture of
// the map.
func PieceSymbols() template.HTML {
	return template.HTML(`<defs>` + flags + pieceSymbols + Streams() + `</defs>`)
}

// CutSymbols are the definitions for pages with a Cut.
func CutSymbols() template.HTML { return `<defs>` + pieceSymbols + `</defs>` }

// Words are the keys of the words on the map. The events of the timeline have
// room for about fourteen letters, the options for about fifteen.
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

// lights are the gradients of the river along its course and of the light over
// the map.
func (m *Map) lights() string {
	from, to := Point{m.Width, 0}, Point{}
	if m.rhine.below {
		from, to = Point{}, Point{0, m.Height}
	}
	return `<linearGradient id="water" gradientUnits="userSpaceOnUse" x1="` + num(from.X) + `" x2="` + num(to.X) + `" y1="` + num(from.Y) + `" y2="` + num(to.Y) + `"><stop class="water0" offset="0"/><stop class="water1" offset="1"/></linearGradient>` +
		`<radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="` + num(m.Width/2) + `" cy="` + num(m.Height*0.45) + `" r="` + num(max(m.Width, m.Height)*0.63) + `"><stop class="lamp0" offset=".3"/><stop class="lamp1" offset="1"/></radialGradient>`
}

// use places a symbol.
func use(id string, p Point) string {
	return `<use href="#` + id + `" x="` + num(p.X) + `" y="` + num(p.Y) + `"/>`
}

// scaled places a symbol in another size.
func scaled(id string, p Point, size float64) string {
	if size == 1 {
		return use(id, p)
	}
	return `<use href="#` + id + `" transform="translate(` + num(p.X) + ` ` + num(p.Y) + `) scale(` + strconv.FormatFloat(size, 'f', -1, 64) + `)"/>`
}

func text(class string, p Point, s string) string {
	return `<text class="` + class + `" x="` + num(p.X) + `" y="` + num(p.Y) + `">` + html.EscapeString(s) + `</text>`
}

// narrowest is the share of a textWidth that a text takes in the narrowest of the fonts.
const narrowest = 0.78

// fitted is a text that is set closer where a font would make it wider than its
// room, and in no font much wider than it is.
func fitted(class string, p Point, size, room float64, s string) string {
	wide := textWidth(s, size, false)
	if wide <= room {
		return text(class, p, s)
	}
	room = min(room, wide*narrowest)
	return `<text class="` + class + `" x="` + num(p.X) + `" y="` + num(p.Y) + `" textLength="` + num(room) + `" lengthAdjust="spacingAndGlyphs">` + html.EscapeString(s) + `</text>`
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
	bank := m.rhineLine(0, -30, 14)
	far := []Point{{-30, m.Height + 30}, {-30, -30}}
	if m.rhine.below {
		far = []Point{{m.Width + 30, m.Height + 30}, {-30, m.Height + 30}}
	}
	p.smooth(append(bank, far...), true)
	lines := newPen(1)
	lines.smooth(m.offset(0.55), false)
	lines.smooth(m.offset(-0.55), false)
	for _, share := range []float64{0.25, 0.55, 0.83} {
		lines.smooth(m.rhineLine(m.rhine.wide*share, -4, 20), false)
	}
	return `<path id="ruhr" d="` + absolute(p.String()) + `"/><path id="stream" d="` + m.midstream() + `"/><path id="lines" d="` + absolute(lines.String()) + `"/>`
}

func (m *Map) river(w *strings.Builder, word func(string) string) {
	w.WriteString(`<use href="#ruhr" class="bank2"/><use href="#ruhr" class="bank1"/><use href="#ruhr" class="water"/><use href="#lines" class="ripple"/><use href="#stream" class="flow"/>`)
	turn := " rotate(-90)"
	if m.rhine.below {
		turn = ""
	}
	fmt.Fprintf(w, `<text class="rhine" transform="translate(%s %s)%s">%s</text>`, num(m.rhine.label.X), num(m.rhine.label.Y), turn, html.EscapeString(word("map.rhine")))
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
			w.WriteString(scaled("stage", sp.Mark, m.small.stage))
			if s.PilotOnly {
				w.WriteString(scaled("wheel", sp.Mark.shift(16*m.small.stage, -14*m.small.stage), m.small.stage))
			}
		case board.Industry:
			w.WriteString(use("roundel", sp.Mark) + use(board.TradeIDs[s.Trade], sp.Mark))
		case board.City:
			town := sp.Mark.shift(-10, 0)
			if m.small.town < 1 {
				town.X -= 7
			}
			w.WriteString(scaled("town"+strconv.Itoa(s.Index%3), town, m.small.town))
			for k, c := range m.b.Cities[s.Index].Costs {
				w.WriteString(slot(sp.Slots[k], strconv.Itoa(c)))
			}
		case board.Harbour:
			m.quay(w)
		}
	}
}

// quay is the waterfront of Ruhrort: a wall along the bank towards the port,
// sheds and a crane where there is room.
func (m *Map) quay(w *strings.Builder) {
	at := m.Spaces[board.Spaces-1].Way
	side, port := 1.0, m.c.at(at)
	if n := port.normal(); n.X*(m.Port.Box.Center().X-port.at.X)+n.Y*(m.Port.Box.Center().Y-port.at.Y) < 0 {
		side = -1
	}
	var wall []Point
	for i := 0; i < len(m.c.knots); i += 6 {
		if k := m.c.knots[i]; k.s > at-84 && k.s < at+112 && m.toRhine(k.at) > 24 {
			wall = append(wall, k.at.add(k.normal().mul(side*(k.half+1))))
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
		w.WriteString(scaled("pit", d.Mark, m.small.pit))
		for k, c := range m.b.Depots[t].Costs {
			w.WriteString(slot(d.Slots[k], strconv.Itoa(c)))
		}
	}
}

// names writes the names of territories and spaces, over everything drawn.
func (m *Map) names(w *strings.Builder) {
	for t, r := range m.Regions {
		w.WriteString(scaled("arms-"+board.TerritoryIDs[t], r.Arms, m.small.arms))
		for k, l := range []Label{r.Above, r.Name} {
			if l.Size == 0 {
				continue
			}
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
		if i%m.place.columns > 0 {
			fmt.Fprintf(w, `<path class="rule" d="M%s %sv%s"/>`, num(c.Box.X), num(c.Box.Y+6), num(c.Box.H-12))
		}
		at := &m.place.cell
		w.WriteString(text("year", at.year.in(c.Box), strconv.Itoa(y.Year)))
		round := "round"
		if at.round.X < 0 {
			round = "round right"
		}
		w.WriteString(text(round, at.round.in(c.Box), strconv.Itoa(i+1)))
		room := c.Box.W - 2*at.event.X
		if y.Country && c.Country.Y+11 > at.event.in(c.Box).Y-m.letters.event {
			room = c.Country.X - 14 - at.event.in(c.Box).X
		}
		w.WriteString(fitted("event", at.event.in(c.Box), m.letters.event, room, word("map.event."+strconv.Itoa(i+1))))
		arms := at.arms.in(c.Box)
		fmt.Fprintf(w, `<use href="#arms-%s" transform="translate(%s %s) scale(%s)"/>`, board.TerritoryIDs[y.Returns], num(arms.X), num(arms.Y), num(at.armsScale))
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
	w.WriteString(fitted("title", p.Title, m.letters.title, p.Box.W-2*pad, word("map.export")))
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
	if len(m.Export) <= m.place.exportRow-2 { // otherwise the boxes take its place
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
	w.WriteString(fitted("title", Point{box.X + pad, box.Y + 15}, m.letters.title, box.W-2*pad, word("map.track")))
	for i, st := range m.Track {
		t := m.b.Tracks[i]
		last := board.Rounds
		if i+1 < len(m.b.Tracks) {
			last = m.b.Tracks[i+1].FromRound - 1
		}
		fmt.Fprintf(w, `<g class="stage stage-%d">`, i)
		w.WriteString(surface(i, st.Box))
		w.WriteString(text("rounds", st.Title, fmt.Sprintf("%d–%d", t.FromRound, last)))
		side := min(26, st.Box.H/float64(len(st.Columns[0]))-1)
		for c, col := range st.Columns {
			for r, at := range col {
				class := "slot coal" + strconv.Itoa(c)
				if r == st.Arrow {
					class += " arrowbox"
				}
				w.WriteString(rect(class, square(at, side), 4))
			}
		}
		end := st.Columns[len(st.Columns)-1][st.Arrow]
		w.WriteString(use("arrow", end.shift(m.place.trackWide/2+m.place.trackGap/2-4, 0)))
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
	w.WriteString(fitted("title", Point{box.X + pad, box.Y + 17}, m.letters.title, box.W-2*pad, word("map.options")))
	for k, t := range m.Options {
		w.WriteString(rect("tile", t.Box, 3))
		fmt.Fprintf(w, `<circle class="hole" cx="%s" cy="%s" r="9"/>`, num(t.Price.X), num(t.Price.Y))
		w.WriteString(fitted("option", t.Name, m.letters.option, t.Box.X+t.Box.W-t.Name.X-2, word("map.option."+OptionIDs[k])))
	}
}
