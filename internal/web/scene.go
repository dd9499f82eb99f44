package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/internal/draw"
	"ruhr/view"
)

// sight is a position as the map shows it.
type sight struct {
	p     *view.Position
	m     *draw.Map
	signs []int       // by seat: which colour and sign it has, 0 to 3
	drawn map[int]int // by round: the column of the country marker that was turned over then
}

// pieces draws everything on the map that can change, each piece under an id
// of its own that stays the same while the piece does.
func (v *sight) pieces() template.HTML {
	var w strings.Builder
	put := func(h template.HTML) { w.WriteString(string(h)) }
	put(v.m.Round("now", v.p.Round))
	v.timeline(put)
	v.options(put)
	v.river(put)
	v.houses(put)
	v.track(put)
	put(draw.ExportMarker("export", v.m.Export[v.p.Port.Box]))
	for who, at := range v.bargePlaces() {
		put(draw.Barge(fmt.Sprintf("barge-%d", who), at, v.signs[who]))
	}
	return template.HTML(w.String())
}

func (v *sight) timeline(put func(template.HTML)) {
	for r, y := range v.p.Years {
		for _, who := range y.Left {
			put(draw.SmallHouse(fmt.Sprintf("time-%d-%d", r, who), v.m.Timeline[r].Houses[who], v.signs[who]))
		}
		switch y.Country {
		case "hidden":
			put(draw.Country(fmt.Sprintf("country-%d", r), v.m.Timeline[r].Country, ""))
		case "revealed":
			put(draw.Country(fmt.Sprintf("country-%d", r), v.m.Timeline[r].Country, v.p.Port.Columns[v.p.Country].ID))
		case "past":
			if column, ok := v.drawn[y.Round]; ok {
				put(draw.PastCountry(fmt.Sprintf("country-%d", r), v.m.Timeline[r].Country, v.p.Port.Columns[column].ID))
			}
		}
	}
}

func (v *sight) options(put func(template.HTML)) {
	for _, o := range v.p.Options {
		k := slices.Index(draw.OptionIDs[:], o.ID)
		if k < 0 {
			continue
		}
		t := v.m.Options[k]
		put(draw.Price("price-"+o.ID, t.Price, o.Price))
		if o.Closed != "" {
			put(draw.Closed("closed-"+o.ID, t.Price))
		}
		for _, who := range o.TakenBy {
			put(draw.Choice(fmt.Sprintf("choice-%d", who), t.Seats[who], v.signs[who]))
		}
	}
}

func (v *sight) river(put func(template.HTML)) {
	for _, sp := range v.p.Spaces {
		spot := v.m.Spaces[sp.Index]
		switch sp.Kind {
		case "storage":
			if sp.Die > 0 {
				put(draw.Die(fmt.Sprintf("die-%d", sp.Index), spot.Die, sp.Colour == "white", sp.Die))
			}
		case "lock":
			id := fmt.Sprintf("weir-%d", sp.Index)
			if sp.Builder >= 0 {
				put(draw.Lock(id, spot, v.signs[sp.Builder]))
			} else {
				put(draw.Obstacle(id, spot.At))
			}
		}
		for n := range sp.Thaler {
			put(draw.Thaler(fmt.Sprintf("coin-%d-%d", sp.Index, n), spot.Coins[n]))
		}
	}
}

func (v *sight) houses(put func(template.HTML)) {
	for _, city := range v.p.Cities {
		at := v.space(city.ID)
		for n, slot := range city.Slots {
			if slot.Owner >= 0 {
				put(draw.House(fmt.Sprintf("%s-%d", city.ID, n), v.m.Spaces[at].Slots[n], v.signs[slot.Owner]))
			}
		}
	}
	for k, depot := range v.p.Depots {
		for n, slot := range depot.Slots {
			if slot.Owner >= 0 {
				put(draw.House(fmt.Sprintf("%s-%d", depot.ID, n), v.m.Depots[k].Slots[n], v.signs[slot.Owner]))
			}
		}
	}
	for c, col := range v.p.Port.Columns {
		for n, place := range col.Places {
			if place.Owner >= 0 {
				// Named after the owner, so that it is seen to move up and across.
				put(draw.House(fmt.Sprintf("port-%d-%d", c, place.Owner), v.m.Port.Slots[c][n], v.signs[place.Owner]))
			}
		}
	}
}

