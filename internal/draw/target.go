package draw

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/view"
)

// target is a place on the map that stands for one choice or several.
type target struct {
	Box     Box
	Round   bool
	Slim    bool // the ring keeps close: names stand around it
	Choices []view.Choice
}

// place is where on the map a choice belongs; false for those that have no
// place there.
func (v *MapView) place(c view.Choice) (t target, ok bool) {
	next := func(slots []Point, n int) bool {
		if n < 0 || n >= len(slots) {
			return false
		}
		t.Box, t.Slim = square(slots[n], Slot+4), true
		return true
	}
	switch c.Target.Kind {
	case "option":
		k := slices.Index(OptionIDs[:], c.Target.ID)
		if k < 0 {
			return t, false
		}
		t.Box = v.Map.Options[k].Box
	case "depot":
		for k, d := range v.Pos.Depots {
			if d.ID == c.Target.ID {
				return t, next(v.Map.Depots[k].Slots, d.Next)
			}
		}
		return t, false
	case "column":
		for k, col := range v.Pos.Port.Columns {
			if col.ID == c.Target.ID {
				free := slices.IndexFunc(col.Places, func(p view.PortPlace) bool { return p.Owner < 0 })
				return t, next(v.Map.Port.Slots[k], free)
			}
		}
		return t, false
	case "space":
		at := v.space(c.Target.ID)
		if at < 0 {
			return t, false
		}
		spot := v.Map.Spaces[at]
		switch v.Pos.Spaces[at].Kind {
		case "city":
			if c.Do == "warehouse" {
				for _, city := range v.Pos.Cities {
					if city.ID == c.Target.ID {
						return t, next(spot.Slots, city.Next)
					}
				}
			}
			t.Box, t.Slim = spot.Site, true
		case "harbour":
			t.Box = Box{X: spot.At.X - 30, Y: spot.At.Y - 17, W: 60, H: 38}
		case "storage":
			t.Box = square(spot.Mark, 38)
		default:
			t.Box, t.Round = square(spot.Mark, 38), true
		}
	default:
		return t, false
	}
	return t, true
}

// targets are the places of the choices; those at the same place share one.
func (v *MapView) targets(choices []view.Choice) []target {
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

// Targets is the layer over the pieces that can be clicked. A target names
// the buttons it stands for; from the keyboard one uses those.
func (v *MapView) Targets(choices []view.Choice) template.HTML {
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
		outline(&w, "halo", t.Box.Grow(air), radius+air)
		outline(&w, "hit", t.Box, radius)
		w.WriteString(`</g>`)
	}
	return template.HTML(w.String())
}

// outline draws a box with round corners.
func outline(w *strings.Builder, class string, b Box, radius float64) {
	fmt.Fprintf(w, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
		class, num(b.X), num(b.Y), num(b.W), num(b.H), num(radius))
}

// Halo is an outline about the place of a choice, to point at it; empty for one
// that has no place on the map. The class is as in HaloBox.
func (v *MapView) Halo(class string, c view.Choice) template.HTML {
	t, ok := v.place(c)
	if !ok {
		return ""
	}
	return HaloBox(class, t.Box)
}

// LastMoves rings what was done last: where barges sailed, what was built.
func (v *MapView) LastMoves(steps []view.Moment) template.HTML {
	var w strings.Builder
	for _, m := range steps {
		for _, e := range m.Events {
			place, ok := e.Args["place"].(view.Thing)
			if !ok || e.Seat < 0 {
				continue
			}
			if at := v.space(place.ID); at >= 0 {
				p := v.Map.Spaces[at].Mark
				fmt.Fprintf(&w, `<circle class="last seat-%d" cx="%s" cy="%s" r="21"/>`, v.Signs[e.Seat], num(p.X), num(p.Y))
			}
		}
	}
	return template.HTML(w.String())
}
