package draw

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/view"
)

// target is a place on the map that stands for one or more choices.
type target struct {
	box     string // CSS class of its box
	choices []view.Choice
}

// place returns the place of a choice on the map as the class of its box; "" if
// it has none.
func (v *MapView) place(c view.Choice) string {
	next := func(kind string, k, n int) string {
		if n < 0 {
			return ""
		}
		return fmt.Sprintf("box-%s-%d-%d", kind, k, n)
	}
	switch c.Target.Kind {
	case "option":
		if k := slices.Index(OptionIDs[:], c.Target.ID); k >= 0 {
			return fmt.Sprintf("box-option-%d", k)
		}
	case "depot":
		for k, d := range v.Pos.Depots {
			if d.ID == c.Target.ID {
				return next("depot", k, d.Next)
			}
		}
	case "column":
		for k, col := range v.Pos.Port.Columns {
			if col.ID == c.Target.ID {
				return next("port", k, slices.IndexFunc(col.Places, func(p view.PortPlace) bool { return p.Owner < 0 }))
			}
		}
	case "space":
		at := v.space(c.Target.ID)
		if at < 0 {
			return ""
		}
		for _, city := range v.Pos.Cities {
			if city.ID == c.Target.ID && c.Do == "warehouse" {
				return next("slot", at, city.Next)
			}
		}
		return fmt.Sprintf("box-space-%d", at)
	}
	return ""
}

// targets groups the choices by their place on the map.
func (v *MapView) targets(choices []view.Choice) []target {
	var out []target
	for _, c := range choices {
		box := v.place(c)
		if box == "" {
			continue
		}
		i := slices.IndexFunc(out, func(o target) bool { return o.box == box })
		if i < 0 {
			i = len(out)
			out = append(out, target{box: box})
		}
		out[i].choices = append(out[i].choices, c)
	}
	return out
}

// Targets is the layer of clickable areas over the pieces. Each names the
// buttons it stands for, which serve the keyboard.
func (v *MapView) Targets(choices []view.Choice) template.HTML {
	var w strings.Builder
	for _, t := range v.targets(choices) {
		acts := make([]string, len(t.choices))
		for i, c := range t.choices {
			acts[i] = fmt.Sprint(c.Action)
		}
		class := "target"
		if !slices.ContainsFunc(t.choices, func(c view.Choice) bool { return c.NoUse == "" }) {
			class += " nouse"
		}
		fmt.Fprintf(&w, `<g class="%s" id="target-%s" data-acts="%s"><rect class="halo %s"/><rect class="hit %s"/></g>`,
			class, acts[0], strings.Join(acts, " "), t.box, t.box)
	}
	return template.HTML(w.String())
}

// Halo outlines the place of a choice; empty if it has none on the map. For the
// class see HaloBox.
func (v *MapView) Halo(class string, c view.Choice) template.HTML {
	box := v.place(c)
	if box == "" {
		return ""
	}
	return halo(class, " "+box)
}

// Rank is a small number at the place of a choice; empty if it has none on the
// map.
func (v *MapView) Rank(n int, c view.Choice) template.HTML {
	box := v.place(c)
	if box == "" {
		return ""
	}
	return template.HTML(corner("rank", box, fmt.Sprint(n)))
}

// corner writes something at a corner of a box. Style sheets cannot place an svg in
// another one (Chromium), but they can place this.
func corner(class, box, text string) string {
	return fmt.Sprintf(`<foreignObject class="corner %s %s"><b>%s</b></foreignObject>`, class, box, text)
}

// Extras are the figures that tell purchases apart (view.Extra), at their places on
// the map: one at each, that of the first choice there, on the upper right corner.
func (v *MapView) Extras(choices []view.Choice, figure func(*view.Extra) template.HTML) template.HTML {
	var w strings.Builder
	for _, t := range v.targets(choices) {
		i := slices.IndexFunc(t.choices, func(c view.Choice) bool { return c.Extra != nil })
		if i >= 0 {
			w.WriteString(corner("extra", t.box, string(figure(t.choices[i].Extra))))
		}
	}
	return template.HTML(w.String())
}

// LastMoves marks what the events of the last moves changed: where barges sailed,
// what was built.
func (v *MapView) LastMoves(events []view.Event) template.HTML {
	var w strings.Builder
	for _, e := range events {
		place, ok := e.Args["place"].(view.Thing)
		if !ok || e.Seat < 0 {
			continue
		}
		if at := v.space(place.ID); at >= 0 {
			fmt.Fprintf(&w, `<rect class="last seat-%d box-space-%d"/>`, v.Signs[e.Seat], at)
		}
	}
	return template.HTML(w.String())
}