func (v *sight) track(put func(template.HTML)) {
	stage := v.p.Track.Stages[v.p.Track.Stage]
	for c, col := range stage.Columns {
		for row, box := range col.Boxes {
			if box.Value > 0 {
				white := box.Colour == "white" || col.Colour == "white"
				put(draw.Die(fmt.Sprintf("track-%d-%d", c, row), v.m.Track[v.p.Track.Stage].Columns[c][row], white, box.Value))
			}
		}
	}
}

// bargePlaces is where each seat's barge is drawn. Of barges at one space the
// one that came first lies farthest downriver (ORDER-3).
func (v *sight) bargePlaces() []draw.Point {
	out := make([]draw.Point, len(v.p.Seats))
	for who, seat := range v.p.Seats {
		if seat.Barge < 0 {
			out[who] = v.m.Waiting[who]
			continue
		}
		here := v.p.Spaces[seat.Barge].Barges
		k := len(here) - 1 - slices.Index(here, who)
		out[who] = v.m.BargeAt(seat.Barge, k, len(here))
	}
	return out
}

// space is the river index of a space's id.
func (v *sight) space(id string) int {
	return slices.IndexFunc(v.p.Spaces, func(s view.Space) bool { return s.ID == id })
}

// countriesOf tells from the positions of a game which country marker was turned
// over in each round so far.
func countriesOf(steps []view.Moment) map[int]int {
	out := map[int]int{}
	for i := range steps {
		if s := &steps[i].State; s.Country() >= 0 {
			out[s.Round()] = s.Country()
		}
	}
	return out
}

// target is a place on the map that stands for one choice or several.
type target struct {
	Box     draw.Box
	Round   bool
	Slim    bool // the ring keeps close: names stand around it
	Choices []view.Choice
}

// place is where on the map a choice belongs; false for those that have no
// place there.
func (v *sight) place(c view.Choice) (t target, ok bool) {
	about := func(p draw.Point, size float64) draw.Box {
		return draw.Box{X: p.X - size/2, Y: p.Y - size/2, W: size, H: size}
	}
	next := func(slots []draw.Point, n int) bool {
		if n < 0 || n >= len(slots) {
			return false
		}
		t.Box, t.Slim = about(slots[n], draw.Slot+4), true
		return true
	}
	switch c.Target.Kind {
	case "option":
		k := slices.Index(draw.OptionIDs[:], c.Target.ID)
		if k < 0 {
			return t, false
		}
		t.Box = v.m.Options[k].Box
	case "depot":
		for k, d := range v.p.Depots {
			if d.ID == c.Target.ID {
				return t, next(v.m.Depots[k].Slots, d.Next)
			}
		}
		return t, false
	case "column":
		for k, col := range v.p.Port.Columns {
			if col.ID == c.Target.ID {
				free := slices.IndexFunc(col.Places, func(p view.PortPlace) bool { return p.Owner < 0 })
				return t, next(v.m.Port.Slots[k], free)
			}
		}
		return t, false
	case "space":
		at := v.space(c.Target.ID)
		if at < 0 {
			return t, false
		}
		spot := v.m.Spaces[at]
		switch v.p.Spaces[at].Kind {
		case "city":
			if c.Do == "warehouse" {
				for _, city := range v.p.Cities {
					if city.ID == c.Target.ID {
						return t, next(spot.Slots, city.Next)
					}
				}
			}
			t.Box, t.Slim = spot.Site, true
		case "harbour":
			t.Box = draw.Box{X: spot.At.X - 30, Y: spot.At.Y - 17, W: 60, H: 38}
		case "storage":
			t.Box = about(spot.Mark, 38)
		default:
			t.Box, t.Round = about(spot.Mark, 38), true
		}
	default:
		return t, false
	}
	return t, true
}

// targets are the places of the choices; those at the same place share one.
func (v *sight) targets(choices []view.Choice) []target {
	var out []target
	for _, c := range choices {
		t, ok := v.place(c)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(o target) bool { return o.Box == t.Box })
		if i < 0 {
			i = len(out)
			out = append(out, t)
		}
		out[i].Choices = append(out[i].Choices, c)
	}
	return out
}

// drawTargets is the layer over the pieces that can be clicked. A target names
// the buttons it stands for; whoever uses the keyboard has the buttons.
func (v *sight) drawTargets(choices []view.Choice) template.HTML {
	var w strings.Builder
	for _, t := range v.targets(choices) {
		acts := make([]string, len(t.Choices))
		for i, c := range t.Choices {
			acts[i] = fmt.Sprint(c.Action)
		}
		radius := 6.0
		if t.Round {
			radius = t.Box.W / 2
		}
		fmt.Fprintf(&w, `<g class="target" id="target-%s" data-acts="%s">`, acts[0], strings.Join(acts, " "))
		air := 2.5
		if t.Slim {
			air = -1
		}
		box(&w, "halo", t.Box.Grow(air), radius+air)
		box(&w, "hit", t.Box, radius)
		w.WriteString(`</g>`)
	}
	return template.HTML(w.String())
}

func box(w *strings.Builder, class string, b draw.Box, radius float64) {
	fmt.Fprintf(w, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
		class, num(b.X), num(b.Y), num(b.W), num(b.H), num(radius))
}

// num writes a coordinate with one decimal at most.
func num(f float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0") }

// mapBox is what of the picture is shown at first: all of it.
const mapBox = draw.ViewBox

// spots are the places one may ask about: invisible, under the pieces, each
// with a tooltip that says what it is.
func (v *sight) spots(t *tongue) template.HTML {
	var w strings.Builder
	spot := func(at int, kind, id string, b draw.Box, tip string) {
		fmt.Fprintf(&w, `<rect class="spot" data-at="%d" data-kind="%s" data-id="%s" x="%s" y="%s" width="%s" height="%s" rx="5"><title>%s</title></rect>`,
			at, kind, template.HTMLEscapeString(id), num(b.X), num(b.Y), num(b.W), num(b.H), template.HTMLEscapeString(tip))
	}
	about := func(p draw.Point, size float64) draw.Box {
		return draw.Box{X: p.X - size/2, Y: p.Y - size/2, W: size, H: size}
	}
	row := func(points []draw.Point) draw.Box {
		first, last := about(points[0], draw.Slot), about(points[len(points)-1], draw.Slot)
		return draw.Box{X: first.X, Y: first.Y, W: last.X + last.W - first.X, H: last.Y + last.H - first.Y}
	}
	for i := range v.p.Spaces {
		sp := &v.p.Spaces[i]
		b := v.m.Spaces[sp.Index].Site
		if b.W == 0 {
			b = about(v.m.Spaces[sp.Index].At, 34)
		}
		spot(sp.Index, "space", sp.ID, b, t.spaceTip(sp))
	}
	for k, d := range v.p.Depots {
		spot(-1, "depot", d.ID, v.m.Depots[k].Site, t.tip(view.DepotThing(d.Territory), "symbol.depot.text"))
	}
	for c, col := range v.p.Port.Columns {
		spot(-1, "column", col.ID, row(v.m.Port.Slots[c]), t.tip(view.ColumnThing(col.ID), "symbol.column.text"))
	}
	for k, id := range draw.OptionIDs {
		spot(-1, "option", id, v.m.Options[k].Box, t.tip(view.OptionThing(id), "symbol.option."+id+".text"))
	}
	for k, y := range v.p.Years {
		spot(-1, "year", fmt.Sprint(y.Year), v.m.Timeline[k].Box, t.yearTip(&y))
	}
	for k, stage := range v.p.Track.Stages {
		spot(-1, "stage", stage.ID, v.m.Track[k].Box, t.tip(stageThing(stage.ID), "symbol.arrow.text"))
	}
	spot(-1, "export", "", row(v.m.Export), t.plain("symbol.export.name")+"\n"+t.plain("symbol.export.text"))
	return template.HTML(w.String())
}

// lastMoves rings what was done last: where barges sailed, what was built.
func (v *sight) lastMoves(steps []view.Moment) template.HTML {
	var w strings.Builder
	for _, m := range steps {
		for _, e := range m.Events {
			place, ok := e.Args["place"].(view.Thing)
			if !ok || e.Seat < 0 {
				continue
			}
			if at := v.space(place.ID); at >= 0 {
				p := v.m.Spaces[at].Mark
				fmt.Fprintf(&w, `<circle class="last seat-%d" cx="%s" cy="%s" r="21"/>`, v.signs[e.Seat], num(p.X), num(p.Y))
			}
		}
	}
	return template.HTML(w.String())
}
